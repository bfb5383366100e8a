import { metricIds, type Budget, type MetricId } from "../../src/formats/metrics.ts";
import type { MetricResult, RunReport } from "../../src/formats/report.ts";
import type { Verdict, VerdictLine, VerdictStatus } from "../../src/formats/verdict.ts";

/** The part of a report that a verdict rests on. */
export type JudgedFigures = Pick<RunReport, "metrics" | "divergence" | "notices">;

/**
 * Says what `budget` (null: none was declared) means for what was measured, one line per declared metric in the order of
 * the catalogue. Exceeded is strictly greater. Nondeterminism comes before a failed game and both before any budget: a
 * figure that the next run does not repeat cannot hold or break a limit.
 */
export function judgeReport(report: JudgedFigures, budget: Budget | null): Verdict {
  const lines = metricIds.flatMap((metric) => {
    const limit = budget?.[metric];
    return limit === undefined ? [] : [judgeMetric(metric, report.metrics[metric], limit)];
  });
  if (report.divergence !== null) return { status: "fail", cause: "nondeterminism", lines };
  if (report.notices.some((notice) => notice.severity === "failure")) return { status: "fail", cause: "game", lines };
  const status = worstStatus(lines);
  return status === "pass" ? { status, lines } : { status, cause: "budget", lines };
}

function judgeMetric(metric: MetricId, measured: MetricResult, budget: number): VerdictLine {
  const { value, low, high } = measured;
  const line = { metric, value, budget };
  if (value === null) return { ...line, status: "fail", reason: "not-measured" };
  if (low === null || high === null) return { ...line, status: "inconclusive", reason: "too-few-repeats" };
  // For an exact metric both ends are the value, so that one run decides and nothing is inconclusive.
  if (low > budget) return { ...line, status: "fail", reason: "exceeded" };
  if (high <= budget) return { ...line, status: "pass", reason: null };
  // A limit inside the noise can go either way on the next run. Calling it passed today and failed tomorrow teaches
  // people to press "run again".
  return { ...line, status: "inconclusive", reason: "limit-within-noise" };
}

function worstStatus(lines: readonly VerdictLine[]): VerdictStatus {
  if (lines.some((line) => line.status === "fail")) return "fail";
  return lines.some((line) => line.status === "inconclusive") ? "inconclusive" : "pass";
}
