import type { RelatedPlace } from "../findings/finding.ts";
import { languageOf, traitsOf } from "../find/language.ts";
import { createPlaceFinder, lastUpTo } from "../text/place-finder.ts";
import { stripSource } from "../text/strip.ts";
import { importsIn } from "./imports-in.ts";

/** What is needed to follow imports. Paths are absolute. */
export interface ImportFollower {
  /** The text of a file, or null where there is none. */
  readonly read: (path: string) => string | null;
  /** The file that a specifier means; null for a package and for what is not there. */
  readonly resolve: (from: string, specifier: string) => string | null;
  /** How a path is written in a chain. */
  readonly shown: (path: string) => string;
}

/** The imports that lead from an entry to a file, by its shown path; null where none does. The way is a shortest one. */
export type EntryPaths = (file: string) => readonly RelatedPlace[] | null;

/** The import by which a module was found first, and how the module with that import was found. */
interface Arrival {
  readonly from: Arrival | null;
  readonly place: RelatedPlace;
}

/**
 * Follows the imports of some entries, breadth first, so that every way is a shortest one, and of those the one that is
 * written first. Nothing is read before a way is asked for, and no more than is needed to find it.
 */
export function createEntryPaths(entries: readonly string[], follower: ImportFollower): EntryPaths {
  const arrivals = new Map<string, Arrival | null>(entries.map((path) => [path, null]));
  const byShown = new Map(entries.map((path) => [follower.shown(path), path]));
  // A map visits entries that are added while it is iterated.
  const waiting = arrivals.entries();
  return (file) => {
    for (;;) {
      const path = byShown.get(file);
      if (path !== undefined) return placesTo(arrivals.get(path) ?? null);
      const next = waiting.next();
      if (next.done === true) return null;
      const [from, arrival] = next.value;
      for (const { specifier, place } of placedImportsIn(from, follower)) {
        const to = follower.resolve(from, specifier);
        if (to === null || arrivals.has(to) || /[\\/]node_modules[\\/]/.test(to)) continue;
        arrivals.set(to, { from: arrival, place });
        byShown.set(follower.shown(to), to);
      }
    }
  };
}

function placesTo(arrival: Arrival | null): readonly RelatedPlace[] {
  const places: RelatedPlace[] = [];
  for (let one = arrival; one !== null; one = one.from) places.push(one.place);
  return places.reverse();
}

function placedImportsIn(
  path: string,
  { read, shown }: ImportFollower,
): readonly { readonly specifier: string; readonly place: RelatedPlace }[] {
  const text = languageOf(path) === null ? null : read(path);
  if (text === null) return [];
  const comments = stripSource(text, traitsOf(path).hasTags)?.comments ?? [];
  const commentStarts = comments.map(({ start }) => start);
  const isInComment = (index: number): boolean => {
    const comment = comments[lastUpTo(commentStarts, index)];
    return comment !== undefined && comment.start <= index && index < comment.end;
  };
  const placeOf = createPlaceFinder(text);
  return importsIn(text).flatMap(({ specifier, start }) => {
    if (start === null || isInComment(start)) return [];
    return [{ specifier, place: { file: shown(path), ...placeOf(start), message: `${specifier} is imported here.` } }];
  });
}
