import { stripSource, type StrippedSource } from "./strip.ts";

/** As `stripSource`. */
export type StripSource = typeof stripSource;

/** Two that are given the same texts, one after the other. */
export interface SharedStripping {
  readonly first: StripSource;
  readonly second: StripSource;
}

/**
 * Strips a text once for the two who need it so: the filter, and the parser of what the filter does not clear. A text with
 * letters outside ASCII the one has as bytes and the other as letters, so that it is stripped twice.
 */
export function shareStripping(): SharedStripping {
  const waiting = new Map<string, { readonly hasTags: boolean; readonly stripped: StrippedSource | null }>();
  return {
    first(source, hasTags) {
      const stripped = stripSource(source, hasTags);
      waiting.set(source, { hasTags, stripped });
      return stripped;
    },
    second(source, hasTags) {
      const known = waiting.get(source);
      waiting.delete(source);
      return known?.hasTags === hasTags ? known.stripped : stripSource(source, hasTags);
    },
  };
}
