import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import { orUnreadable, ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { type FolderRules, isBelowIgnored, isIgnored, namedRules, rulesAbove, rulesIn } from "./folder-rules.ts";
import { kindOfSource, skippedFolders } from "./source-kind.ts";

export interface WalkOptions {
  /** Folder that shown paths are relative to. */
  readonly cwd: string;
  /** Patterns in the syntax of .gitignore, relative to `cwd`. They count for files that are named, too. */
  readonly ignore: readonly string[];
  readonly signal: AbortSignal;
}

export interface Walk {
  /** Absolute paths of the sources to scan, each once, in the order of their names. */
  readonly files: readonly string[];
  /** Absolute paths of sources in a language that the scanner does not read. */
  readonly unscanned: readonly string[];
}

/**
 * Finds the sources below some files and folders. Follows .gitignore files on the way down and from above, leaves out
 * declarations, packages and builds, and follows a symbolic link once at most.
 *
 * @throws ScanError `path-missing` where one of `targets` (absolute paths) does not exist or is neither file nor folder;
 *   whatever `signal` says when it is aborted.
 */
export async function walkSources(targets: readonly string[], { cwd, ignore, signal }: WalkOptions): Promise<Walk> {
  const state: WalkState = {
    scanned: [],
    unscanned: [],
    seen: new Set(),
    aboveSeen: new Set(),
    named: namedRules(ignore, cwd),
    breathe: createBreather(signal),
  };
  const kinds = targets.map((target) => ({ target, isFolder: isFolderAt(target, cwd) }));
  for (const { target, isFolder } of kinds) if (isFolder) addSeen(realPathOf(target), state);
  for (const { target, isFolder } of kinds) {
    await state.breathe();
    if (isBelowIgnored(state.named, target, isFolder)) continue;
    if (isFolder) await walkFolder(target, rulesAbove(target), state);
    else addFile(target, state);
  }
  return { files: inOrder(state.scanned), unscanned: inOrder(state.unscanned) };
}

/** A path as it is shown: relative to `cwd`, with forward slashes on every system. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path);
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}

interface WalkState {
  readonly scanned: string[];
  readonly unscanned: string[];
  /** Real paths of the folders that are walked from, and of the targets of links. */
  readonly seen: Set<string>;
  /** All folders that these are in. */
  readonly aboveSeen: Set<string>;
  /** The rules of `--ignore`. */
  readonly named: readonly FolderRules[];
  readonly breathe: Breathe;
}

async function walkFolder(folder: string, above: readonly FolderRules[], state: WalkState): Promise<void> {
  const entries = entriesOf(folder);
  const own = entries.some(({ name }) => name === ".gitignore") ? rulesIn(folder) : null;
  const rules = own === null ? above : [...above, own];
  const isLeftOut = (path: string, isFolder: boolean): boolean =>
    isIgnored(rules, path, isFolder) || isIgnored(state.named, path, isFolder);
  // `join` would look at every character of every path again.
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  for (const entry of entries) {
    await state.breathe();
    const path = prefix + entry.name;
    const kind = kindOf(entry, path, state);
    if (kind === "folder") {
      if (!skippedFolders.has(entry.name) && !isLeftOut(path, true)) await walkFolder(path, rules, state);
    } else if (kind === "file") {
      // The rules need not be asked about a file that is no source.
      const source = kindOfSource(entry.name);
      if (source !== null && !isLeftOut(path, false)) state[source].push(path);
    }
  }
}

function addFile(path: string, state: WalkState): void {
  const source = kindOfSource(basename(path));
  if (source !== null) state[source].push(path);
}

function kindOf(entry: Dirent, path: string, state: WalkState): "file" | "folder" | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? throughLink(path, state) : null;
}

/**
 * The kind of a link's target, the first time. Null where the walk meets the target without the link, which is so for each
 * folder above: no walk goes round in a circle.
 */
function throughLink(path: string, state: WalkState): "file" | "folder" | null {
  const stats = statsAt(path);
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return null;
  const real = realPathOf(path);
  const isSeen =
    state.seen.has(real) || state.aboveSeen.has(real) || foldersAbove(real).some((folder) => state.seen.has(folder));
  if (isSeen) return null;
  addSeen(real, state);
  return stats.isFile() ? "file" : "folder";
}

function realPathOf(path: string): string {
  return orUnreadable(path, () => realpathSync(path));
}

function addSeen(real: string, { seen, aboveSeen }: WalkState): void {
  seen.add(real);
  for (const folder of foldersAbove(real)) aboveSeen.add(folder);
}

function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = path; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder));
  return folders;
}

/** The stats of a path's target; undefined where there is none, as with links that lead to each other. */
function statsAt(path: string): Stats | undefined {
  return orUnreadable(path, () => {
    try {
      return statSync(path, { throwIfNoEntry: false });
    } catch (thrown) {
      if (thrown instanceof Error && "code" in thrown && thrown.code === "ELOOP") return undefined;
      throw thrown;
    }
  });
}

/** The entries of a folder. One that cannot be read is an error: nobody would know that it was not scanned. */
function entriesOf(folder: string): readonly Dirent[] {
  const entries = orUnreadable(folder, () => readdirSync(folder, { withFileTypes: true }));
  // The order matters only for links: of several links to one place, the first is followed.
  return entries.some((entry) => entry.isSymbolicLink())
    ? entries.sort((left, right) => (left.name < right.name ? -1 : 1))
    : entries;
}

function isFolderAt(target: string, cwd: string): boolean {
  const stats = statsAt(target);
  if (stats?.isDirectory() === true) return true;
  if (stats?.isFile() === true) return false;
  const reason = stats === undefined ? "it does not exist" : "it is neither a file nor a folder";
  throw new ScanError("path-missing", { path: shownPath(target, cwd), reason });
}

/** Sorts paths by code units, so that the order is the same on every machine, and drops what is there twice. */
function inOrder(paths: readonly string[]): readonly string[] {
  if (isInOrder(paths)) return paths;
  return paths.toSorted().filter((path, index, sorted) => path !== sorted[index - 1]);
}

/** Folders are mostly listed in order, and sorting would copy the list. */
function isInOrder(paths: readonly string[]): boolean {
  for (let index = 1; index < paths.length; index++) if ((paths[index - 1] ?? "") >= (paths[index] ?? "")) return false;
  return true;
}
