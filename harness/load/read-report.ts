import type { ReportFile } from "../../src/formats/report-file.ts";
import { validateReportFile } from "../../src/formats/validate-report.ts";
import { acceptFile } from "./accept-file.ts";
import { findReport } from "./find-report.ts";
import { readText } from "./read-text.ts";

/** A stored report, with the path of its file. */
export interface StoredReport {
  readonly path: string;
  readonly file: ReportFile;
}

/**
 * Reads the report that a path refers to: a `report.json`, the one in a run's folder, or the newest one in a folder of
 * reports.
 *
 * @throws FramegateError `report-not-found`, `file-unreadable`, `file-invalid`.
 */
export function readReport(at: string): StoredReport {
  const path = findReport(at);
  const text = readText(path);
  return { path, file: acceptFile(path, text, validateReportFile(text)).value };
}
