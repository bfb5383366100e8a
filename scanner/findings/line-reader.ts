import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LineReader } from "../report/scan-report.ts";

/** Makes a function that reads single lines of files, named as in findings, relative to `cwd`. */
export function createLineReader(cwd: string): LineReader {
  const files = new Map<string, (line: number) => string | null>();
  return (file, line) => {
    const lineOf = files.get(file) ?? createLineOf(readIfThere(resolve(cwd, file)));
    files.set(file, lineOf);
    return lineOf(line);
  };
}

/** Looks for line breaks only as far as a line is asked for, and slices only that line. */
function createLineOf(text: string): (line: number) => string | null {
  const breaks = /\r\n|[\n\r\u2028\u2029]/g;
  const starts = [text.startsWith("\ufeff") ? 1 : 0];
  const ends: number[] = [];
  return (line) => {
    while (ends.length < Math.min(line, starts.length)) {
      const found = breaks.exec(text);
      ends.push(found?.index ?? text.length);
      if (found !== null) starts.push(breaks.lastIndex);
    }
    const start = starts[line - 1];
    return start === undefined ? null : text.slice(start, ends[line - 1]);
  };
}

/** The text of a file; an empty one where the file is gone since it was scanned, which a report can do without. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
