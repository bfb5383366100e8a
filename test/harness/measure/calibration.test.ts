import { describe, expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import { needsMoreRepeats } from "../../../harness/judge/needs-more-repeats.ts";
import { type Reference, spreadOfGates } from "../../../harness/measure/calibration.ts";
import { mergeReports } from "../../../harness/measure/merge-reports.ts";
import { measureRuns } from "../../../harness/measure/metrics.ts";
import { recordMachine } from "../../../harness/measure/record-machine.ts";
import type { RunMetrics, RunReport } from "../../../src/formats/report.ts";
import type { RunSamples, TimeColumns } from "../../../src/formats/frame-sample.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const reference: Reference = {
  ...{ name: "ci", machine: "A processor x 2", workload: 1, workloadMs: 10, spread: 0.02 },
  isSameMachine: false,
};
const samples = makeSamples(["count", "timed", "timed", "timed", "timed", "timed"]);

/** The same game on a machine on which each repeat takes this many times as long. */
function slowed(factors: readonly number[]): readonly RunSamples[] {
  return samples.map((sample) => {
    const { times, run } = sample;
    if (times === null) return sample;
    const factor = factors[run.repeat % factors.length] ?? 1;
    return { ...sample, times: multiplied(times, factor), workloadMs: 10 * factor };
  });
}

function multiplied(times: TimeColumns, factor: number): TimeColumns {
  const longer = (column: readonly number[]): readonly number[] => column.map((ms) => ms * factor);
  const { phaseCpuMs } = times;
  const phases =
    phaseCpuMs === null
      ? null
      : Object.fromEntries(Object.entries(phaseCpuMs).map(([phase, column]) => [phase, longer(column)]));
  return { ...times, cpuMs: longer(times.cpuMs), phaseCpuMs: phases as TimeColumns["phaseCpuMs"] };
}

function reportOf(measured: RunMetrics, runs: readonly RunSamples[]): RunReport {
  const report = makeReport(runs);
  return { ...report, metrics: measured.metrics, perFrame: measured.perFrame, calibration: measured.calibration };
}

describe("a calibrated measurement", () => {
  it("gives the figures of the reference machine, even if the machine is slower in some repeats", () => {
    const there = measureRuns(slowed([1]), { reference });
    const here = measureRuns(slowed([1.3, 1.7, 1.2]), { reference });
    for (const id of ["frameCpuMsP95", "physicsMsP95"] as const) {
      expect(here.metrics[id].value).toBeCloseTo(there.metrics[id].value!, 3);
      expect(here.metrics[id].low).toBeCloseTo(there.metrics[id].low!, 3);
    }
    expect(here.worstFrames.map(({ frame }) => frame)).toEqual(there.worstFrames.map(({ frame }) => frame));
    expect(here.perFrame.stateHash).toEqual(there.perFrame.stateHash);
  });

  it("states the factor with its interval", () => {
    const { calibration } = measureRuns(slowed([1.5, 1.5, 1.5, 1.5, 1.55]), { reference });
    expect(calibration).toMatchObject({ name: "ci", factor: 1.51, isTrusted: true });
    // Student's t for four degrees of freedom is 2.776; the standard error of these five is 0.01.
    expect((calibration?.high ?? 0) - 1.51).toBeCloseTo(0.0278, 3);
    expect(1.51 - (calibration?.low ?? 0)).toBeCloseTo(0.0278, 3);
  });

  it("leaves the times as measured without a reference, and counts always", () => {
    const plain = measureRuns(slowed([2]));
    expect(plain.calibration).toBeNull();
    expect(plain.metrics.frameCpuMsP95.value).toBeCloseTo(2 * measureRuns(samples).metrics.frameCpuMsP95.value!, 3);
    const converted = measureRuns(slowed([2]), { reference });
    expect(converted.metrics.maxDrawCalls).toEqual(plain.metrics.maxDrawCalls);
  });

  it.each([
    ["2.1 times as long", [2.1, 2.1, 2.1, 2.1, 2.1]],
    ["0.4 times as long", [0.4, 0.4, 0.4, 0.4, 0.4]],
  ])("judges no time on a machine that takes %s, and asks for no more repeats", (_, factors) => {
    const runs = slowed(factors);
    const report = reportOf(measureRuns(runs, { reference }), runs);
    const verdict = judgeReport(report, { frameCpuMsP95: 1e6, maxDrawCalls: 1e6 });
    expect(verdict.status).toBe("inconclusive");
    expect(verdict.lines.map(({ reason }) => reason)).toEqual(["other-machine", null]);
    expect(needsMoreRepeats(verdict)).toBe(false);
  });

  it("asks for another repeat after a single one, which has no interval", () => {
    const runs = slowed([1.2]).slice(0, 2);
    const report = reportOf(measureRuns(runs, { reference }), runs);
    const verdict = judgeReport(report, { frameCpuMsP95: 1e6 });
    expect(verdict.lines[0]?.reason).toBe("too-few-repeats");
    expect(needsMoreRepeats(verdict)).toBe(true);
  });

  it("judges an exact metric even there", () => {
    const runs = slowed([3]);
    const report = reportOf(measureRuns(runs, { reference }), runs);
    expect(judgeReport(report, { maxDrawCalls: 1 })).toMatchObject({ status: "fail", cause: "budget" });
  });
});

describe("the spread between gates", () => {
  it("is that of the reference machine only there, from 1 % to what is assumed of any", () => {
    expect(spreadOfGates({ ...reference, isSameMachine: true }, 0.03)).toBe(0.02);
    expect(spreadOfGates({ ...reference, isSameMachine: true, spread: 0.05 }, 0.03)).toBe(0.03);
    expect(spreadOfGates({ ...reference, isSameMachine: true, spread: 0.001 }, 0.03)).toBe(0.01);
    expect(spreadOfGates(reference, 0.03)).toBe(0.03);
    expect(spreadOfGates({ ...reference, spread: 0.05 }, 0.03)).toBe(0.05);
  });
});

describe("merging calibrated reports", () => {
  const [first, other] = [slowed([1.2]), slowed([1.6])].map((runs) =>
    reportOf(measureRuns(runs, { reference }), runs),
  ) as [RunReport, RunReport];
  const elsewhere = { ...other, environment: { ...other.environment, cpuModel: "Another" } };

  it("takes times of other machines, because all are as of one", () => {
    const merged = mergeReports(first, [elsewhere]);
    expect(merged.notices.map(({ code }) => code)).not.toContain("other-machine-class");
    expect(merged.metrics.frameCpuMsP95.value).toBeCloseTo(first.metrics.frameCpuMsP95.value!, 3);
    expect(merged.calibration?.factor).toBeCloseTo(1.4, 3);
  });

  it("leaves out times as measured, and those of another reference", () => {
    const plain = { ...other, calibration: null };
    const ofOther = { ...other, calibration: { ...other.calibration!, workloadMs: 11 } };
    const { notices } = mergeReports(first, [plain, ofOther]);
    expect(notices.filter(({ code }) => code === "other-machine-class")).toHaveLength(2);
  });
});

describe("recordMachine", () => {
  it("gives the median and the standard deviation as a share of it", () => {
    expect(recordMachine([9, 10, 11])).toEqual({ workloadMs: 10, spread: 0.1, rounds: [9, 10, 11] });
  });
});
