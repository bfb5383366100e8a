import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LineReader } from "../report/scan-report.ts";

/** A line of a file as findings name it, and its text. */
export type KnownLine = readonly [file: string, line: number, text: string];

/**
 * Makes a function that reads single lines of files, named as in findings, relative to `cwd`. `known` lines are not read.
 */
export function createLineReader(cwd: string, known: readonly KnownLine[] = []): LineReader {
  const texts = new Map(known.map(([file, line, text]) => [keyOf(file, line), text]));
  const files = new Map<string, LineOf>();
  return (file, line) => {
    const text = texts.get(keyOf(file, line));
    if (text !== undefined) return text;
    const lineOf = files.get(file) ?? createLineOf(readIfThere(resolve(cwd, file)));
    files.set(file, lineOf);
    return lineOf(line);
  };
}

function keyOf(file: string, line: number): string {
  return `${String(line)}:${file}`;
}

/** Gives the text of a line, by its one-based number. */
type LineOf = (line: number) => string | null;

/** Looks for line breaks only as far as a line is asked for, and slices only that line. */
function createLineOf(text: string): LineOf {
  const breaks = /\r\n|[\n\r\u2028\u2029]/g;
  const starts = [text.startsWith("\ufeff") ? 1 : 0];
  let isWhole = false;
  // All findings of a minified file are in one line, which is as long as the file.
  let last: { readonly line: number; readonly text: string } | null = null;
  return (line) => {
    if (last?.line === line) return last.text;
    while (!isWhole && starts.length <= line) {
      if (breaks.test(text)) starts.push(breaks.lastIndex);
      else isWhole = true;
    }
    const start = starts[line - 1];
    if (start === undefined) return null;
    last = { line, text: text.slice(start, starts[line]).replace(/[\n\r\u2028\u2029]+$/, "") };
    return last.text;
  };
}

/** A file may be gone since it was scanned. Its lines are left out of the report. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
