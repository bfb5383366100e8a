import type { BaselineEntry } from "../findings/baseline.ts";
import type { Finding, Notice } from "../findings/finding.ts";

/** Everything that reports are made from. */
export interface ScanReport {
  /** In the order of file, line and column. */
  readonly findings: readonly Finding[];
  /** In the same order. */
  readonly notices: readonly Notice[];
  /** How many files were read. */
  readonly filesScanned: number;
  /** How many findings a comment in the code lets pass. */
  readonly suppressedCount: number;
  /** How many findings the baseline lets pass. */
  readonly baselinedCount: number;
  /** Entries of the baseline that are no longer found. */
  readonly stale: readonly BaselineEntry[];
  /** Whether a game among what was scanned is handed a `ctx`, which is what advice names then. */
  readonly hasContext: boolean;
}

/** Gives the text of a line, one-based, of a file as findings name it; null where it cannot be read. */
export type LineReader = (file: string, line: number) => string | null;
