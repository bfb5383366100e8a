import { closeSync, existsSync, fsyncSync, openSync, readSync, fstatSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { systemReason } from "../../disk/system-reason.ts";
import type { HistoryEntry } from "../../src/formats/history.ts";
import { FramegateError } from "../errors.ts";
import { checkWritable } from "./write-report.ts";

/**
 * Appends a run to a history, which need not exist, as one line. A line left unfinished by a crash stays separate.
 *
 * @throws FramegateError `write-failed`.
 */
export function appendHistory(path: string, entry: HistoryEntry): void {
  withHistory(path, (file) => {
    const opening = endsLine(file) ? "" : "\n";
    writeFileSync(file, `${opening}${JSON.stringify(entry)}\n`);
    fsyncSync(file);
  });
}

/**
 * Checks before a run that a history can be appended to.
 *
 * @throws FramegateError `write-failed`.
 */
export async function checkHistory(path: string): Promise<void> {
  if (existsSync(path)) withHistory(path, () => undefined);
  else await checkWritable(dirname(path));
}

function withHistory(path: string, use: (file: number) => void): void {
  try {
    makeFolder(dirname(path));
    const file = openSync(path, "a+");
    try {
      if (!fstatSync(file).isFile()) throw new Error("it is no file");
      use(file);
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    throw new FramegateError("write-failed", { path, reason: systemReason(thrown) }, { cause: thrown });
  }
}

function endsLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = new Uint8Array(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 10;
}
