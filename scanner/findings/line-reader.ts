import { resolve } from "node:path";
import { readFileAt } from "../find/files.ts";
import { remember } from "./remember.ts";
import type { LineReader } from "../report/scan-report.ts";

/** Creates a function that reads single lines of files, given by their paths in findings, relative to `cwd`. */
export function createLineReader(cwd: string): LineReader {
  const files = new Map<string, readonly string[]>();
  const read = (file: string): readonly string[] =>
    (readFileAt(resolve(cwd, file)) ?? "").split(/\r\n|[\n\r\u2028\u2029]/);
  return (file, line) => remember(files, file, read)[line - 1] ?? null;
}
