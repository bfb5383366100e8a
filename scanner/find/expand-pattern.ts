import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { orUnreadable, ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { expandBraces } from "./expand-braces.ts";
import { type GlobSegment, parseGlob } from "./glob.ts";

export interface ExpandOptions {
  /** Folder that the pattern is relative to. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * The absolute paths of the files that a glob pattern matches, in order. Wildcards match no hidden file and no folder of
 * packages; a pattern that names one by its letters gets it.
 *
 * @throws ScanError `path-missing` for a pattern whose braces make too many patterns.
 */
export async function expandPattern(pattern: string, { cwd, signal }: ExpandOptions): Promise<readonly string[]> {
  const globs = expandBraces(pattern);
  if (globs === null)
    throw new ScanError("path-missing", { path: pattern, reason: "its braces stand for too many patterns" });
  const breathe = createBreather(signal);
  const found: string[] = [];
  for (const [base, segments] of byBase(globs, cwd)) {
    await collectFiles(base, startsOf(segments), { segments, found, seen: new Set(), breathe });
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
    const wildcard = segments.findIndex(({ literal }) => literal === null);
    const baseLength = wildcard === -1 ? segments.length - 1 : wildcard;
    const names = segments.slice(0, Math.max(0, baseLength)).map(({ literal }) => literal ?? "");
    const base = resolve(cwd, `${names.join("/")}${names.at(-1) === "" ? "/" : ""}`);
    bases.set(base, [...(bases.get(base) ?? []), ...segments.slice(names.length), null]);
  }
  return bases;
}

/** The indexes of the first segments. */
function startsOf(segments: JoinedSegments): readonly number[] {
  return segments.flatMap((_, index) => (index === 0 || segments[index - 1] === null ? [index] : []));
}

interface Search {
  readonly segments: JoinedSegments;
  readonly found: string[];
  /** Real paths of the folders that links have led to, each of which is searched once. */
  readonly seen: Set<string>;
  readonly breathe: Breathe;
}

/** Collects what matches below a folder. `positions` are the indexes of the segments that its entries may match. */
async function collectFiles(folder: string, positions: readonly number[], search: Search): Promise<void> {
  for (const entry of entriesOf(folder)) {
    await search.breathe();
    const next = advance(positions, entry.name, search.segments);
    if (next.length === 0) continue;
    const path = join(folder, entry.name);
    const kind = kindOf(entry, path, search);
    if (kind === "folder") await collectFiles(path, next, search);
    if (kind === "file" && next.some((position) => search.segments[position] === null)) search.found.push(path);
  }
}

/** Where the globs stand behind one more name: at most once at each segment, so that nothing is tried twice. */
function advance(positions: readonly number[], name: string, segments: JoinedSegments): readonly number[] {
  const next = new Set<number>();
  const waiting = new Set(positions);
  for (const position of waiting) {
    const segment = segments[position];
    if (segment === undefined || segment === null) continue;
    if (segment.isGlobstar) waiting.add(position + 1);
    const isPlain = !name.startsWith(".") && name !== "node_modules";
    const isMet = isPlain || segment.literal !== null || (segment.hasLeadingDot && name !== ".git");
    if (isMet && segment.matches(name)) next.add(segment.isGlobstar ? position : position + 1);
  }
  return [...next];
}

function entriesOf(folder: string): readonly Dirent[] {
  return orUnreadable(folder, () => {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    return isFolder ? readdirSync(folder, { withFileTypes: true }) : [];
  });
}

function kindOf(entry: Dirent, path: string, { seen }: Search): "file" | "folder" | null {
  if (!entry.isSymbolicLink()) return entry.isFile() ? "file" : entry.isDirectory() ? "folder" : null;
  const stats = orUnreadable(path, () => statSync(path, { throwIfNoEntry: false }));
  if (stats?.isDirectory() !== true) return stats?.isFile() === true ? "file" : null;
  const real = orUnreadable(path, () => realpathSync(path));
  if (seen.has(real)) return null;
  seen.add(real);
  return "folder";
}
