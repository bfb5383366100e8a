import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("lets signals and scheduled tasks wait on the virtual clock", async () => {
  const { found } = await runPreludePage({
    script: `
      const signal = AbortSignal.timeout(30);
      signal.onabort = () => { found.aborted = [signal.reason.name, performance.now(), signal instanceof AbortSignal]; };
      scheduler.postTask(() => performance.now(), { delay: 50 }).then((nowMs) => { found.task = nowMs; });
      scheduler.postTask(() => "at once").then((text) => { found.next = text; });`,
  });
  expect(found).toEqual({ aborted: ["TimeoutError", 30, true], task: 50, next: "at once" });
});
