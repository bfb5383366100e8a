import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { renderList } from "../../scanner/report/list.ts";
import type { LineReader, ScanReport } from "../../scanner/report/scan-report.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";

/** What people read of a scan, on the standard error: every finding with its line of code, and how many there are. */
export function renderScanned(report: ScanReport, io: Pick<CommandIo, "cwd" | "env" | "stderr">): string {
  return renderList(report, { colour: wantsColour(io.stderr, io.env), readLine: createLineReader(io.cwd) });
}

function createLineReader(cwd: string): LineReader {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = files.get(file) ?? readLines(resolve(cwd, file));
    files.set(file, lines);
    return lines[line - 1] ?? null;
  };
}

/** The report does without the line of a file that has gone since it was scanned. */
function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "").split(/\r\n|[\n\r\u2028\u2029]/);
  } catch {
    return [];
  }
}
