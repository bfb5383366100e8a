import { readFileSync, statSync } from "node:fs";

/** Whether there is a file. A part of its path that is a file itself is an error, which nothing suppresses. */
export function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The text of a file, without a byte-order mark; null where there is none, or it cannot be read. */
export function readFileAt(path: string): string | null {
  try {
    return isFileAt(path) ? readFileSync(path, "utf8").replace(/^\ufeff/, "") : null;
  } catch {
    return null;
  }
}
