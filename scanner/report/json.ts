import { escapeControls } from "./escape-controls.ts";
import type { ScanReport } from "./scan-report.ts";

/** The promised keys of all objects. In notices, `api` works as in findings, and `kind` is its older name. */
const keys = "findings notices filesScanned file line column api kind group severity message related chain".split(" ");

/** Renders the report for programs: one JSON object and a newline. */
export function renderJson({ findings, notices, filesScanned }: ScanReport): string {
  const named = notices.map((notice) => ({ ...notice, api: notice.kind }));
  return `${escapeControls(JSON.stringify({ findings, notices: named, filesScanned }, keys, 2))}\n`;
}
