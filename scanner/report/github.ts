import type { ScanReport } from "./scan-report.ts";

/** Workflow commands, one on each line, which GitHub shows beside the changed code. Empty for a clean scan. */
export function renderGithub({ findings, notices }: ScanReport): string {
  const errors = findings.map(({ severity, file, line, column, api, group, message }) => {
    return command(severity, { file, line, col: column, title: `${group}: ${api}` }, message);
  });
  const remarks = notices.map(({ file, line, column, kind, message }) =>
    command("notice", { file, line, col: column, title: kind }, message),
  );
  return [...errors, ...remarks].map((line) => `${line}\n`).join("");
}

/** `::error file=a.ts,line=1::message`. Characters that would end a property or the command are escaped. */
function command(
  name: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${list.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
