import { join, resolve } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { expandBraces } from "./expand-braces.ts";
import { advance, type GlobSegment, parseGlob } from "./glob.ts";
import { entriesOf, kindAt, kindOf, realPathOf, type WalkOptions } from "./walk.ts";

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
  for (const [base, segments] of byBase(globs, cwd)) {
    const starts = segments.flatMap((_, index) => (index === 0 || segments[index - 1] === null ? [index] : []));
    const search = { segments, found, seen: new Set<string>(), breathe };
    if (kindAt(base) === "folder") await collectFiles(base, new Set(starts), search);
  }
  return [...new Set(found)].sort();
}

/** All segments of several globs, one glob behind the other, with null behind the last segment of each. */
type JoinedSegments = readonly (GlobSegment | null)[];

/** Groups globs by the folder that they begin in: their names before the first wildcard. */
function byBase(globs: readonly string[], cwd: string): ReadonlyMap<string, JoinedSegments> {
  const bases = new Map<string, (GlobSegment | null)[]>();
  for (const glob of globs) {
    const segments = parseGlob(glob) ?? [];
    const literals = segments.slice(0, -1).map(({ literal }) => literal);
    const baseLength = [...literals, null].indexOf(null);
    // The first one is empty where the glob begins at the root.
    const base = resolve(cwd, baseLength === 0 ? "." : `${literals.slice(0, baseLength).join("/")}/`);
    bases.set(base, [...(bases.get(base) ?? []), ...segments.slice(baseLength), null]);
  }
  return bases;
}

interface Search {
  readonly segments: JoinedSegments;
  readonly found: string[];
  /** Real paths of the folders that links have led to, each of which is searched once. */
  readonly seen: Set<string>;
  readonly breathe: Breathe;
}

/** Collects what matches below a folder. `positions` are the indexes of the segments that its entries may match. */
async function collectFiles(folder: string, positions: ReadonlySet<number>, search: Search): Promise<void> {
  const { segments, found, seen, breathe } = search;
  const isFirst = (path: string): boolean => seen.size < seen.add(realPathOf(path)).size;
  for (const entry of entriesOf(folder)) {
    await breathe();
    const { name } = entry;
    const isPlain = !name.startsWith(".") && name !== "node_modules";
    const next = advance(segments, positions, (segment) => {
      const isMet = isPlain || segment.literal !== null || (segment.hasLeadingDot && name !== ".git");
      return isMet && segment.matches(name);
    });
    if (next.size === 0) continue;
    const path = join(folder, name);
    const kind = kindOf(entry, path);
    if (kind === "folder" && (!entry.isSymbolicLink() || isFirst(path))) await collectFiles(path, next, search);
    if (kind === "file" && [...next].some((position) => segments[position] === null)) found.push(path);
  }
}
