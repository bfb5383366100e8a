import { metricDefinitions, metricIds, type Budget, type MetricId } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { Verdict, VerdictLine, VerdictStatus } from "../../src/formats/verdict.ts";

/** The part of a report that decides the verdict. */
export type JudgedFigures = Pick<
  RunReport,
  "metrics" | "divergence" | "namedUses" | "notices" | "baseline" | "calibration"
>;

/**
 * Compares a report with a budget: one line for each metric of the budget, in the order of the catalogue. A value
 * exceeds its limit if it is strictly greater.
 *
 * A game that fails in every run comes first, then nondeterminism, which includes a failure in some runs, then a
 * regression against another build, and the budget last: a figure that the next run does not reproduce cannot be
 * judged. A strict verdict also fails on an API whose results are not repeatable, even if all runs are equal.
 */
export function judgeReport(report: JudgedFigures, budget: Budget | null, isStrict = false): Verdict {
  const lines = metricIds.flatMap((metric) => {
    const limit = budget?.[metric];
    return limit === undefined ? [] : [judgeMetric(metric, report, limit)];
  });
  const hasFailed = report.notices.some((notice) => notice.severity === "failure");
  if (hasFailed && report.divergence?.column !== "failure") return { status: "fail", cause: "game", lines };
  const isNamed = isStrict && report.namedUses.length > 0;
  if (report.divergence !== null || isNamed) return { status: "fail", cause: "nondeterminism", lines };
  const regression = judgeBaseline(report.baseline);
  const status = worstStatus(lines);
  // A comparison that is not decided hides no limit that is exceeded.
  if (regression === "fail" || (regression === "inconclusive" && status !== "fail"))
    return { status: regression, cause: "regression", lines };
  return status === "pass" ? { status, lines } : { status, cause: "budget", lines };
}

/** Exact columns come first. Times are only reported, unless they were asked to decide. */
function judgeBaseline(baseline: RunReport["baseline"]): VerdictStatus {
  if (baseline === null) return "pass";
  if (baseline.work === "too-much") return "fail";
  if (!baseline.failsOnTime) return "pass";
  if (baseline.times === null || baseline.times.verdict === "undecided") return "inconclusive";
  return baseline.times.verdict === "slower" ? "fail" : "pass";
}

function judgeMetric(metric: MetricId, { metrics, calibration }: JudgedFigures, budget: number): VerdictLine {
  const { value, low, high } = metrics[metric];
  const line = { metric, value, budget };
  if (value === null) return { ...line, status: "fail", reason: "not-measured" };
  if (low === null || high === null) return { ...line, status: "inconclusive", reason: "too-few-repeats" };
  // The boot is wall time, which is never converted.
  const isConverted = calibration !== null && metricDefinitions[metric].kind === "timed" && metric !== "bootMs";
  if (isConverted && !calibration.isTrusted) return { ...line, status: "inconclusive", reason: "other-machine" };
  // For an exact metric both ends equal the value, so one run decides.
  if (low > budget) return { ...line, status: "fail", reason: "exceeded" };
  if (high <= budget) return { ...line, status: "pass", reason: null };
  // If the limit lies within the noise, the next run may decide otherwise. A verdict that passes today and fails
  // tomorrow teaches people to press "run again".
  return { ...line, status: "inconclusive", reason: "limit-within-noise" };
}

function worstStatus(lines: readonly VerdictLine[]): VerdictStatus {
  if (lines.some((line) => line.status === "fail")) return "fail";
  return lines.some((line) => line.status === "inconclusive") ? "inconclusive" : "pass";
}
