import { describe, expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import { needsMoreRepeats } from "../../../harness/judge/needs-more-repeats.ts";
import { measureRuns } from "../../../harness/measure/metrics.ts";
import type { RunSamples } from "../../../src/formats/frame-sample.ts";
import type { Verdict, VerdictLine, VerdictStatus } from "../../../src/formats/verdict.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";
import { disturb, variedCosts, type NoiseModel } from "../fixtures/noise-model.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";

const open: VerdictLine = {
  metric: "frameCpuMsP95",
  value: 4,
  budget: 4,
  status: "inconclusive",
  reason: "limit-within-noise",
};

describe("needsMoreRepeats", () => {
  it("asks for another repeat only while nothing has failed and something is open", () => {
    expect(needsMoreRepeats({ status: "inconclusive", cause: "budget", lines: [open] })).toBe(true);
    expect(needsMoreRepeats({ status: "pass", lines: [] })).toBe(false);
    const failed: Verdict = {
      status: "fail",
      cause: "budget",
      lines: [open, { ...open, metric: "maxDrawCalls", status: "fail" }],
    };
    expect(needsMoreRepeats(failed)).toBe(false);
  });
});

describe("the gate on a simulated machine, five repeats growing to fifteen", () => {
  const costs = variedCosts(100);
  const ordinary: NoiseModel = {
    betweenRepeats: 0.03,
    betweenFrames: 0.03,
    inherited: 0.8,
    pauses: 0.02,
    slowRepeats: 0,
  };

  function timedRun(index: number, random: () => number): RunSamples {
    const [template] = makeSamples(["timed"], { frames: costs.length });
    const cpuMs = disturb(costs, ordinary, random);
    const run = { index, pass: "timed", repeat: index, seed: 7, raster: "skip" } as const;
    return { ...template!, run, times: { cpuMs, wallMs: cpuMs, phaseCpuMs: null, physicsCpuMs: null } };
  }

  function runGate(budget: number, random: () => number): { readonly status: VerdictStatus; readonly runs: number } {
    const samples: RunSamples[] = [];
    for (;;) {
      samples.push(timedRun(samples.length, random));
      if (samples.length < 5) continue;
      const verdict = judgeReport(makeReport(samples), { frameCpuMsP95: budget });
      if (samples.length === 15 || !needsMoreRepeats(verdict)) return { status: verdict.status, runs: samples.length };
    }
  }

  const manyRandom = seededRandom(77);
  const endless = measureRuns(Array.from({ length: 401 }, (_, index) => timedRun(index, manyRandom)));
  const truth = endless.metrics.frameCpuMsP95.value!;

  it.each([
    [0.9, "pass"],
    [1.1, "fail"],
  ] as const)("with a true p95 of %d of the budget, all but a few of 100 gates %s, and soon", (share, expected) => {
    const random = seededRandom(Math.round(share * 100));
    const gates = Array.from({ length: 100 }, () => runGate(truth / share, random));
    const right = gates.filter(({ status }) => status === expected);
    const opposite = gates.filter(({ status }) => status !== expected && status !== "inconclusive");
    expect(right.length).toBeGreaterThanOrEqual(97);
    expect(opposite).toEqual([]);
    const meanRuns = gates.reduce((sum, { runs }) => sum + runs, 0) / gates.length;
    expect(meanRuns).toBeLessThan(6);
  });
});
