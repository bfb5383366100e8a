import {
  type Budget,
  columnOf,
  metricDefinitions,
  metricIds,
  type MetricId,
  recordByMetric,
} from "../../src/formats/metrics.ts";
import type { MetricResult } from "../../src/formats/report.ts";
import { rowsOfColumns } from "../../src/formats/sweep-rows.ts";
import type { SeedVerdict, SweepReport, SweepRow, SweepVerdict } from "../../src/formats/sweep.ts";
import { judgeReport } from "./judge-report.ts";

/** The verdict on each seed, in the order of the seeds. */
export function judgeSeeds(sweep: SweepReport): readonly SeedVerdict[] {
  const budget = judgedBudget(sweep);
  return rowsOfColumns(sweep).map((row) => judgeSeed(row, budget));
}

/**
 * Puts the seeds in order, worst first.
 *
 * @param verdicts Those of `judgeSeeds`.
 * @param metric The metric that decides; null for the budget that a seed uses most of, among those whose metric differs
 * between seeds, or, without a budget, the first such count.
 */
export function judgeSweep(
  sweep: SweepReport,
  verdicts: readonly SeedVerdict[],
  metric: MetricId | null,
): SweepVerdict {
  const decides = metric ?? decidingMetric(sweep);
  const values = sweep.metrics[decides]?.values ?? [];
  const ranked = verdicts
    .map((verdict, index) => ({ ...verdict, value: values[index] ?? Number.NEGATIVE_INFINITY }))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || compare(other.value, one.value) || one.seed - other.seed);
  const [worst] = ranked;
  return {
    status: worst?.status ?? "pass",
    metric: decides,
    passed: verdicts.filter(({ status }) => status === "pass").length,
    worst: ranked.map(({ seed }) => seed),
  };
}

/** The budget without its lines that this sweep cannot judge. */
export function judgedBudget({ budget, unjudged }: Pick<SweepReport, "budget" | "unjudged">): Budget {
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const limit = budget?.[id];
      return limit === undefined || unjudged.includes(id) ? [] : [[id, limit]];
    }),
  );
}

function judgeSeed({ seed, metrics, failure }: SweepRow, budget: Budget): SeedVerdict {
  const results = recordByMetric((id): MetricResult => {
    const { value, low, high } = metrics[id] ?? { value: null, low: null, high: null };
    return { value, low, high, unit: metricDefinitions[id].unit, reason: null, mean: null, frame: null };
  });
  const figures = { metrics: results, divergence: null, namedUses: [], notices: [], baseline: null, calibration: null };
  const { status, lines } = judgeReport(figures, budget);
  if (failure !== null) return { seed, status: "fail", cause: failure.kind, lines };
  return { seed, status, cause: status === "pass" ? null : "budget", lines };
}

function decidingMetric(sweep: SweepReport): MetricId {
  const budget = judgedBudget(sweep);
  const limited = metricIds.filter((id) => budget[id] !== undefined);
  const valuesOf = (id: MetricId): readonly number[] =>
    sweep.metrics[id]?.values.filter((value) => value !== null) ?? [];
  const differs = (id: MetricId): boolean => new Set(valuesOf(id)).size > 1;
  if (limited.length > 0) {
    const shares = new Map(limited.map((id) => [id, greatestShare(sweep, id, budget[id] ?? 0)]));
    // A metric with the same value for all seeds, such as the bytes of the page, cannot rank them.
    const deciding = limited.some(differs) ? limited.filter(differs) : limited;
    return deciding.reduce((first, id) => ((shares.get(id) ?? 0) > (shares.get(first) ?? 0) ? id : first));
  }
  const counts = metricIds.filter((id) => columnOf(id) !== null);
  return counts.find(differs) ?? counts.find((id) => valuesOf(id).some((value) => value > 0)) ?? "maxDrawCalls";
}

/** The largest share of a limit that a seed uses. */
function greatestShare({ metrics }: SweepReport, id: MetricId, limit: number): number {
  const shares = (metrics[id]?.values ?? []).map((value) => {
    if (value === null || value === 0) return 0;
    return limit === 0 ? Number.POSITIVE_INFINITY : value / limit;
  });
  return shares.reduce((most, share) => Math.max(most, share), 0);
}

/** The rank of a seed. Seeds without a verdict come first, in the order of the exit codes. */
function rankOf({ status, cause }: SeedVerdict): number {
  switch (cause) {
    case "environment":
      return 0;
    case "game":
      return 1;
    case "nondeterminism":
      return 2;
    case "budget":
      return status === "fail" ? 3 : 4;
    case null:
      return 5;
  }
}

/** Two values may both be missing, and infinities have no difference. */
function compare(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
