import { existsSync } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { entriesOf, kindAt, kindOf, realPathOf } from "./files.ts";
import { IgnoreRules, isBelowIgnored, isIgnored, rulesAbove, rulesIn } from "./ignore-rules.ts";
import { kindOfSource, type SourceKind } from "./language.ts";

export interface WalkOptions {
  /** The folder that shown paths are relative to. */
  readonly cwd: string;
  /** Patterns in the syntax of .gitignore, relative to `cwd`. They apply to named files too. */
  readonly ignore: readonly string[];
  readonly signal: AbortSignal;
}

export interface Walk {
  /** Absolute paths of the sources to scan, each once, sorted. */
  readonly files: readonly string[];
  /** Absolute paths of sources in an unsupported language. */
  readonly unscanned: readonly string[];
}

/**
 * Finds the sources in files and folders. Obeys .gitignore files, including those of parent folders, leaves out
 * declarations, packages and builds, and follows a symbolic link at most once.
 *
 * @throws ScanError `path-missing` if one of `targets` (absolute paths) does not exist or is neither a file nor a
 *   folder; the abort reason of `signal`.
 */
export async function walkSources(targets: readonly string[], options: WalkOptions): Promise<Walk> {
  const walker = new Walker(options);
  await walker.walk(targets.map((target) => [target, isFolderAt(target, options.cwd)]));
  const { scanned, unscanned } = walker.found;
  return { files: inOrder(scanned), unscanned: inOrder(unscanned) };
}

/** Sorts by code units, so that the order is the same on every machine. */
function inOrder(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort();
}

/** Folders that never contain the game's own sources, whatever .gitignore says. */
export const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", ".hg", ".svn"]);

class Walker {
  readonly found: Readonly<Record<SourceKind, string[]>> = { scanned: [], unscanned: [] };
  /** The rules of `--ignore`. */
  readonly #named: IgnoreRules;
  readonly #breathe: Breathe;
  /** Real paths of the folders where the walk starts, and of the targets of links. */
  readonly #seen = new Set<string>();
  /** All parent folders of these. */
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
    // `join` would scan every character of every path again.
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

  /** Checks the kind first, because most files are not sources and need no check of the rules. */
  #addFile(path: string, name: string, rules: readonly IgnoreRules[]): void {
    const kind = kindOfSource(name);
    if (kind !== null && !this.#isLeftOut(path, rules, false)) this.found[kind].push(path);
  }

  #isLeftOut(path: string, rules: readonly IgnoreRules[], isFolder: boolean): boolean {
    return isIgnored(rules, path, isFolder) || this.#named.decide(path, isFolder) === true;
  }

  /** Whether the walk reaches the target of a link in no other way. This also ends cycles. */
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

/** The path to show: relative to `cwd`, with forward slashes on every system. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, path).replaceAll(sep, "/");
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
