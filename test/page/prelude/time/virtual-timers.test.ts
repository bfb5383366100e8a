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
    order: ["negative@1", "none@1", "soon@10", "soon too@10", "later@30"],
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
  expect(found).toEqual({ times: [1, 1, 1, 1, 1, 1, 1, 4, 8, 12, 16, 20, 24, 28, 32] });
});

it("lets time pass in a circle of tasks that are no timers", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      found.isDone = false;
      const bytes = new Uint8Array(44 + 8000), view = new DataView(bytes.buffer);
      for (const [at, text] of [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]]) [...text].forEach((letter, index) => { bytes[at + index] = letter.charCodeAt(0); });
      for (const [at, value] of [[4, 8036], [16, 16], [24, 8000], [28, 8000], [40, 8000]]) view.setUint32(at, value, true);
      for (const [at, value] of [[20, 1], [22, 1], [32, 1], [34, 8]]) view.setUint16(at, value, true);
      const audio = new Audio(URL.createObjectURL(new Blob([bytes], { type: "audio/wav" })));
      let place = 0;
      audio.onseeked = () => { place = 1 - place; audio.currentTime = 0.1 + place / 2; };
      audio.oncanplaythrough = () => { audio.oncanplaythrough = null; setTimeout(() => { audio.currentTime = 0.5; }, 0); setTimeout(() => { found.isDone = true; }, 30); };`,
  });
  expect(found).toEqual({ isDone: true });
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

it("keeps the clamp across promises, and drops it for a message", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      found.slept = []; found.posted = [];
      const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      (async () => { while (performance.now() < 20) { await sleep(0); found.slept.push(performance.now()); } })();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => setTimeout(() => {
        found.posted.push(performance.now());
        if (found.posted.length < 12) port2.postMessage(0);
      }, 0);
      port2.postMessage(0);`,
  });
  expect(found).toEqual({ slept: [1, 1, 1, 1, 1, 1, 4, 8, 12, 16, 20], posted: Array.from({ length: 12 }, () => 1) });
});

it("converts a delay to 32 bits, as the browser does", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      found.ran = [];
      for (const delay of [2 ** 31, 2 ** 32 + 5, Infinity, NaN, 2 ** 31 - 1, "7", null, 3.9])
        setTimeout(() => found.ran.push([String(delay), performance.now()]), delay);`,
  });
  const zero = ["2147483648", "Infinity", "NaN", "null"].map((delay) => [delay, 1]);
  expect(found).toEqual({ ran: [...zero, ["3.9", 3], ["4294967301", 5], ["7", 7]] });
});

it("runs tens of thousands of timers in order, cleared ones left out", async () => {
  const { found } = await runPreludePage({
    frames: 30,
    script: `
      let last = -1; found.ran = 0; found.inOrder = true;
      for (let i = 0; i < 20000; i += 1) {
        const due = (i * 7919) % 400;
        const id = setTimeout(() => { found.ran += 1; found.inOrder &&= due >= last; last = due; }, due);
        if (i % 2 === 1) clearTimeout(id);
      }`,
  });
  expect(found).toEqual({ ran: 10_000, inOrder: true });
});

it("runs animation frames, each with its microtasks, before a message that they post", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    body: `<div id="box" style="width: 10px; height: 10px"></div>`,
    script: `
      found.order = [];
      const say = (text) => found.order.push(text);
      addEventListener("message", ({ data }) => say(data));
      new ResizeObserver(() => say("resized")).observe(document.getElementById("box"));
      requestAnimationFrame(() => {
        say("a"); postMessage("message", "*"); Promise.resolve().then(() => say("microtask")).then(() => say("another"));
      });
      requestAnimationFrame(() => say("b"));`,
  });
  expect(found).toEqual({ order: ["a", "microtask", "another", "b", "resized", "message"] });
});

it("tells an idle callback that it comes after its limit, because a loop has waited for time", async () => {
  const { found } = await runPreludePage({
    script: `
      requestIdleCallback((first) => {
        requestIdleCallback((late) => { found.late = [late.didTimeout, late.timeRemaining()]; }, { timeout: 30 });
        requestIdleCallback((other) => { found.other = other.didTimeout; }, { timeout: 1000 });
        const endMs = performance.now() + 50;
        while (performance.now() < endMs);
        found.first = first.didTimeout;
      }, { timeout: 30 });
      try { cancelIdleCallback(); } catch ({ name }) { found.refused = name; }`,
  });
  expect(found).toEqual({ first: false, late: [true, 0], other: false, refused: "TypeError" });
});

it("lets an idle callback work until its deadline", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      requestIdleCallback((deadline) => {
        found.looks = 0;
        while (deadline.timeRemaining() > 0) found.looks += 1;
        found.looksLike = [deadline instanceof IdleDeadline, String(deadline), deadline.didTimeout, deadline.timeRemaining()];
        requestAnimationFrame(() => {});
        requestIdleCallback((next) => { found.beforeFrame = next.timeRemaining(); });
      });
      cancelIdleCallback(requestIdleCallback(() => { found.cancelled = false; }));`,
  });
  expect(found).toEqual({ looks: 50, looksLike: [true, "[object IdleDeadline]", false, 0], beforeFrame: 10 });
});

it("reads a handler that is given as text when the timer is set", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      found.order = [];
      setTimeout({ toString() { found.order.push("read"); return "found.order.push('ran')"; } }, 10);
      found.order.push("set");`,
  });
  expect(found).toEqual({ order: ["read", "set", "ran"] });
});

it("reports what a callback throws as if nothing had caught it", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    script: `
      found.heard = [];
      addEventListener("error", (event) => { event.preventDefault(); found.heard.push(event.message); });
      setTimeout(() => { throw new DOMException("why", "TypeError"); });
      setTimeout(() => { throw {}; });
      requestAnimationFrame(() => { throw new RangeError("far"); });`,
  });
  expect(found).toEqual({ heard: ["Uncaught TypeError: why", "Uncaught [object Object]", "Uncaught RangeError: far"] });
});
