import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { FileSystem } from "./resolve-module.ts";

/**
 * The system's files, each asked for once: a scan sees them as they were when it began. To resolve one import takes dozens
 * of questions after files that are not there, so that folders are listed first, and only what is listed is asked for.
 */
export function openFiles(): FileSystem {
  const known = new Map<string, boolean>();
  const mayBeThere = createListing();
  const isFile = (path: string): boolean => {
    const isKnownFile = known.get(path) ?? (mayBeThere(path) && isFileAt(path));
    known.set(path, isKnownFile);
    return isKnownFile;
  };
  return { isFile, read: (path) => (isFile(path) ? readIfThere(path) : null) };
}

/** Says of a path whether the folders above it list it; true for what no listing is to be had of. */
function createListing(): (path: string) => boolean {
  const folders = new Map<string, ReadonlySet<string> | null>();
  const namesIn = (folder: string): ReadonlySet<string> | null => {
    const listed = folders.get(folder);
    if (listed !== undefined) return listed;
    const names = mayBeThere(folder) ? listFolder(folder) : nothing;
    folders.set(folder, names);
    return names;
  };
  const mayBeThere = (path: string): boolean => {
    const folder = dirname(path);
    if (folder === path) return true;
    const names = namesIn(folder);
    // Most folders that are asked about are not there, and the name need not be looked at.
    return names === null || (names.size > 0 && names.has(folded(path.slice(folder.length).replace(/^[/\\]/, ""))));
  };
  return mayBeThere;
}

const nothing: ReadonlySet<string> = new Set();

function listFolder(folder: string): ReadonlySet<string> | null {
  try {
    return new Set(readdirSync(folder).map(folded));
  } catch {
    return null;
  }
}

/** Some systems take names for equal that differ in case or in how an accent is written. */
function folded(name: string): string {
  // Names in ASCII have no accents, and need not be looked through for them.
  return (/[^\0-\x7f]/.test(name) ? name.normalize("NFC") : name).toLowerCase();
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
