import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { systemReason } from "../../disk/system-reason.ts";
import { FramegateError } from "../errors.ts";
import { type FileKind, fileNamePatterns, kindOfName } from "./file-kind.ts";

/** A file to be checked. It may turn out to be no file, or one that cannot be read. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** As its user would name it: relative to where the command runs, unless it was named by an absolute path. */
  readonly name: string;
  readonly kind: FileKind;
}

export interface FindOptions {
  readonly cwd: string;
  /** What a named file is, whatever it is called; in a folder, the only kind that is taken. Null goes by names. */
  readonly kind: FileKind | null;
}

/** Folders of other people's files and of files that are made. */
const ignoredFolders: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", "reports"]);

/**
 * The files that an argument means: itself, or all that a folder holds, however deep, in the order of their paths. What
 * is called like one of our files counts as one even where it is a folder, so that it is told and not passed over.
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
 * Paths of all files below a folder, relative to it and sorted, without those of packages, builds and reports. Links to
 * folders are not followed: they may lead round in a circle. Throws `file-unreadable`.
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
  // By segments, so that a folder's files stay together whatever their names are made of.
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
