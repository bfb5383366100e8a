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

it("refuses timeouts that are none, and never ends the longest", async () => {
  const { found } = await runPreludePage({
    frames: 30,
    script: `
      found.refused = [];
      found.aborted = [];
      for (const delay of [-1, NaN, Infinity, "text", 2 ** 54, undefined, null, "5", 3.9, 2 ** 31, 2 ** 32 + 5]) {
        try {
          const signal = AbortSignal.timeout(delay);
          signal.onabort = () => { found.aborted.push(String(delay) + " at " + performance.now()); };
        } catch (error) {
          found.refused.push(String(delay) + " " + error.name);
        }
      }`,
  });
  expect(found).toEqual({
    refused: ["-1", "NaN", "Infinity", "text", String(2 ** 54), "undefined"].map((delay) => `${delay} TypeError`),
    aborted: ["null at 1", "3.9 at 3", "5 at 5"],
  });
});
