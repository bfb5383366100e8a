import { expect, it } from "vitest";
import { framesToShow } from "../../../harness/judge/frames-to-show.ts";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import type { RunReport } from "../../../src/formats/report.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const timed = makeReport(makeSamples(["count", "timed", "timed"]));
const worst = timed.worstFrames.map(({ frame }) => frame).toSorted((a, b) => a - b);

/** The same report, whose most draws are in another frame. */
function drawingMostIn(report: RunReport, frame: number): RunReport {
  return { ...report, metrics: { ...report.metrics, maxDrawCalls: { ...report.metrics.maxDrawCalls, frame } } };
}

it("are those that took longest", () => {
  expect(worst.length).toBeGreaterThan(1);
  expect(framesToShow(timed, judgeReport(timed, { maxDrawCalls: 9999 }))).toEqual(worst);
});

it("are also those that exceed a limit, once each", () => {
  const far = drawingMostIn(timed, 9000);
  expect(framesToShow(far, judgeReport(far, { maxDrawCalls: 1 }))).toEqual([...worst, 9000]);
  const same = drawingMostIn(timed, worst[1] ?? 0);
  expect(framesToShow(same, judgeReport(same, { maxDrawCalls: 1 }))).toEqual(worst);
});

it("are the one that draws the most if nothing was timed, and none if nothing was drawn", () => {
  const counted = drawingMostIn(makeReport(makeSamples(["count"])), 7);
  expect(framesToShow(counted, judgeReport(counted, null))).toEqual([7]);
  const none = { value: 0, frame: null };
  const metrics = Object.fromEntries(
    Object.entries(counted.metrics).map(([id, result]) => [id, { ...result, ...none }]),
  );
  expect(framesToShow({ ...counted, metrics: metrics as RunReport["metrics"] }, { lines: [] })).toEqual([]);
});
