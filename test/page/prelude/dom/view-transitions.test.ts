import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("changes the document after the next frame in a view transition", async () => {
  const { found } = await runPreludePage({
    frames: 6,
    script: `
      found.order = [];
      const note = (what) => found.order.push(what + " " + Math.round(performance.now()));
      const transition = document.startViewTransition(() => { note("updated"); });
      const fails = { update: () => { throw new Error("no"); }, types: [] };
      transition.ready.then(() => { note("ready"); return transition.finished; }).then(() => {
        note("finished");
        document.startViewTransition(fails).updateCallbackDone.catch((error) => { note(error.message); });
      });
      requestAnimationFrame(() => { note("frame"); });`,
  });
  expect(found).toEqual({ order: ["frame 17", "updated 17", "ready 17", "finished 33", "no 50"] });
});

it("skips a view transition that another one replaces, and one that the page skips", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      found.order = [];
      const begin = (name) => {
        const transition = document.startViewTransition(() => { found.order.push(name); });
        transition.ready.then(() => found.order.push(name + " ready"), (error) => found.order.push(name + " " + error.name));
        transition.finished.then(() => found.order.push(name + " finished"));
        return transition;
      };
      begin("one");
      begin("two").skipTransition();`,
  });
  expect(found).toEqual({
    order: ["one AbortError", "two AbortError", "one", "one finished", "two", "two finished"],
  });
});

it("warns of a rejection by a skipped view transition, and does not fail", async () => {
  const { found, finish } = await runPreludePage({
    frames: 4,
    script: `
      addEventListener("unhandledrejection", ({ reason }) => { found.reason = reason.name; });
      document.startViewTransition(() => undefined).skipTransition();`,
  });
  expect(found).toEqual({ reason: "AbortError" });
  expect(finish.notices).toMatchObject([{ code: "unhandled-rejection", severity: "warning" }]);
});
