import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planLaunches } from "../../harness/plan/plan-launches.ts";
import { type PageRun, runPages } from "../cells/run-pages.ts";

// A run that waited for the worker would take ten minutes longer.
const settleMs = 600_000;
const limitMs = 180_000;

it.each([
  ["in an endless loop", `onmessage = ({ data }) => { for (;;) Atomics.add(new Int32Array(data), 0, 1); };`],
  ["that waits for shared memory", `onmessage = ({ data }) => { Atomics.wait(new Int32Array(data), 0, 0); };`],
])(
  "a worker %s delays no run until the limit of its loads",
  async (_name, worker) => {
    const folder = mkdtempSync(join(tmpdir(), "framegate-silent-"));
    const files = {
      "package.json": "{}",
      "start.html": `<!doctype html><canvas></canvas><script src="game.js"></script>`,
      "game.js": `new Worker("worker.js").postMessage(new SharedArrayBuffer(4));
        const context = document.querySelector("canvas").getContext("2d");
        let frame = 0;
        requestAnimationFrame(function next() { context.fillText("text", (frame += 1), 10); requestAnimationFrame(next); });`,
      "worker.js": worker,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const runs: PageRun[] = [];
    try {
      const options = { conditions: planLaunches(1), limitMs: settleMs, run: { frames: 5 }, findsEngines: true };
      await runPages(folder, ["start.html"], options, (_page, made) => runs.push(...made));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const [run] = runs;
    if (run?.kind !== "ran") throw new Error(run?.reason);
    expect(run.samples.notices.map(({ message }) => message).join()).toContain("This worker does not answer");
    expect(run.samples.namedUses.map(({ api }) => api)).toContain("SharedArrayBuffer");
  },
  limitMs,
);
