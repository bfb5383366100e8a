import { describe, expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import type { MetricResult, RunReport } from "../../../src/formats/report.ts";
import type { RunNotice } from "../../../src/formats/frame-sample.ts";
import type { BaselineComparison } from "../../../src/formats/baseline.ts";
import { summariseVerdict } from "../../../harness/report/list-verdict.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples, withCount } from "../fixtures/make-samples.ts";

const report = makeReport(makeSamples(["count", "timed", "timed", "timed", "timed", "timed"]));
const draws = report.metrics.maxDrawCalls.value!;
const crash: RunNotice = { code: "frame-threw", message: "The game threw.", severity: "failure", where: "frame 3" };

const equalBuilds: BaselineComparison = {
  source: { kind: "git", name: "main", commit: "76934d4aa0000000000000000000000000000000" },
  ...{
    columns: [],
    loads: [],
    functions: [],
    functionTimes: [],
    allocations: null,
    allocationsNote: null,
    draws: null,
    maxWorkGrowth: 0.02,
    work: "same",
  },
  ...{ times: null, timesNote: null, failsOnTime: false },
};

/** A report with this CPU time per frame. */
function timed(result: Pick<MetricResult, "value" | "low" | "high">): RunReport {
  const frameCpuMsP95: MetricResult = { ...report.metrics.frameCpuMsP95, ...result };
  return { ...report, metrics: { ...report.metrics, frameCpuMsP95 } };
}

describe("judgeReport on exact metrics", () => {
  it("passes a value that is equal to its budget: exceeded is strictly greater", () => {
    expect(judgeReport(report, { maxDrawCalls: draws })).toEqual({
      status: "pass",
      lines: [{ metric: "maxDrawCalls", value: draws, budget: draws, status: "pass", reason: null }],
    });
  });

  it("fails a value that is one above its budget", () => {
    expect(judgeReport(report, { maxDrawCalls: draws - 1 })).toEqual({
      status: "fail",
      cause: "budget",
      lines: [{ metric: "maxDrawCalls", value: draws, budget: draws - 1, status: "fail", reason: "exceeded" }],
    });
  });

  it("accepts a budget of zero entities and fails the first one", () => {
    expect(judgeReport(report, { maxEntities: 0 }).lines[0]?.reason).toBe("exceeded");
    const none = makeReport(makeSamples(["count"]).map((sample) => ({ ...sample, entities: 0 })));
    expect(judgeReport(none, { maxEntities: 0 }).status).toBe("pass");
  });
});

describe("judgeReport on timed metrics", () => {
  const measured = { value: 4, low: 3.8, high: 4.3 };

  it("passes only when the whole interval is within the budget", () => {
    expect(judgeReport(timed(measured), { frameCpuMsP95: 4.3 }).status).toBe("pass");
  });

  it("fails only when the whole interval is above the budget", () => {
    const verdict = judgeReport(timed(measured), { frameCpuMsP95: 3.79 });
    expect(verdict).toMatchObject({ status: "fail", cause: "budget", lines: [{ reason: "exceeded" }] });
  });

  it.each([3.8, 4, 4.29])("is inconclusive while the budget of %d lies within the interval", (frameCpuMsP95) => {
    const verdict = judgeReport(timed(measured), { frameCpuMsP95 });
    expect(verdict).toMatchObject({
      status: "inconclusive",
      cause: "budget",
      lines: [{ reason: "limit-within-noise" }],
    });
  });

  it("is inconclusive from a single run, which says nothing about the next", () => {
    const single = timed({ value: 4, low: null, high: null });
    expect(judgeReport(single, { frameCpuMsP95: 400 }).lines[0]).toMatchObject({
      status: "inconclusive",
      reason: "too-few-repeats",
    });
  });
});

describe("judgeReport", () => {
  it("fails a declared metric that could not be measured, by name", () => {
    const bare = makeReport(makeSamples(["count"]));
    expect(judgeReport(bare, { physicsMsP95: 4 }).lines).toEqual([
      { metric: "physicsMsP95", value: null, budget: 4, status: "fail", reason: "not-measured" },
    ]);
  });

  it("passes without lines if no budget is declared", () => {
    expect(judgeReport(report, null)).toEqual({ status: "pass", lines: [] });
    expect(judgeReport(report, {})).toEqual({ status: "pass", lines: [] });
  });

  it("fails when any line fails, and keeps the order of the catalogue whatever the manifest's order is", () => {
    const verdict = judgeReport(report, { maxDrawCalls: 1, frameCpuMsP95: 100 });
    expect(verdict.status).toBe("fail");
    expect(verdict.lines.map(({ metric }) => metric)).toEqual(["frameCpuMsP95", "maxDrawCalls"]);
  });

  it("fails for a limit that is exceeded, whether or not a comparison of times is decided", () => {
    const undecided = { ...equalBuilds, failsOnTime: true };
    const compared = { ...report, baseline: undecided };
    expect(judgeReport(compared, { maxDrawCalls: draws })).toMatchObject({
      status: "inconclusive",
      cause: "regression",
    });
    expect(judgeReport(compared, { maxDrawCalls: draws - 1 })).toMatchObject({ status: "fail", cause: "budget" });
  });

  it("names a limit that is exceeded beside a regression", () => {
    const compared = { ...report, baseline: { ...equalBuilds, work: "too-much" } as const };
    const verdict = judgeReport(compared, { maxDrawCalls: draws - 1 });
    expect(verdict).toMatchObject({ status: "fail", cause: "regression" });
    expect(summariseVerdict(compared, verdict)).toMatch(
      /^more work than main.*; draw calls, worst frame: .* over the budget of/u,
    );
  });

  it("reports nondeterminism even if every budget holds, but not if the game fails in every run", () => {
    const samples = withCount(makeSamples(["count", "count"]), { run: 1, column: "drawCalls", frame: 3, value: 1 });
    const shaky = makeReport(samples);
    expect(judgeReport(shaky, { maxDrawCalls: 10_000 })).toMatchObject({ status: "fail", cause: "nondeterminism" });
    expect(judgeReport({ ...shaky, notices: [crash] }, null).cause).toBe("game");
    const sometimes = makeReport(samples.map((sample, run) => (run === 1 ? { ...sample, notices: [crash] } : sample)));
    expect(sometimes.divergence).toMatchObject({ column: "failure" });
    expect(judgeReport(sometimes, null).cause).toBe("nondeterminism");
  });

  it("fails a failed game with or without a budget, but not for a warning", () => {
    expect(judgeReport({ ...report, notices: [crash] }, { maxDrawCalls: 1 })).toMatchObject({
      status: "fail",
      cause: "game",
    });
    expect(judgeReport({ ...report, notices: [crash] }, null)).toMatchObject({ status: "fail", cause: "game" });
    expect(judgeReport({ ...report, notices: [{ ...crash, severity: "warning" }] }, null).status).toBe("pass");
  });
});

describe("judgeReport on uses that cannot be repeated", () => {
  it("fails a strict run, although all runs are equal", () => {
    const namedUses = [{ api: "WebSocket", realm: "/", file: "src/a.ts", line: 1, column: 2 }];
    expect(judgeReport({ ...report, namedUses }, null).status).toBe("pass");
    expect(judgeReport({ ...report, namedUses }, null, true)).toMatchObject({
      status: "fail",
      cause: "nondeterminism",
    });
    expect(judgeReport(report, null, true).status).toBe("pass");
  });
});
