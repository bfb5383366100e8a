import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { remember } from "./remember.ts";
import type { FileSystem } from "./resolve-module.ts";

interface Names {
  readonly whole: ReadonlySet<string>;
  /** The names up to their first dot. */
  readonly stems: ReadonlySet<string>;
}

const nothing: Names = { whole: new Set(), stems: new Set() };

/**
 * The system's files, each asked for once: a scan sees them as they were when it began. To resolve one import takes dozens
 * of questions about files that do not exist, so folders are listed first, and only what is listed is looked up.
 */
export class OpenFiles implements FileSystem {
  readonly #known = new Map<string, boolean>();
  /** Null for a folder that cannot be listed. */
  readonly #folders = new Map<string, Names | null>();

  isFile(path: string): boolean {
    return remember(this.#known, path, () => this.#mayBeThere(path) && isFileAt(path));
  }

  mayBegin(path: string): boolean {
    const names = this.#namesAround(path);
    if (names === null || /[/\\]\.{0,2}$/.test(path)) return true;
    return names !== nothing && names.stems.has(stemOf(folded(basename(path))));
  }

  read(path: string): string | null {
    try {
      return this.isFile(path) ? readFileSync(path, "utf8") : null;
    } catch {
      return null;
    }
  }

  realPath(path: string): string {
    return realpathSync(path).replaceAll(sep, "/");
  }

  #mayBeThere(path: string): boolean {
    const names = this.#namesAround(path);
    return names === null || (names !== nothing && names.whole.has(folded(basename(path))));
  }

  /** The names in the folder of a path; null where it cannot be listed. */
  #namesAround(path: string): Names | null {
    const folder = dirname(path);
    if (folder === path) return null;
    return remember(this.#folders, folder, () => (this.#mayBeThere(folder) ? namesIn(folder) : nothing));
  }
}

/** Whether there is a file. A part of its path that is a file itself is an error, which nothing suppresses. */
export function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): Names | null {
  try {
    const names = readdirSync(folder).map(folded);
    return { whole: new Set(names), stems: new Set(names.map(stemOf)) };
  } catch {
    return null;
  }
}

function stemOf(name: string): string {
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
}

/** Some systems take names for equal that differ in case or in how an accent is written. */
function folded(name: string): string {
  // Names in ASCII have no accents, and need not be looked through for them.
  return (/[^\0-\x7f]/.test(name) ? name.normalize("NFC") : name).toLowerCase();
}
