import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { FileSystem } from "./resolve-module.ts";

/**
 * The system's files, each asked for once: a scan sees them as they were when it began. To resolve one import takes dozens
 * of questions after files that are not there, so that folders are listed first, and only what is listed is asked for.
 */
export function openFiles(): OpenFiles {
  const known = new Map<string, boolean>();
  const { mayBeThere, mayBegin } = createListing();
  const asking =
    (ask: (path: string) => boolean) =>
    (path: string): boolean => {
      const isKnownFile = known.get(path) ?? ask(path);
      known.set(path, isKnownFile);
      return isKnownFile;
    };
  const isFile = asking((path) => mayBeThere(path) && isFileAt(path));
  const realPath = (path: string): string => realpathSync(path).replaceAll(sep, "/");
  const missing = (): readonly string[] => [...known].flatMap(([path, isKnownFile]) => (isKnownFile ? [] : [path]));
  return {
    isFile,
    isThere: asking(isFileAt),
    missing,
    mayBegin,
    read: (path) => (isFile(path) ? readIfThere(path) : null),
    realPath,
  };
}

export interface OpenFiles extends FileSystem {
  /** As `isFile`, for whoever asks after no more than a few files of each folder: none is listed for it. */
  isThere(path: string): boolean;
  /** The paths that were asked for so far and are no files. */
  missing(): readonly string[];
}

interface Listing {
  /** Says of a path whether the folders above it list it; true for what no listing is to be had of. */
  readonly mayBeThere: (path: string) => boolean;
  readonly mayBegin: FileSystem["mayBegin"];
}

interface Names {
  readonly whole: ReadonlySet<string>;
  /** The names up to their first dot. */
  readonly stems: ReadonlySet<string>;
}

function createListing(): Listing {
  const folders = new Map<string, Names | null>();
  const namesIn = (folder: string): Names | null => {
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
    return names === null || (names.whole.size > 0 && names.whole.has(nameOf(path, folder)));
  };
  const mayBegin = (path: string): boolean => {
    const folder = dirname(path);
    if (folder === path) return true;
    const names = namesIn(folder);
    return (
      names === null ||
      /[/\\]\.{0,2}$/.test(path) ||
      (names.whole.size > 0 && names.stems.has(stemOf(nameOf(path, folder))))
    );
  };
  return { mayBeThere, mayBegin };
}

function nameOf(path: string, folder: string): string {
  return folded(
    path
      .slice(folder.length)
      .replace(/^[/\\]/, "")
      .replace(/[/\\]$/, ""),
  );
}

function stemOf(name: string): string {
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
}

const nothing: Names = { whole: new Set(), stems: new Set() };

function listFolder(folder: string): Names | null {
  try {
    const names = readdirSync(folder).map(folded);
    return { whole: new Set(names), stems: new Set(names.map(stemOf)) };
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
