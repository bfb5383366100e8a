import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LineReader } from "../report/scan-report.ts";

/** Makes a function that reads single lines of files, named as in findings, relative to `cwd`. */
export function createLineReader(cwd: string): LineReader {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = files.get(file) ?? readIfThere(resolve(cwd, file)).split(/\r\n|[\n\r\u2028\u2029]/);
    files.set(file, lines);
    return lines[line - 1] ?? null;
  };
}

/** The text of a file; an empty one where the file is gone since it was scanned, which a report can do without. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch {
    return "";
  }
}
