import { readFileSync, statSync } from "node:fs";
import type { FileSystem } from "./resolve-module.ts";

/** The system's files, each asked for once: a scan sees them as they were when it began. */
export function openFiles(): FileSystem {
  const known = new Map<string, boolean>();
  return {
    isFile(path) {
      const isFile = known.get(path) ?? isFileAt(path);
      known.set(path, isFile);
      return isFile;
    },
    read: readIfThere,
  };
}

/** A part of the path that is a file is an error of its own, which nothing suppresses. */
function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
