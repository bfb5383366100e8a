import { createByteFilter } from "./byte-filter.ts";
import type { ByteTerms } from "./byte-terms.ts";
import { coreTerms } from "./core-terms.ts";
import { coreGroups, type Group } from "./finding.ts";
import { createSourceReader, traitsOf } from "./read-sources.ts";

/** Of some files, given by their absolute paths, those that a look at their bytes does not clear. It clears no document. */
export async function findUnclear(files: readonly string[], groups: readonly Group[]): Promise<readonly string[]> {
  const terms = await termsOf(groups);
  const reader = createSourceReader();
  const isClear = terms === null ? () => false : createByteFilter(terms, reader.memory);
  return files.filter((path) => {
    const { hasTags, isDocument } = traitsOf(path);
    // A file that cannot be read is an error, whatever its kind.
    const source = reader.read(path);
    return isDocument || !isClear(source, hasTags);
  });
}

/** Loads the rules where other groups are on: that takes longer than to look through a small game. */
async function termsOf(groups: readonly Group[]): Promise<ByteTerms | null> {
  if (groups.every((group) => coreGroups.some((core) => core === group))) return coreTerms;
  const { byteTermsOf } = await import("./byte-terms.ts");
  const { vocabularyOf } = await import("./vocabulary.ts");
  return byteTermsOf(vocabularyOf(groups));
}
