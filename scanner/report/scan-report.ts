import type { BaselineEntry } from "../findings/baseline.ts";
import type { Finding, Notice } from "../findings/finding.ts";

/** The input of all reports. */
export interface ScanReport {
  /** Sorted by file, line and column. */
  readonly findings: readonly Finding[];
  /** Sorted the same way. */
  readonly notices: readonly Notice[];
  /** The number of files scanned. */
  readonly filesScanned: number;
  /** The number of findings suppressed by comments. */
  readonly suppressedCount: number;
  /** The number of findings in the baseline. */
  readonly baselinedCount: number;
  /** Entries of the baseline that are no longer found. */
  readonly stale: readonly BaselineEntry[];
  /** Whether a scanned game gets a `ctx`, which advice then names. */
  readonly hasContext: boolean;
}

/** Returns a line (one-based) of a file given by its path in findings, or null if it cannot be read. */
export type LineReader = (file: string, line: number) => string | null;
