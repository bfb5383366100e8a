import type { MetricId } from "./metrics.ts";
import type { VerdictStatus } from "./verdict.ts";

/** Version of the lines that Framegate writes. */
export const historyVersion = 1;

/** A figure of a run: its value, and its interval. For an exact metric both ends are the value. */
export interface HistoryFigure {
  readonly value: number;
  /** Null if there is no interval, as from a single timed run. */
  readonly low: number | null;
  readonly high: number | null;
}

/** One run, as a line of a history. */
export interface HistoryEntry {
  readonly version: typeof historyVersion;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** Null outside a git repository. */
  readonly commit: string | null;
  readonly game: string;
  /** Page without a manifest, as the user named it: pages often share a title. Absent for a game with a manifest. */
  readonly page?: string;
  readonly seed: number;
  /** Measured. */
  readonly frames: number;
  readonly warmup: number;
  /** SHA-256 of the tape; null if there was none. */
  readonly tape: string | null;
  readonly query: string;
  /** Times are comparable only if this is equal. */
  readonly machine: string;
  readonly browser: string;
  /** The metrics that were measured. */
  readonly metrics: Readonly<Partial<Record<MetricId, HistoryFigure>>>;
  readonly verdict: VerdictStatus;
}
