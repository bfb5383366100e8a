import type { Scan } from "../follow/analyse.ts";
import type { Grounds } from "../find/grounds.ts";
import type { LineReader } from "../report/scan-report.ts";
import type { Suppression } from "./suppressions.ts";

/** What sources say, before anything is let pass. */
export interface ScannedSources extends Scan {
  readonly suppressions: readonly Suppression[];
}

/** What is left when suppressions have been applied. */
export interface FoundProblems extends Scan {
  readonly suppressedCount: number;
  readonly readLine: LineReader;
  /** Of what these were found in; null without a cache, where nobody asks. */
  readonly grounds: Grounds | null;
}
