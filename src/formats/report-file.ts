import type { Validation } from "./diagnostics.ts";
import type { RunReport } from "./report.ts";
import { reportFileSchema } from "./report-schema.ts";
import { validateDocument } from "./validate-document.ts";
import type { Verdict } from "./verdict.ts";

/** The content of `report.json`, which `--json` prints. */
export interface ReportFile {
  readonly report: RunReport;
  readonly verdict: Verdict;
}

/** Checks the text of a `report.json`. Never throws. */
export function validateReport(text: string): Validation<ReportFile> {
  const validation = validateDocument(text, reportFileSchema, { overrides: () => [], checks: () => [] });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}
