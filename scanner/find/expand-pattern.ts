import { join, resolve } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { type Breathe, createBreather } from "./breather.ts";
import { entriesOf, kindAt, kindOf, realPathOf } from "./files.ts";
import { compileGlob, expandBraces, isDotted, parseGlob } from "./glob.ts";
import type { WalkOptions } from "./walk.ts";

/**
 * The sorted absolute paths of the files that a glob pattern matches: `*`, `**`, `?`, classes and lists in braces.
 * Wildcards do not match hidden files or package folders, but a pattern may name them literally. Takes linear time for
 * each file.
 *
 * @throws ScanError `path-missing` for a pattern with too many alternatives, `path-unreadable` for a folder below it
 *   that cannot be read.
 */
export async function expandPattern(
  pattern: string,
  { cwd, signal }: Pick<WalkOptions, "cwd" | "signal">,
): Promise<readonly string[]> {
  const alternatives = expandBraces(pattern);
  if (alternatives === null)
    throw new ScanError("path-missing", { path: pattern, reason: "its braces have too many alternatives" });
  const breathe = createBreather(signal);
  const found = new Set<string>();
  for (const one of alternatives) await addMatches(one, cwd, found, breathe);
  return [...found].sort();
}

/** Adds the files that a pattern without braces matches, in the folders that it may lead to. */
async function addMatches(pattern: string, cwd: string, found: Set<string>, breathe: Breathe): Promise<void> {
  const names = pattern.split("/");
  const wild = names.findIndex((name) => /[*?[\\]/.test(name));
  const first = wild === -1 ? names.length - 1 : wild;
  const segments = parseGlob(names.slice(first).join("/"));
  if (segments === null) return;
  const expression = compileGlob(segments, { hidesDots: true });
  const mostDepth = segments.some(({ isGlobstar }) => isGlobstar) ? Infinity : segments.length;
  const hasHidden = segments.some(isDotted);
  const isSkipped = (name: string): boolean =>
    (name.startsWith(".") && !hasHidden) || (name === "node_modules" && !pattern.includes(name));
  // Each link is followed once.
  const followed = new Set<string>();
  const walk = async (folder: string, inner: string, depth: number): Promise<void> => {
    await breathe();
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      const kind = kindOf(entry, path);
      if (kind === "file" && expression.test(inner + entry.name)) found.add(path);
      if (kind !== "folder" || depth === mostDepth || isSkipped(entry.name)) continue;
      const { size } = followed;
      if (entry.isSymbolicLink() && followed.add(realPathOf(path)).size === size) continue;
      await walk(path, `${inner}${entry.name}/`, depth + 1);
    }
  };
  // The first name is empty if the pattern starts at the root.
  const folder = resolve(cwd, first === 0 ? "." : `${names.slice(0, first).join("/")}/`);
  if (kindAt(folder) === "folder") await walk(folder, "", 1);
}
