import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder with all that are missing above it, and returns the first one that it had to make. Node's own way to do so
 * never ends where the system takes no new folder though the one above is there, as in /proc.
 *
 * @throws what the system says. A file that is there already is none of that: what is to be written below it will fail.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  if (existsSync(path)) return undefined;
  const absolute = resolve(path);
  const above = makeFolder(dirname(absolute), mode);
  try {
    mkdirSync(absolute, { mode });
  } catch (thrown) {
    // Somebody else may have made it just now.
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
  }
  return above ?? absolute;
}
