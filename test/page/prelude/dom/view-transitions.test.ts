import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("changes the document at once in a view transition", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      const transition = document.startViewTransition(() => { found.changed = performance.now(); });
      transition.ready.then(() => transition.finished).then(() => { found.finished = performance.now(); });
      document.startViewTransition({ update: () => { throw new Error("no"); }, types: [] }).updateCallbackDone.catch((error) => { found.thrown = error.message; });`,
  });
  expect(found).toEqual({ changed: 1, finished: 1, thrown: "no" });
});
