import { describe, expect, it } from "vitest";
import { sweepExitCode } from "../../../harness/exit-codes.ts";
import { judgeSeeds, judgeSweep as rankSeeds } from "../../../harness/judge/judge-sweep.ts";
import type { MetricId } from "../../../src/formats/metrics.ts";
import type { SweepReport, SweepRow, SweepVerdict } from "../../../src/formats/sweep.ts";
import { makeRow, makeSweep } from "../../formats/sweep-document.ts";

const failures = {
  game: { kind: "game", code: "hung", message: "It hung." },
  nondeterminism: { kind: "nondeterminism", code: "nondeterminism", message: "They differ." },
  environment: { kind: "environment", code: "browser-lost", message: "It crashed." },
} as const;

function figures(values: SweepRow["metrics"] | Readonly<Record<string, number>>): SweepRow["metrics"] {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      typeof value === "number" ? { value, low: value, high: value } : value,
    ]),
  );
}

function judgeSweep(sweep: SweepReport, metric: MetricId | null): SweepVerdict {
  return rankSeeds(sweep, judgeSeeds(sweep), metric);
}

describe("judgeSweep", () => {
  it("puts failures first, then seeds over the budget, then the others, each from the highest figure", () => {
    const rows = [
      makeRow(1, 40),
      makeRow(2, 120),
      makeRow(3, 110),
      makeRow(4, 90),
      makeRow(5, 40),
      makeRow(6, 10, { failure: failures.nondeterminism }),
      makeRow(7, 0, { failure: failures.game, metrics: {} }),
      makeRow(8, 5, { failure: failures.game }),
      makeRow(9, 0, { failure: failures.environment, metrics: {} }),
    ];
    expect(judgeSweep(makeSweep(rows), null)).toEqual({
      status: "fail",
      metric: "maxDrawCalls",
      passed: 3,
      worst: [9, 8, 7, 6, 2, 3, 4, 1, 5],
    });
  });

  it("decides by the budget that a seed uses most of", () => {
    const budget = { maxDrawCalls: 100, maxTriangles: 1000, maxEntities: 0 };
    const rows = [
      makeRow(1, 0, { metrics: figures({ maxDrawCalls: 50, maxTriangles: 900, maxEntities: 0 }) }),
      makeRow(2, 0, { metrics: figures({ maxDrawCalls: 80, maxTriangles: 100, maxEntities: 0 }) }),
    ];
    expect(judgeSweep(makeSweep(rows, { budget }), null)).toMatchObject({ metric: "maxTriangles", worst: [1, 2] });
    expect(judgeSweep(makeSweep(rows, { budget }), "maxDrawCalls").worst).toEqual([2, 1]);
    const equal = rows.map((row) => ({ ...row, metrics: { ...row.metrics, ...figures({ maxEntities: 1 }) } }));
    expect(judgeSweep(makeSweep(equal, { budget }), null)).toMatchObject({ metric: "maxTriangles" });
    const one = makeRow(3, 0, { metrics: figures({ maxDrawCalls: 1, maxTriangles: 1, maxEntities: 1 }) });
    expect(judgeSweep(makeSweep([...rows, one], { budget }), null)).toMatchObject({ metric: "maxEntities" });
  });

  it("decides without a budget by the first count that differs, or else by one that is not zero", () => {
    const metricOf = (...rows: readonly SweepRow["metrics"][]): string =>
      judgeSweep(
        makeSweep(
          rows.map((metrics, seed) => makeRow(seed, 0, { metrics: figures(metrics) })),
          { budget: null },
        ),
        null,
      ).metric;
    const equal = figures({ maxDrawCalls: 0, maxTriangles: 7 });
    expect(
      metricOf({ ...equal, ...figures({ maxDomChanges: 1 }) }, { ...equal, ...figures({ maxDomChanges: 2 }) }),
    ).toBe("maxDomChanges");
    expect(metricOf(equal, equal)).toBe("maxTriangles");
    expect(metricOf({}, {})).toBe("maxDrawCalls");
  });

  it("passes without a budget, and without a seed", () => {
    expect(judgeSweep(makeSweep([makeRow(1, 500)], { budget: null }), null)).toMatchObject({
      status: "pass",
      passed: 1,
    });
    expect(judgeSweep(makeSweep([]), null)).toEqual({ status: "pass", metric: "maxDrawCalls", passed: 0, worst: [] });
  });

  it("does not judge times that were not measured, and is undecided about one within the noise", () => {
    const budget = { maxDrawCalls: 100, frameCpuMsP95: 4 };
    const judged = (row: SweepRow, overrides: Partial<SweepReport>): object =>
      judgeSweep(makeSweep([row], { budget, ...overrides }), null);
    expect(judged(makeRow(1, 9), { unjudged: ["frameCpuMsP95"] })).toMatchObject({ status: "pass", passed: 1 });
    const noisy = makeRow(1, 9, {
      metrics: { ...makeRow(1, 9).metrics, frameCpuMsP95: { value: 4, low: 3, high: 5 } },
    });
    expect(judged(noisy, {})).toMatchObject({ status: "inconclusive", passed: 0 });
  });
});

describe("the exit code of a sweep", () => {
  const gate = { assertBudget: true, inconclusive: "keep" } as const;
  const codeOf = (rows: readonly SweepRow[], missing: string | null = null, policy = gate): number =>
    sweepExitCode(judgeSeeds(makeSweep(rows)), missing, policy);

  it.each([
    [0, [makeRow(1, 100)]],
    [1, [makeRow(1, 100), makeRow(2, 101)]],
    [4, [makeRow(1, 101), makeRow(2, 5, { failure: failures.nondeterminism })]],
    [5, [makeRow(1, 5, { failure: failures.game }), makeRow(2, 5, { failure: failures.nondeterminism })]],
    [6, [makeRow(1, 5, { failure: failures.environment }), makeRow(2, 5, { failure: failures.game })]],
  ])("is %i, that of the worst seed", (code, rows) => {
    expect(codeOf(rows)).toBe(code);
  });

  it("counts an exceeded budget only if it is asserted, and a failure always", () => {
    const said = { assertBudget: false, inconclusive: "keep" } as const;
    const rows = [makeRow(1, 101), makeRow(2, 5, { failure: failures.game })];
    expect(sweepExitCode(judgeSeeds(makeSweep(rows.slice(0, 1))), null, said)).toBe(0);
    expect(sweepExitCode(judgeSeeds(makeSweep(rows)), null, said)).toBe(5);
  });

  it("is 2 if seeds are missing, which a failed seed cannot hide", () => {
    expect(codeOf([makeRow(1, 3)], "2..4")).toBe(2);
    expect(codeOf([makeRow(1, 3, { failure: failures.game })], "2..4")).toBe(2);
  });
});
