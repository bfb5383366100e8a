import type { ScanReport } from "./scan-report.ts";
import { workflowCommand } from "./workflow-command.ts";

/** Renders workflow commands, one per line, which GitHub shows beside the changed code. Empty for a clean scan. */
export function renderGithub({ findings, notices }: ScanReport): string {
  const found = findings.map((finding) => ({ ...finding, title: `${finding.group}: ${finding.api}` }));
  const noticed = notices.map((notice) => ({ ...notice, severity: "notice", title: notice.kind }));
  return [...found, ...noticed]
    .map(({ severity, file, line, column, title, message }) =>
      workflowCommand(severity, { file, line, col: column, title }, message),
    )
    .join("");
}
