import { statSync, type Stats } from "node:fs";

/** What the system says of a path without reading it; null where nothing is there. */
export interface Standing {
  readonly text: string;
  /** When it was last written to, or whatever the system keeps about it; in milliseconds of the Unix epoch. */
  readonly changedMs: number;
}

/** A folder's standing changes with its entries' names. Throws what the system throws. */
export function standingOf(path: string): Standing | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return {
    text: `${String(size)} ${String(mtimeMs)} ${String(ctimeMs)} ${String(ino)}`,
    changedMs: Math.max(mtimeMs, ctimeMs),
  };
}

/** The coarsest clock of a file system in use, FAT's, counts in steps of two seconds. */
const clockStepMs = 2000;

/**
 * Whether whoever writes to a path from `nowMs` on changes its standing: a path that was written to within one step of the
 * clock might be written to again without a trace, as git has it.
 */
export function isSettled({ changedMs }: Standing, nowMs: number): boolean {
  return changedMs < nowMs - clockStepMs;
}

/** What is at a path, as far as that can be told without its content. Throws what the system throws. */
export function presenceOf(path: string): "file" | "folder" | "other" | "nothing" {
  const stats = statsAt(path);
  if (stats === undefined) return "nothing";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "folder" : "other";
}

/** Below a file there is nothing, which to the system is an error of its own. */
function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOTDIR") return undefined;
    throw thrown;
  }
}
