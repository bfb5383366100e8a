import type { RunReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/** The content of `report.json`, which `--json` prints. */
export interface ReportFile {
  readonly report: RunReport;
  readonly verdict: Verdict;
}
