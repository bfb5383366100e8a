import { existsSync } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { entriesOf, kindAt, kindOf, realPathOf } from "./files.ts";
import { IgnoreRules, isBelowIgnored, isIgnored, rulesAbove, rulesIn } from "./ignore-rules.ts";
import { kindOfSource, type SourceKind } from "./language.ts";

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
export async function walkSources(targets: readonly string[], options: WalkOptions): Promise<Walk> {
  const walker = new Walker(options);
  await walker.walk(targets.map((target) => [target, isFolderAt(target, options.cwd)]));
  const { scanned, unscanned } = walker.found;
  return { files: inOrder(scanned), unscanned: inOrder(unscanned) };
}

/** Sorts by code units, so that the order is the same on every machine. Folders are mostly listed in order. */
function inOrder(paths: readonly string[]): readonly string[] {
  const isSorted = paths.every((path, index) => index === 0 || (paths[index - 1] ?? "") < path);
  return isSorted ? paths : [...new Set(paths)].sort();
}

/** Folders that hold no sources of the game itself, whether or not a .gitignore says so. */
export const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", ".hg", ".svn"]);

class Walker {
  readonly found: Readonly<Record<SourceKind, string[]>> = { scanned: [], unscanned: [] };
  /** The rules of `--ignore`. */
  readonly #named: IgnoreRules;
  readonly #breathe: Breathe;
  /** Real paths of the folders that are walked from, and of the targets of links. */
  readonly #seen = new Set<string>();
  /** All folders that these are in. */
  readonly #aboveSeen = new Set<string>();

  constructor({ cwd, ignore, signal }: WalkOptions) {
    this.#named = new IgnoreRules(cwd, ignore);
    this.#breathe = createBreather(signal);
  }

  async walk(targets: readonly (readonly [target: string, isFolder: boolean])[]): Promise<void> {
    for (const [target, isFolder] of targets) if (isFolder) this.#addSeen(realPathOf(target));
    for (const [target, isFolder] of targets) {
      await this.#breathe();
      if (isBelowIgnored([this.#named], target, isFolder)) continue;
      if (isFolder) await this.#walkFolder(target, rulesAbove(target));
      else this.#addFile(target, basename(target), []);
    }
  }

  async #walkFolder(folder: string, above: readonly IgnoreRules[]): Promise<void> {
    await this.#breathe();
    const entries = entriesOf(folder);
    const own = entries.some(({ name }) => name === ".gitignore") ? rulesIn(folder) : null;
    const rules = own === null ? above : [...above, own];
    // `join` would look at every character of every path again.
    const prefix = folder.endsWith(sep) ? folder : folder + sep;
    for (const entry of entries) {
      const path = prefix + entry.name;
      const kind = kindOf(entry, path);
      if (kind === null || (entry.isSymbolicLink() && !this.#isNew(realPathOf(path)))) continue;
      if (kind === "file") this.#addFile(path, entry.name, rules);
      else if (!skippedFolders.has(entry.name) && !this.#isLeftOut(path, rules, true)) {
        await this.#walkFolder(path, rules);
      }
    }
  }

  /** Most files are no sources, and the rules need not be asked about them. */
  #addFile(path: string, name: string, rules: readonly IgnoreRules[]): void {
    const kind = kindOfSource(name);
    if (kind !== null && !this.#isLeftOut(path, rules, false)) this.found[kind].push(path);
  }

  #isLeftOut(path: string, rules: readonly IgnoreRules[], isFolder: boolean): boolean {
    return isIgnored(rules, path, isFolder) || this.#named.decide(path, isFolder) === true;
  }

  /** Whether nothing else leads the walk to the target of a link. No walk goes round in a circle. */
  #isNew(real: string): boolean {
    const isSeen = this.#aboveSeen.has(real) || [real, ...foldersAbove(real)].some((folder) => this.#seen.has(folder));
    if (!isSeen) this.#addSeen(real);
    return !isSeen;
  }

  #addSeen(real: string): void {
    this.#seen.add(real);
    for (const folder of foldersAbove(real)) this.#aboveSeen.add(folder);
  }
}

/** A path as it is shown: relative to `cwd`, with forward slashes on every system. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path);
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}

function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

function isFolderAt(target: string, cwd: string): boolean {
  const kind = kindAt(target);
  if (kind !== null) return kind === "folder";
  const reason = existsSync(target) ? "it is neither a file nor a folder" : "it does not exist";
  throw new ScanError("path-missing", { path: shownPath(target, cwd), reason });
}
