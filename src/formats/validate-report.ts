import type { Validation } from "./diagnostics.ts";
import { errorAt, type Finding } from "./findings.ts";
import { memberOf } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { reportVersion } from "./report.ts";
import type { ReportFile } from "./report-file.ts";
import { reportFileSchema } from "./report-schema.ts";
import { validateDocument } from "./validate-document.ts";

/** Validates the text of a `report.json`. Never throws. */
export function validateReportFile(text: string): Validation<ReportFile> {
  const validation = validateDocument(text, reportFileSchema, {
    blockers: findOtherVersion,
    overrides: () => [],
    checks: () => [],
  });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}

/** Everything else in such a report may have another meaning. */
function findOtherVersion(root: JsonNode): readonly Finding[] {
  const node = memberOf(memberOf(root, "report"), "version");
  const version = node?.kind === "leaf" ? node.value : null;
  if (typeof version !== "number" || version === reportVersion) return [];
  const message = `This is a report of version ${String(version)}. This Framegate reads version ${String(reportVersion)}; run the game again, or use the Framegate that wrote it.`;
  return [errorAt(["report", "version"], "other-version", message)];
}
