import type { DeliveryContext } from "./capability-tiers.ts";
import type { HistoryFigure } from "./history.ts";
import type { Budget, MetricId } from "./metrics.ts";
import type { ServedFile } from "./replay-report.ts";
import type { ReportEnvironment, RunReport } from "./report.ts";
import type { GameIdentity } from "./run-plan.ts";
import type { VerdictLine, VerdictStatus } from "./verdict.ts";

/** Version of the files that Framegate writes. */
export const sweepVersion = 1;

/** The word in a sweep's command that a seed takes the place of. */
export const seedPlaceholder = "SEED";

/** The command that repeats a seed. */
export function commandOfSeed(command: string, seed: number): string {
  return command.replace(`--seed ${seedPlaceholder} `, `--seed ${String(seed)} `);
}

/** Why a seed has no verdict on its budget. */
export const sweepFailureKinds = ["nondeterminism", "game", "environment"] as const;

export type SweepFailureKind = (typeof sweepFailureKinds)[number];

/** A seed whose runs failed or differ. */
export interface SweepFailure {
  readonly seed: number;
  readonly kind: SweepFailureKind;
  /** Stable code of the error or of the notice. */
  readonly code: string;
  readonly message: string;
}

/** The measurements with one seed. */
export interface SweepRow {
  readonly seed: number;
  readonly chain: string | null;
  readonly metrics: Readonly<Partial<Record<MetricId, HistoryFigure>>>;
  readonly failure: Omit<SweepFailure, "seed"> | null;
}

/** The verdict on one seed. */
export interface SeedVerdict {
  readonly seed: number;
  readonly status: VerdictStatus;
  /** Null if it passes. */
  readonly cause: SweepFailureKind | "budget" | null;
  /** As of a report. */
  readonly lines: readonly VerdictLine[];
}

/** How the figures of a metric are spread over seeds. */
export interface Distribution {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Figures of one metric, one entry for each seed; null where it was not measured. */
export interface SweepColumn {
  readonly values: readonly (number | null)[];
  /** Ends of the 95 % intervals of a timed metric; null for an exact one. */
  readonly low: readonly (number | null)[] | null;
  readonly high: readonly (number | null)[] | null;
}

/** Part i of n of a sweep. */
export interface SweepShard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** The measurements with many seeds. */
export interface SweepReport {
  readonly version: typeof sweepVersion;
  readonly game: GameIdentity;
  /** The game as the user named it, relative to the working directory. */
  readonly target: string;
  readonly context: DeliveryContext;
  /** Command that repeats a seed, which takes the place of the word SEED. */
  readonly command: string;
  readonly frames: RunReport["frames"];
  readonly viewport: RunReport["viewport"];
  readonly query: string;
  readonly tape: RunReport["tape"];
  /** As in a report. */
  readonly options: readonly string[];
  readonly budget: Budget | null;
  /** Budgeted metrics that this sweep does not judge, because it times nothing. */
  readonly unjudged: readonly MetricId[];
  /** The facts that the counts may depend on. */
  readonly environment: Pick<ReportEnvironment, "framegate" | "browserVersion" | "platform" | "arch">;
  /** Files that were served to the page with any of the seeds. */
  readonly files: readonly ServedFile[];
  /** The whole list of seeds, as `--seeds` takes it, whatever the shard. */
  readonly list: string;
  /** Null if it is not a part. */
  readonly shard: SweepShard | null;
  /** Seeds that should be here and were not run, in the same form; null if there are none. */
  readonly missing: string | null;
  /** Seeds that were run, ascending. All columns have one entry for each. */
  readonly seeds: readonly number[];
  /** Chained hash of the last measured frame: equal exactly if all frames are. Null if there is none. */
  readonly chains: readonly (string | null)[];
  /** Metrics that were measured with any of the seeds. */
  readonly metrics: Readonly<Partial<Record<MetricId, SweepColumn>>>;
  readonly failures: readonly SweepFailure[];
}

/** The seeds in order, and how many passed. */
export interface SweepVerdict {
  /** The worst of all seeds. */
  readonly status: VerdictStatus;
  /** The metric that decides which seed is worst. */
  readonly metric: MetricId;
  /** Seeds that did not fail, and whose budget holds. */
  readonly passed: number;
  /** Worst first: failures, then exceeded budgets, then the others. */
  readonly worst: readonly number[];
}

/** A sweep with everything that is computed from it, for its reports. */
export interface ExaminedSweep {
  readonly file: SweepFile;
  /** In the order of the seeds. */
  readonly seeds: readonly SeedVerdict[];
  /** Of the metrics that were measured. */
  readonly distributions: Readonly<Partial<Record<MetricId, Distribution>>>;
}

/** The content of `sweep.json`, which `--json` prints. */
export interface SweepFile {
  readonly sweep: SweepReport;
  readonly verdict: SweepVerdict;
}
