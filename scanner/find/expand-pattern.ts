import { resolve } from "node:path";
import { glob } from "tinyglobby";
import { ScanError } from "../findings/scan-error.ts";
import type { WalkOptions } from "./walk.ts";

/**
 * The sorted absolute paths of the files that a glob pattern matches. Wildcards do not match hidden files or package
 * folders, but a pattern may name them literally.
 *
 * @throws ScanError `path-missing` for a pattern that would take minutes.
 */
export async function expandPattern(
  pattern: string,
  { cwd, signal }: Pick<WalkOptions, "cwd" | "signal">,
): Promise<readonly string[]> {
  if (isEndless(pattern))
    throw new ScanError("path-missing", { path: pattern, reason: "it is too long, or has too many wildcards" });
  const names = pattern.split("/");
  const first = names.findIndex((name) => /[*?[{\\]/.test(name));
  // The first name is empty if the pattern starts at the root.
  const folder = resolve(cwd, first === 0 ? "." : `${names.slice(0, first).join("/")}/`);
  const ignore = pattern.includes("node_modules") ? [] : ["**/node_modules/**"];
  const given = names.slice(first).join("/");
  const found = await glob(given, { cwd: folder, signal, ignore, absolute: true, expandDirectories: false });
  signal.throwIfAborted();
  return found.map((path) => resolve(path)).sort();
}

/** Whether a glob has so many ways to match that rejecting a name would take minutes. */
export function isEndless(pattern: string): boolean {
  return pattern.length > 4096 || /(?:\*[^*/]+){6}|(?:\*\*\/[^*]*){6}/.test(pattern);
}
