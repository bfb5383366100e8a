import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { orUnreadable, ScanError } from "../findings/scan-error.ts";

export interface WalkOptions {
  /** Folder that shown paths are relative to. */
  readonly cwd: string;
  /** Patterns in the syntax of .gitignore, relative to `cwd`. They count for files that are named, too. */
  readonly ignore: readonly string[];
}

export interface Walk {
  /** Absolute paths of the sources to scan, each once, in the order of their names. */
  readonly files: readonly string[];
  /** Absolute paths of sources in a language that the scanner does not read. */
  readonly unscanned: readonly string[];
}

/**
 * Finds the sources below some files and folders. Follows .gitignore files on the way down and from above, leaves out
 * declarations and what packages and builds bring, and goes through a symbolic link once at most.
 *
 * @throws ScanError `path-missing` where one of `targets` (absolute paths) does not exist or is no file and no folder.
 */
export function walkSources(targets: readonly string[], options: WalkOptions): Walk {
  const state: WalkState = {
    scanned: [],
    unscanned: [],
    seen: new Set(),
    aboveSeen: new Set(),
    named: namedRules(options),
  };
  const kinds = targets.map((target) => ({ target, isFolder: isFolderAt(target, options.cwd) }));
  for (const { target, isFolder } of kinds) if (isFolder) addSeen(realpathSync(target), state);
  for (const { target, isFolder } of kinds) {
    if (isFolder) walkFolder(target, rulesAbove(target, state), state);
    else if (!state.named(target, false)) addFile(target, state);
  }
  return { files: inOrder(state.scanned), unscanned: inOrder(state.unscanned) };
}

/** A path as it is shown: relative to `cwd` and with forward slashes, whatever the system has. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path);
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}

/** Whether a path, absolute or not, is a source that the scanner reads. */
export function isScannedSource(path: string): boolean {
  return kindOfSource(basename(path)) === "scanned";
}

type SourceKind = "scanned" | "unscanned";

/** What a file's name says it is; null for what is no source, and for declarations. */
function kindOfSource(name: string): SourceKind | null {
  // Most of a large game; to look for the last dot takes V8 a call into its runtime.
  if (name.endsWith(".js") && name.length > 3) return "scanned";
  if (name.endsWith(".ts") && name.length > 3) return declaration.test(name) ? null : "scanned";
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return null;
  const written = name.slice(dot);
  const extension = scannedExtensions.has(written) ? written : written.toLowerCase();
  if (scannedExtensions.has(extension)) return extension.endsWith("ts") && declaration.test(name) ? null : "scanned";
  return unscannedExtensions.has(extension) ? "unscanned" : null;
}

/** Whether a change of a path, or below it, can change what a scan finds. */
export function isWatchedPath(path: string, isFile: boolean): boolean {
  const name = basename(path);
  if (!isFile) return !skippedFolders.has(name);
  return isScannedSource(path) || name === ".gitignore" || name.endsWith(".json");
}

const scannedExtensions: ReadonlySet<string> = new Set([
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".vue",
  ".svelte",
  ".html",
  ".htm",
]);

/** Languages that become the game's JavaScript, and that nothing here can read. */
const unscannedExtensions: ReadonlySet<string> = new Set([
  ".astro",
  ".civet",
  ".cjsx",
  ".coffee",
  ".elm",
  ".gts",
  ".gjs",
  ".hx",
  ".imba",
  ".iced",
  ".litcoffee",
  ".ls",
  ".marko",
  ".mdx",
  ".purs",
  ".res",
  ".riot",
  ".tag",
]);

/** `name.d.ts`, and `name.d.css.ts` as TypeScript writes it beside a file of another kind. */
const declaration = /\.d(?:\.[^./\\]+)?\.[mc]?ts$/iu;

/** Not a game's own sources, whether or not a .gitignore says so. */
const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", ".hg", ".svn"]);

type IsIgnored = (path: string, isFolder: boolean) => boolean;

interface WalkState {
  readonly scanned: string[];
  readonly unscanned: string[];
  /** Real paths of the folders that are walked from, and of what links have led to. */
  readonly seen: Set<string>;
  /** All folders that these are in. */
  readonly aboveSeen: Set<string>;
  /** The patterns that were given by name. */
  readonly named: IsIgnored;
}

/** The rules of one .gitignore, for the paths below its folder. */
interface FolderRules {
  readonly folder: string;
  readonly rules: Ignore;
}

function walkFolder(folder: string, above: readonly FolderRules[], state: WalkState): void {
  const entries = entriesOf(folder);
  const own = entries.some(({ name }) => name === ".gitignore") ? readRules(folder) : null;
  const rules = own === null ? above : [...above, own];
  // `join` would look at every character of every path again.
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  for (const entry of entries) {
    const path = prefix + entry.name;
    const kind = kindOf(entry, path, state);
    if (kind === "folder") {
      if (!skippedFolders.has(entry.name) && !isIgnored(path, true, rules, state)) walkFolder(path, rules, state);
    } else if (kind === "file") {
      // A file that nobody would scan need not be asked about in any .gitignore.
      const source = kindOfSource(entry.name);
      if (source !== null && !isIgnored(path, false, rules, state)) state[source].push(path);
    }
  }
}

function isIgnored(path: string, isFolder: boolean, rules: readonly FolderRules[], { named }: WalkState): boolean {
  return isIgnoredBy(rules, path, isFolder) || named(path, isFolder);
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
 * What a link leads to, the first time; null for what was or will be seen without it. A link to a folder above is seen
 * without it, so that no walk goes round in a circle.
 */
function throughLink(path: string, state: WalkState): "file" | "folder" | null {
  const stats = statsAt(path);
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return null;
  const real = realpathSync(path);
  const isSeen =
    state.seen.has(real) || state.aboveSeen.has(real) || foldersAbove(real).some((folder) => state.seen.has(folder));
  if (isSeen) return null;
  addSeen(real, state);
  return stats.isFile() ? "file" : "folder";
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

/** Of what a path leads to; undefined where that is nothing, as with links that lead to each other. */
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

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A folder that may not be read is not passed over: nobody would know that it was not scanned. */
function entriesOf(folder: string): readonly Dirent[] {
  const entries = orUnreadable(folder, () => readdirSync(folder, { withFileTypes: true }));
  // Their order decides nothing but which of several links to one place is gone through.
  return entries.some((entry) => entry.isSymbolicLink())
    ? entries.sort((left, right) => (left.name < right.name ? -1 : 1))
    : entries;
}

function isFolderAt(target: string, cwd: string): boolean {
  const stats = statsAt(target);
  if (stats?.isDirectory() === true) return true;
  if (stats?.isFile() === true) return false;
  const reason = stats === undefined ? "it does not exist" : "it is no file and no folder";
  throw new ScanError("path-missing", { path: shownPath(target, cwd), reason });
}

function namedRules({ cwd, ignore: patterns }: WalkOptions): IsIgnored {
  if (patterns.length === 0) return () => false;
  const rules = ignore().add([...patterns]);
  return (path, isFolder) => isIgnoredBy([{ folder: cwd, rules }], path, isFolder);
}

/** The rules of the repository's folders from its top down to the one above `target`; none where there is no repository. */
function rulesAbove(target: string, state: WalkState): readonly FolderRules[] {
  const above: FolderRules[] = [];
  for (let folder = target; ; folder = dirname(folder)) {
    const rules = folder === target ? null : readRules(folder);
    if (rules !== null) above.unshift(rules);
    const repository = join(folder, ".git");
    if (existsSync(repository)) break;
    if (dirname(folder) === folder) return [];
  }
  // Whoever names a folder that is ignored wants it scanned.
  return isIgnoredBy(above, target, true) ? [] : above;
}

function readRules(folder: string): FolderRules | null {
  const path = join(folder, ".gitignore");
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return { folder, rules: ignore().add(readFileSync(path, "utf8")) };
}

/** The deepest .gitignore that says anything about a path decides, as in git. */
function isIgnoredBy(rules: readonly FolderRules[], path: string, isFolder: boolean): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index];
    if (rule === undefined || !isWithin(path, rule.folder) || path === rule.folder) continue;
    const inside = shownPath(path, rule.folder);
    const { ignored, unignored } = rule.rules.test(isFolder ? `${inside}/` : inside);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Each once, by code units, so that the order is the same on every machine. */
function inOrder(paths: readonly string[]): readonly string[] {
  if (isInOrder(paths)) return paths;
  return paths.toSorted().filter((path, index, sorted) => path !== sorted[index - 1]);
}

/** Folders are mostly listed in order: to sort what is sorted would copy it. */
function isInOrder(paths: readonly string[]): boolean {
  for (let index = 1; index < paths.length; index++) if ((paths[index - 1] ?? "") >= (paths[index] ?? "")) return false;
  return true;
}
