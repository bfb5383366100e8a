import { join, resolve } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { expandBraces } from "./expand-braces.ts";
import { entriesOf, kindAt, kindOf, realPathOf } from "./files.ts";
import { compileFolders, compileGlob, type GlobSegment, parseGlob } from "./glob.ts";
import type { WalkOptions } from "./walk.ts";

/**
 * The absolute paths of the files that a glob pattern matches, in order. Wildcards match no hidden file and no folder of
 * packages; a pattern that names one by its letters gets it.
 *
 * @throws ScanError `path-missing` for a pattern whose braces make too many patterns.
 */
export async function expandPattern(
  pattern: string,
  { cwd, signal }: Pick<WalkOptions, "cwd" | "signal">,
): Promise<readonly string[]> {
  const globs = expandBraces(pattern);
  if (globs === null)
    throw new ScanError("path-missing", { path: pattern, reason: "its braces stand for too many patterns" });
  const found: string[] = [];
  const breathe = createBreather(signal);
  for (const [base, below] of byBase(globs, cwd)) {
    if (kindAt(base) !== "folder") continue;
    const isDeep = below.flat().some(({ isGlobstar }) => isGlobstar);
    await collectFiles(base, "", {
      paths: below.map((segments) => compileGlob(segments, true)),
      folders: below.flatMap(compileFolders),
      mostFolders: isDeep ? Infinity : Math.max(...below.map(({ length }) => length)),
      found,
      seen: new Set(),
      breathe,
    });
  }
  return [...new Set(found)].sort();
}

/** Groups globs by the folder that they begin in: their names before the first wildcard. */
function byBase(globs: readonly string[], cwd: string): ReadonlyMap<string, (readonly GlobSegment[])[]> {
  const bases = new Map<string, (readonly GlobSegment[])[]>();
  for (const segments of globs.map(parseGlob).filter((one) => one !== null)) {
    const literals = segments.slice(0, -1).map(({ literal }) => literal);
    const baseLength = [...literals, null].indexOf(null);
    // The first one is empty where the glob begins at the root.
    const base = resolve(cwd, baseLength === 0 ? "." : `${literals.slice(0, baseLength).join("/")}/`);
    bases.set(base, [...(bases.get(base) ?? []), segments.slice(baseLength)]);
  }
  return bases;
}

interface Search {
  readonly paths: readonly RegExp[];
  readonly folders: readonly RegExp[];
  readonly mostFolders: number;
  readonly found: string[];
  /** Real paths of the folders that links have led to, each of which is searched once. */
  readonly seen: Set<string>;
  readonly breathe: Breathe;
}

/** Collects what matches below a folder. `inner` is its path below the base. */
async function collectFiles(folder: string, inner: string, search: Search): Promise<void> {
  const { paths, folders, mostFolders, found, seen, breathe } = search;
  const isFirst = (path: string): boolean => seen.size < seen.add(realPathOf(path)).size;
  for (const entry of entriesOf(folder)) {
    await breathe();
    const { name } = entry;
    const path = join(folder, name);
    const kind = kindOf(entry, path);
    if (kind === "file" && paths.some((one) => one.test(inner + name))) found.push(path);
    const isOnWay = kind === "folder" && mostFolders > 1 && folders.some((one) => one.test(name));
    if (isOnWay && (!entry.isSymbolicLink() || isFirst(path)))
      await collectFiles(path, `${inner}${name}/`, { ...search, mostFolders: mostFolders - 1 });
  }
}
