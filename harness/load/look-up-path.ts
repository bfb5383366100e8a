import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { nearestName } from "../../src/formats/nearest-name.ts";
import { listFilesBelow } from "./find-files.ts";

/** Result of looking up a path. */
export type PathLookup =
  | { readonly found: "file" | "folder" }
  /** The path exists in another case. Only some file systems find it. */
  | { readonly found: "other-case"; readonly written: string }
  /** `nearest` is an existing file that was probably meant. */
  | { readonly found: "nothing"; readonly nearest: string | null };

/**
 * Looks up paths below a folder as on a case-sensitive file system, whatever the one here is. A leading slash stands
 * for the folder. Each folder is read once, so all lookups see the same state.
 */
export function createPathLookup(folder: string): (path: string) => Promise<PathLookup> {
  const disk = new FolderTree(folder);
  return async (path) => {
    const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
    const exact = await disk.walk(segments, sameName);
    if (exact !== null) return { found: exact.isFolder ? "folder" : "file" };
    const inOtherCase = await disk.walk(segments, sameLetters);
    if (inOtherCase?.isFolder === false) return { found: "other-case", written: inOtherCase.path };
    return { found: "nothing", nearest: await findNearest(disk, segments) };
  };
}

/** Picks a folder's entry for a path segment. */
type ChooseName = (segment: string, names: readonly string[]) => string | null;

function sameName(segment: string, names: readonly string[]): string | null {
  return names.includes(segment) ? segment : null;
}

function sameLetters(segment: string, names: readonly string[]): string | null {
  const wanted = segment.toLowerCase();
  return sameName(segment, names) ?? names.find((name) => name.toLowerCase() === wanted) ?? null;
}

function similarName(segment: string, names: readonly string[]): string | null {
  return sameName(segment, names) ?? nearestName(segment, names);
}

/** A file with a similar path, or else one of the same name elsewhere in the folder. */
async function findNearest(disk: FolderTree, segments: readonly string[]): Promise<string | null> {
  // For paths written on Windows. Elsewhere a backslash is an ordinary character.
  const split = segments.flatMap((segment) => segment.split("\\"));
  const similar = await disk.walk(split, similarName);
  if (similar?.isFolder === false) return similar.path;
  const name = (split.at(-1) ?? "").toLowerCase();
  return (await disk.allFiles()).find((file) => basename(file).toLowerCase() === name) ?? null;
}

/** A folder, read on first use. */
class FolderTree {
  readonly #folder: string;
  readonly #names = new Map<string, readonly string[] | null>();
  #files: readonly string[] | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Follows a path segment by segment. Null if `choose` finds nothing for one of them. */
  async walk(
    segments: readonly string[],
    choose: ChooseName,
  ): Promise<{ readonly path: string; readonly isFolder: boolean } | null> {
    const taken: string[] = [];
    for (const segment of segments) {
      const names = await this.#namesIn(taken);
      const name = names === null || segment === ".." ? null : choose(segment, names);
      if (names === null || (name === null && segment !== "..")) return null;
      taken.push(name ?? segment);
    }
    return { path: taken.join("/"), isFolder: (await this.#namesIn(taken)) !== null };
  }

  /** Paths of all files, with forward slashes on every system. */
  async allFiles(): Promise<readonly string[]> {
    const listed = this.#files ?? (await listFilesBelow(this.#folder).catch(() => []));
    this.#files = listed;
    return listed.map((file) => file.replaceAll("\\", "/"));
  }

  /** Null if it is not a readable folder. */
  async #namesIn(segments: readonly string[]): Promise<readonly string[] | null> {
    const folder = join(this.#folder, ...segments);
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    const names = await readdir(folder).then(
      (read) => read.sort(),
      () => null,
    );
    this.#names.set(folder, names);
    return names;
  }
}
