import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("runs timers in the order of their due times, and of setting if those are equal", async () => {
  const { found } = await runPreludePage({
    script: `
      found.order = [];
      const say = (text) => () => found.order.push(text + "@" + performance.now());
      setTimeout(say("later"), 30); setTimeout(say("negative"), -5); setTimeout(say("soon"), 10); setTimeout(say("none")); setTimeout(say("soon too"), 10);
      setTimeout("found.text = 5", 1);
      setTimeout((a, b) => { found.parameters = [a, b]; }, 1, "a", "b");`,
  });
  expect(found).toEqual({
    order: ["negative@0", "none@0", "soon@10", "soon too@10", "later@30"],
    text: 5,
    parameters: ["a", "b"],
  });
});

it("lets a callback clear its own interval, another timer and another animation frame", async () => {
  const { found } = await runPreludePage({
    script: `
      found.ticks = 0; found.ran = [];
      const interval = setInterval(() => { found.ticks += 1; if (found.ticks === 3) clearInterval(interval); }, 1);
      setTimeout(() => { clearTimeout(doomed); }, 4);
      const doomed = setTimeout(() => found.ran.push("timeout"), 5);
      let next = 0;
      requestAnimationFrame(() => { found.ran.push("first"); Promise.resolve().then(() => found.ran.push("microtask")); cancelAnimationFrame(next); });
      next = requestAnimationFrame(() => found.ran.push("cancelled"));
      requestAnimationFrame(() => found.ran.push("third"));`,
  });
  expect(found).toEqual({ ticks: 3, ran: ["first", "microtask", "third"] });
});

it("clamps nested timers to four milliseconds, so that a loop of zeros ends", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `found.times = []; (function loop() { found.times.push(performance.now()); setTimeout(loop, 0); })();`,
  });
  expect(found).toEqual({ times: [0, 0, 0, 0, 0, 0, 4, 8, 12, 16, 20, 24, 28, 32] });
});

it("reports a callback's error as the browser would, and continues", async () => {
  const { found, finish } = await runPreludePage({
    script: `
      found.after = false;
      window.onerror = (message, file, line, column, error) => { found.error = [message, line > 0, error.message]; return true; };
      setTimeout(() => { throw new Error("boom"); }, 1);
      setTimeout(() => { found.after = true; }, 2);`,
  });
  expect(found).toEqual({ after: true, error: ["Uncaught Error: boom", true, "boom"] });
  // A page that handles its error gets no notice.
  expect(finish.notices).toEqual([]);
});
