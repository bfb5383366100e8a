import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LineReader } from "../report/scan-report.ts";

/** A line of a file as findings name it, and its text. */
export type KnownLine = readonly [file: string, line: number, text: string];

/**
 * Reads the lines that a report shows, of files that findings name, relative to `cwd`. What is known is not read.
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

/** The line of a number, from one. */
type LineOf = (line: number) => string | null;

/** Goes through the text as far as it is asked for, and makes no text of the lines that nobody asks for, which are most. */
function createLineOf(text: string): LineOf {
  const breaks = /\r\n|[\n\r\u2028\u2029]/g;
  const starts = [text.startsWith("\ufeff") ? 1 : 0];
  let isWhole = false;
  // Minified, all findings of a file are in one line, which is as long as the file.
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

/** The report does without the line of a file that has gone since it was scanned. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
