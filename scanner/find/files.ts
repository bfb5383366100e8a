import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { orNull, orScanError } from "../findings/scan-error.ts";

/** Whether a file exists at a path. Node's own option does not suppress the error for a path through another file. */
export function isFileAt(path: string): boolean {
  return orNull(() => statSync(path, { throwIfNoEntry: false })?.isFile()) === true;
}

/** The text of a file, without a byte-order mark. Null if it does not exist or cannot be read. */
export function readFileAt(path: string): string | null {
  return orNull(() => (isFileAt(path) ? readFileSync(path, "utf8").replace(/^\ufeff/, "") : null));
}

/** The text of a source, without a byte-order mark. Throws `ScanError` if the system cannot read it. */
export function readSource(path: string): string {
  // An options object, because Node would create one from a plain "utf8" for each of ten thousand files.
  const text = orScanError("path-unreadable", path, () => readFileSync(path, { encoding: "utf8" }));
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

type EntryKind = "file" | "folder" | null;

/** The kind of a folder's entry, or of the target of a link. */
export function kindOf(entry: Dirent, path: string): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? kindAt(path) : null;
}

/** The kind of a path. Null if nothing exists there, also for links in a cycle. */
export function kindAt(path: string): EntryKind {
  return orScanError("path-unreadable", path, () => {
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
  return orScanError("path-unreadable", path, () => realpathSync(path));
}

/** The entries of a folder. One that cannot be read is an error, because otherwise nobody would know it was skipped. */
export function entriesOf(folder: string): readonly Dirent[] {
  const entries = orScanError("path-unreadable", folder, () => readdirSync(folder, { withFileTypes: true }));
  // The order matters only for links, because of several links to one place the first is followed.
  return entries.some((entry) => entry.isSymbolicLink())
    ? entries.sort((left, right) => (left.name < right.name ? -1 : 1))
    : entries;
}
