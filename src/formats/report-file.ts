import type { RunReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";

/** What `report.json` holds and `--json` prints. */
export interface ReportFile {
  readonly report: RunReport;
  readonly verdict: Verdict;
}
