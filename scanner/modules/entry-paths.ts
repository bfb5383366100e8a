import type { RelatedPlace } from "../findings/finding.ts";
import { languageOf, traitsOf } from "../find/language.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import { blankAt, replaceRanges } from "../text/replace-ranges.ts";
import { stripSource } from "../text/strip.ts";
import type { ResolveModule } from "./resolve-module.ts";
import { importsIn } from "./imports-in.ts";

/** Reads and resolves imports. Paths are absolute. */
export interface ImportFollower {
  /** The text of a file, or null if it does not exist. */
  readonly read: (path: string) => string | null;
  readonly resolve: ResolveModule;
  /** The path to show in a chain. */
  readonly shown: (path: string) => string;
}

/** Returns a shortest chain of imports from an entry to a file, given by its shown path. Null if there is none. */
export type EntryPaths = (file: string) => readonly RelatedPlace[] | null;

/**
 * Follows the imports of the entries breadth first, so every chain is a shortest one and, among those, the one written
 * first. Files are read lazily, only as far as needed.
 */
export function createEntryPaths(entries: readonly string[], follower: ImportFollower): EntryPaths {
  const modules = new Set(entries);
  /** The import that reached a module first, by the module's shown path. Null for an entry. */
  const arrivals = new Map<string, RelatedPlace | null>(entries.map((path) => [follower.shown(path), null]));
  // The iterator of a set also visits modules that are added later.
  const waiting = modules.values();
  return (file) => {
    while (!arrivals.has(file)) {
      const next = waiting.next();
      if (next.done === true) return null;
      for (const { specifier, place } of placedImportsIn(next.value, follower)) {
        const to = follower.resolve(next.value, specifier);
        if (to === null || modules.has(to) || /[\\/]node_modules[\\/]/.test(to)) continue;
        modules.add(to);
        arrivals.set(follower.shown(to), place);
      }
    }
    const chain: RelatedPlace[] = [];
    for (let at = arrivals.get(file) ?? null; at !== null; at = arrivals.get(at.file) ?? null) chain.push(at);
    return chain.reverse();
  };
}

function placedImportsIn(
  path: string,
  { read, shown }: ImportFollower,
): readonly { readonly specifier: string; readonly place: RelatedPlace }[] {
  const text = languageOf(path) === null ? null : read(path);
  if (text === null) return [];
  const comments = stripSource(text, traitsOf(path).hasTags)?.comments ?? [];
  const code = replaceRanges(text, comments.map(blankAt));
  const placeOf = createPlaceFinder(text);
  return importsIn(code).flatMap(({ specifier, start }) => {
    if (start === null) return [];
    return [{ specifier, place: { file: shown(path), ...placeOf(start), message: `${specifier} is imported here.` } }];
  });
}
