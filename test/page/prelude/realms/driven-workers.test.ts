import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("delivers a worker's messages before the next frame, and gives it the page's clock", async () => {
  const worker = `
    const startedMs = performance.now();
    onmessage = async ({ data }) => {
      const text = await (await fetch("beside.txt")).text();
      postMessage({ data, text, sameClock: performance.now() === data.nowMs, startedMs, place: location.pathname });
    };`;
  const { found } = await runPreludePage({
    frames: 4,
    files: { "deep/worker.js": worker, "deep/beside.txt": "beside" },
    script: `
      const worker = new Worker("deep/worker.js");
      found.isWorker = worker instanceof Worker;
      found.answers = [];
      let frame = 0;
      worker.onmessage = ({ data }) => found.answers.push([data.data.frame, frame, data.text, data.sameClock, data.startedMs, data.place]);
      requestAnimationFrame(function next() { frame += 1; worker.postMessage({ frame, nowMs: performance.now() }); requestAnimationFrame(next); });`,
  });
  const answer = [1, 2, 3].map((frame) => [frame, frame, "beside", true, 0, "/deep/worker.js"]);
  expect(found).toEqual({ isWorker: true, answers: answer });
});

it("drives the timers of a worker whose script is a module, or a blob that the page revokes at once", async () => {
  const script = `
    const ticker = "let ticks = 0; setInterval(() => { ticks += 1; postMessage(ticks + '@' + performance.now()); }, 20);";
    const url = URL.createObjectURL(new Blob([ticker]));
    const blobWorker = new Worker(url);
    URL.revokeObjectURL(url);
    found.blob = []; found.module = [];
    blobWorker.onmessage = ({ data }) => found.blob.push(data);
    new Worker("module.js", { type: "module" }).onmessage = ({ data }) => found.module.push(data);`;
  const { found } = await runPreludePage({
    frames: 5,
    files: {
      "module.js": `import { value } from "./value.js"; setTimeout(() => postMessage([value, performance.now()]), 30);`,
      "value.js": "export const value = 42;",
    },
    script,
  });
  expect(found).toEqual({ blob: ["1@20", "2@40", "3@60", "4@80"], module: [[42, 30]] });
});

it("gives each worker its own random streams, the same in every run", async () => {
  const page = {
    frames: 2,
    files: { "worker.js": "postMessage([Math.random(), crypto.randomUUID()]);" },
    script: `found.draws = [Math.random()]; for (let index = 0; index < 2; index += 1) new Worker("worker.js").onmessage = ({ data }) => found.draws.push(...data);`,
  };
  const first = await runPreludePage(page);
  expect((await runPreludePage(page)).found).toEqual(first.found);
  expect(new Set(Object.values(first.found as object).flat()).size).toBe(5);
});

it("continues without a worker that blocks its thread, and reports it", async () => {
  const { found, finish } = await runPreludePage({
    frames: 3,
    files: { "worker.js": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);" },
    script: `new Worker("worker.js"); found.frames = 0; requestAnimationFrame(function next() { found.frames += 1; requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({ frames: 3 });
  expect(finish.notices).toEqual([
    expect.objectContaining({ code: "undriven-api", where: "worker.js", severity: "warning" }),
  ]);
});

it("sends the page the error of a worker whose script is missing", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `new Worker("missing.js").onerror = () => { found.failed = true; };`,
  });
  expect(found).toEqual({ failed: true });
});
