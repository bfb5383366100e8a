import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and all missing folders above it. Returns the first one that it made, or undefined if there was nothing
 * to make. Throws the system's error; a file at `path` is no error here, because writing below it will fail anyway.
 *
 * Node's `recursive: true` never returns where a file system refuses new folders below an existing one, as /proc does.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  if (existsSync(path)) return undefined;
  const absolute = resolve(path);
  const above = makeFolder(dirname(absolute), mode);
  try {
    mkdirSync(absolute, { mode });
  } catch (thrown) {
    // Another process may have created it since.
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
  }
  return above ?? absolute;
}
