import type { BaselineEntry } from "../findings/baseline.ts";
import type { Finding, Notice } from "../findings/finding.ts";

/** What reports are made from. */
export interface ScanReport {
  /** In the order of file, line and column. */
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
  readonly filesScanned: number;
  readonly suppressedCount: number;
  readonly baselinedCount: number;
  /** What the baseline lists and nobody finds any more. */
  readonly stale: readonly BaselineEntry[];
}

/** Gives the text of a line, one-based, of a file as findings name it; null where it cannot be read. */
export type LineReader = (file: string, line: number) => string | null;
