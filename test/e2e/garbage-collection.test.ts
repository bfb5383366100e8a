import { join } from "node:path";
import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runJson } from "./run-command.ts";

const frames = 60;
/** Every tenth frame, from frame 5 on, makes more garbage than the heap has room for before a collection. */
const litters = (frame: number): boolean => frame % 10 === 5;

const game = `<!doctype html><body><canvas></canvas><p id="text"></p><script>
const context = document.querySelector("canvas").getContext("2d");
let frame = 0;
let kept = null;
requestAnimationFrame(function step() {
  context.fillRect(frame % 300, 0, 1, 1);
  if (frame % 10 === 5) for (let index = 0; index < 600000; index += 1) kept = { index, kept: [index, frame] };
  // Work of the browser that is no collection: compiled code, and a forced layout.
  if (frame % 10 === 0) for (let index = 0; index < 50; index += 1) new Function("return " + frame + index)();
  document.getElementById("text").textContent = "x".repeat(1 + document.body.offsetHeight % 5);
  frame += 1;
  requestAnimationFrame(step);
});
</script></body>`;

it("sees the garbage collector in the frames that make garbage, as a part of their time", async () => {
  await using folder = await createGameFolder({ "index.html": game });
  const short = ["--frames", String(frames), "--warmup", "0", "--repeat", "2", "--no-why"];
  const budget = ["--assert-budget", "--budget", "gcMsMean=0.0001", "--budget", "gcMsMax=0.0001"];
  const result = await runJson(["perf", join(folder.path, "index.html"), ...short, ...budget]);
  const { report, verdict } = reportOf(result);
  // Two repeats may leave open by how much the limit is exceeded.
  expect([1, 3], result.stderr).toContain(result.exitCode);
  for (const { times } of report.runs) {
    const { cpuMs, gcCpuMs } = times ?? { cpuMs: [], gcCpuMs: [] };
    const sumOf = (isCounted: (frame: number) => boolean): number =>
      gcCpuMs.reduce((sum, each, frame) => (isCounted(frame) ? sum + each : sum), 0);
    expect(gcCpuMs.filter((each, frame) => each < 0 || each > (cpuMs[frame] ?? 0))).toEqual([]);
    if (times === null) continue;
    expect(gcCpuMs).toHaveLength(frames);
    expect(Math.min(...gcCpuMs.filter((_, frame) => litters(frame)))).toBeGreaterThan(0);
    // All of the quiet frames together have less than the few others.
    expect(sumOf(litters)).toBeGreaterThan(sumOf((frame) => !litters(frame)));
  }
  expect(report.perFrame.gcMs).toHaveLength(frames);
  expect(report.worstFrames[0]?.gcCpuMs).toBeGreaterThan(0);
  expect(verdict.lines.map(({ metric }) => metric)).toEqual(["gcMsMean", "gcMsMax"]);
  for (const { value, budget: limit, status } of verdict.lines) {
    expect(value).toBeGreaterThan(limit);
    expect(status).not.toBe("pass");
  }
});
