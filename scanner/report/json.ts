import type { Finding, Notice, RelatedPlace } from "../findings/finding.ts";
import type { ScanReport } from "./scan-report.ts";

/** Renders the report for programs: one JSON object and a line break. */
export function renderJson({ findings, notices, filesScanned }: ScanReport): string {
  return `${JSON.stringify({ findings: findings.map(toFinding), notices: notices.map(toNotice), filesScanned }, null, 2)}\n`;
}

function toFinding({ file, line, column, api, group, severity, message, related, chain }: Finding): object {
  return {
    file,
    line,
    column,
    api,
    group,
    severity,
    message,
    related: related.map(toPlace),
    chain: chain.map(toPlace),
  };
}

/** `api` as in findings; `kind` is its older name. */
function toNotice({ file, line, column, kind, message }: Notice): object {
  return { file, line, column, api: kind, kind, message };
}

function toPlace({ file, line, column, message }: RelatedPlace): object {
  return { file, line, column, message };
}
