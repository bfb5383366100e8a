import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("keeps the order of queued microtasks and the page's promises", async () => {
  const { found } = await runPreludePage({
    frames: 1,
    script: `
      found.order = [];
      queueMicrotask(() => found.order.push("first"));
      Promise.resolve().then(() => found.order.push("second"));
      queueMicrotask(() => found.order.push("third"));
      found.order.push("now");
      try { queueMicrotask(5); } catch (error) { found.refused = error.name; }`,
  });
  expect(found).toEqual({ order: ["now", "first", "second", "third"], refused: "TypeError" });
});
