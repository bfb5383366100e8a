import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { orUnreadable } from "../findings/scan-error.ts";

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

/** The text of a source, without a byte-order mark. Throws `ScanError` if the system cannot read it. */
export function readSource(path: string): string {
  // Named in an object, because Node makes one of a plain "utf8" for each of ten thousand files.
  const text = orUnreadable(path, () => readFileSync(path, { encoding: "utf8" }));
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

type EntryKind = "file" | "folder" | null;

/** The kind of an entry of a folder, and of what a link leads to. */
export function kindOf(entry: Dirent, path: string): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? kindAt(path) : null;
}

/** The kind of what is at a path; null where there is nothing, as with links that lead to each other. */
export function kindAt(path: string): EntryKind {
  return orUnreadable(path, () => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory() === true) return "folder";
      return stats?.isFile() === true ? "file" : null;
    } catch (thrown) {
      if (thrown instanceof Error && "code" in thrown && thrown.code === "ELOOP") return null;
      throw thrown;
    }
  });
}

export function realPathOf(path: string): string {
  return orUnreadable(path, () => realpathSync(path));
}

/** The entries of a folder. One that cannot be read is an error: nobody would know that it was not scanned. */
export function entriesOf(folder: string): readonly Dirent[] {
  const entries = orUnreadable(folder, () => readdirSync(folder, { withFileTypes: true }));
  // The order matters only for links: of several links to one place, the first is followed.
  return entries.some((entry) => entry.isSymbolicLink())
    ? entries.sort((left, right) => (left.name < right.name ? -1 : 1))
    : entries;
}
