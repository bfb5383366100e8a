import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

// Old engines walk the callers of a function for their error reports, and throw at one that a page may not read.
it("is no caller of a page's functions", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    files: {
      "worker.js": `function walk() { return arguments.callee.caller; }
        setTimeout(function timeout() { postMessage([walk() === timeout, timeout.caller]); }, 10);`,
    },
    body: `<style>#box { transition: opacity 20ms } .on #box { opacity: 0 }</style><div id="box"></div>`,
    script: `
      found.callers = {};
      const note = (name) => function callback() { found.callers[name] = [walk() === callback, callback.caller]; };
      function walk() { return arguments.callee.caller; }
      requestAnimationFrame(note("frame"));
      setTimeout(note("timeout"), 20);
      const interval = setInterval(note("interval"), 20);
      setTimeout(() => clearInterval(interval), 50);
      requestIdleCallback(note("idle"));
      new ResizeObserver(note("size")).observe(box);
      new IntersectionObserver(note("intersection")).observe(box);
      addEventListener("transitionend", note("transition"));
      requestAnimationFrame(() => { document.body.className = "on"; });
      new Worker("worker.js").onmessage = ({ data }) => { found.callers.worker = data; };`,
  });
  const names = ["frame", "timeout", "interval", "idle", "size", "intersection", "transition", "worker"];
  expect(found).toEqual({ callers: Object.fromEntries(names.map((name) => [name, [true, null]])) });
});
