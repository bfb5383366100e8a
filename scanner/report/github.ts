import { escapeControls } from "./escape-controls.ts";
import type { ScanReport } from "./scan-report.ts";

/** Workflow commands, one on each line, which GitHub shows beside the changed code. Empty for a clean scan. */
export function renderGithub({ findings, notices }: ScanReport): string {
  const found = findings.map((finding) => ({ ...finding, title: `${finding.group}: ${finding.api}` }));
  const noticed = notices.map((notice) => ({ ...notice, severity: "notice", title: notice.kind }));
  return [...found, ...noticed]
    .map(({ severity, file, line, column, title, message }) => {
      const properties = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(title)}`;
      return `::${severity} ${properties}::${escapeData(message)}\n`;
    })
    .join("");
}

function escapeData(text: string): string {
  return escapeControls(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

/** In a property, what would end it is escaped as well. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
