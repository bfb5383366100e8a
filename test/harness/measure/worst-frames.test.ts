import { expect, it } from "vitest";
import { findWorstFrames } from "../../../harness/measure/worst-frames.ts";
import { recordByPhase } from "../../../src/formats/phases.ts";

const columns = {
  cpuMs: [1, 9, 3, 9, 2, 8, 7],
  gcCpuMs: [0, 0, 0, 2.5, 0, 0, 0],
  phaseCpuMs: recordByPhase((phase) => [1, 9, 3, 9, 2, 8, 7].map((cost) => (phase === "physics" ? cost / 2 : 0))),
  drawCalls: [10, 11, 12, 13, 14, 15, 16],
  triangles: null,
};

it("names the five costliest frames, worst first and the earlier one on a tie", () => {
  expect(findWorstFrames(columns).map(({ frame }) => frame)).toEqual([1, 3, 5, 6, 2]);
});

it("gives each frame its own phases and counts", () => {
  const [, second] = findWorstFrames(columns);
  expect(second).toMatchObject({ frame: 3, cpuMs: 9, gcCpuMs: 2.5, drawCalls: 13, triangles: null });
  expect(second?.phaseCpuMs).toMatchObject({ physics: 4.5, render: 0 });
});

it("gives no frames if none was timed", () => {
  expect(findWorstFrames({ ...columns, cpuMs: [] })).toEqual([]);
});
