import type { MetricId } from "./metrics.ts";

/** The outcome of a budget, or of one of its lines. */
export type VerdictStatus = "pass" | "fail" | "inconclusive";

/** Why a line of a budget does not pass. */
export type VerdictReason = "exceeded" | "not-measured" | "limit-within-noise" | "too-few-repeats" | "other-machine";

/** The verdict on one metric of a budget. */
export interface VerdictLine {
  readonly metric: MetricId;
  readonly value: number | null;
  readonly budget: number;
  readonly status: VerdictStatus;
  /** The reason why the line did not pass, as a stable code; null on a pass. */
  readonly reason: VerdictReason | null;
}

/** The result of comparing a report with a budget. A report can be judged again without a browser. */
export interface Verdict {
  readonly status: VerdictStatus;
  /** Absent on a pass. */
  readonly cause?: "budget" | "regression" | "nondeterminism" | "game";
  readonly lines: readonly VerdictLine[];
}
