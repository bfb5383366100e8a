import { describe, expect, it } from "vitest";
import { budgetOf, proposeBudget } from "../../../harness/scaffold/propose-budget.ts";
import { type MetricId, metricIds } from "../../../src/formats/metrics.ts";
import type { MetricResult } from "../../../src/formats/report.ts";

function resultsOf(given: Partial<Record<MetricId, Partial<MetricResult>>>): Record<MetricId, MetricResult> {
  const none: MetricResult = {
    value: null,
    unit: "count",
    reason: "none",
    low: null,
    high: null,
    frame: null,
    mean: null,
  };
  const of = (metric: MetricId): MetricResult => ({ ...none, ...given[metric] });
  const [first, ...rest] = metricIds;
  return { ...Object.fromEntries(rest.map((metric) => [metric, of(metric)])), [first]: of(first) } as Record<
    MetricId,
    MetricResult
  >;
}

function limitOf(metric: MetricId, result: Partial<MetricResult>): number | undefined {
  return proposeBudget(resultsOf({ [metric]: result }))[0]?.limit;
}

describe("a proposed limit", () => {
  it.each([
    [1, 2],
    [7, 9],
    [98, 120],
    [100, 120],
    [1_152, 1_400],
    [12_345_678, 15_000_000],
  ])("for a count of %d is %d: a fifth more, in two digits", (value, limit) => {
    expect(limitOf("maxDrawCalls", { value })).toBe(limit);
  });

  it.each([
    [0.2, 2],
    [1.61, 3.3],
    [9.4, 19],
    [12.31, 25],
  ])("for %d ms is %d ms: twice as much, and never less than 2 ms", (value, limit) => {
    expect(limitOf("frameCpuMsP95", { value, unit: "ms" })).toBe(limit);
  });

  it("for a time is based on the end of its interval", () => {
    expect(limitOf("frameCpuMsP95", { value: 3, high: 4 })).toBe(8);
  });

  it("is omitted for zeros and unmeasured metrics", () => {
    expect(proposeBudget(resultsOf({ maxDrawCalls: { value: 0 } }))).toEqual([]);
  });

  it("goes into the manifest or elsewhere", () => {
    const limits = proposeBudget(resultsOf({ maxTriangles: { value: 10 }, maxDomChanges: { value: 100 } }));
    expect(budgetOf(limits, "manifest")).toEqual({ maxTriangles: 12 });
    expect(budgetOf(limits, "elsewhere")).toEqual({ maxDomChanges: 120 });
  });
});
