import { readdir, realpath, stat } from "node:fs";
import { resolve } from "node:path";
import { glob } from "tinyglobby";
import { orUnreadable, ScanError } from "../findings/scan-error.ts";
import type { WalkOptions } from "./walk.ts";

/**
 * The sorted absolute paths of the files that a glob pattern matches. Wildcards do not match hidden files or package
 * folders, but a pattern may name them literally.
 *
 * @throws ScanError `path-missing` for a pattern that would take minutes, `path-unreadable` for a folder below it that
 *   cannot be read.
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
  const failures: NodeJS.ErrnoException[] = [];
  const fs = { readdir: noting(readdir, failures), realpath: noting(realpath, failures), stat: noting(stat, failures) };
  const found = await glob(given, { cwd: folder, signal, ignore, absolute: true, expandDirectories: false, fs });
  signal.throwIfAborted();
  const [failure] = failures;
  if (failure !== undefined)
    orUnreadable(failure.path ?? folder, () => {
      throw failure;
    });
  return found.map((path) => resolve(path)).sort();
}

type Callback = (failure: NodeJS.ErrnoException | null, result: unknown) => void;

/** A function of `node:fs` that also lists its failures, because tinyglobby passes over what it cannot read. */
function noting<Read extends (...given: never[]) => void>(read: Read, failures: NodeJS.ErrnoException[]): Read {
  const isCallback = (one: unknown): one is Callback => typeof one === "function";
  const notingCallback =
    (callback: Callback): Callback =>
    (failure, result) => {
      // Where nothing is, nothing is passed over. A link in a cycle leads nowhere.
      if (failure !== null && !["ENOENT", "ENOTDIR", "ELOOP"].includes(failure.code ?? "")) failures.push(failure);
      callback(failure, result);
    };
  const passedOn = (given: unknown): unknown => {
    if (isCallback(given)) return notingCallback(given);
    // A failure names its folder without the slash that tinyglobby puts at the end.
    return typeof given === "string" ? resolve(given) : given;
  };
  return new Proxy(read, {
    apply(target, self, given: readonly unknown[]) {
      Reflect.apply(target, self, given.map(passedOn));
    },
  });
}

/** Whether a glob has so many ways to match that rejecting a name would take minutes. */
export function isEndless(pattern: string): boolean {
  return pattern.length > 4096 || /(?:\*[^*/]+){6}|(?:\*\*\/[^*]*){6}/.test(pattern);
}
