import type { Finding, Notice } from "./finding.ts";
import type { Suppression } from "./suppressions.ts";

/** Findings and notices in the order of file, line and column. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
}

/** The findings of sources before suppressions are applied. */
export interface ScannedSources extends Scan {
  readonly suppressions: readonly Suppression[];
}
