import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { systemReason } from "../../disk/system-reason.ts";
import { FramegateError } from "../errors.ts";
import { type FileKind, fileNamePatterns, kindOfName } from "./file-kind.ts";

/** A file to check. It may turn out to be a folder, or unreadable. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Its name for the user: relative to the working directory, unless given as an absolute path. */
  readonly name: string;
  readonly kind: FileKind;
}

export interface FindOptions {
  readonly cwd: string;
  /**
   * For a named file, its kind regardless of its name. For a folder, the only kind to look for. Null decides by name.
   */
  readonly kind: FileKind | null;
}

/** Folders with third-party or generated files. */
const ignoredFolders: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", "reports"]);

/**
 * The files of an argument: the file itself, or all files of a folder at any depth, sorted by path. A folder whose name
 * is that of one of our files counts as a file, so that it is reported.
 *
 * Throws `file-unreadable` and `kind-unknown`.
 */
export async function findFiles(argument: string, { cwd, kind }: FindOptions): Promise<readonly FoundFile[]> {
  const path = resolve(cwd, argument);
  const ofName = kindOfName(basename(path));
  if (ofName !== null) {
    await lstat(path).catch(refuse(path));
    return [{ path, name: argument, kind: kind ?? ofName }];
  }
  const isFolder = (await stat(path).catch(refuse(path))).isDirectory();
  if (!isFolder && kind === null)
    throw new FramegateError("kind-unknown", { path: argument, patterns: fileNamePatterns });
  if (!isFolder && kind !== null) return [{ path, name: argument, kind }];
  const below = await listFilesBelow(path);
  return below.flatMap((file) => {
    const found = kindOfName(basename(file));
    if (found === null || (kind !== null && kind !== found)) return [];
    return [{ path: join(path, file), name: join(argument, file), kind: found }];
  });
}

/**
 * Paths of all files below a folder, relative to it and sorted, except those of packages, builds and reports. Links to
 * folders are not followed, because they may form a cycle. Throws `file-unreadable`.
 */
export async function listFilesBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(refuse(at));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (!entry.isDirectory() || kindOfName(entry.name) !== null) files.push(relative(folder, path));
      else if (!ignoredFolders.has(entry.name)) pending.push(path);
    }
  }
  // By path segment, so that a folder's files stay together.
  return files
    .map((file) => ({ file, key: file.replaceAll(sep, "\u0000") }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ file }) => file);
}

function refuse(path: string): (thrown: unknown) => never {
  return (thrown) => {
    throw new FramegateError("file-unreadable", { path, reason: systemReason(thrown) }, { cause: thrown });
  };
}
