import { type ByteFilter, type ByteVerdict, createByteFilter } from "../text/byte-filter.ts";
import type { ByteTerms } from "../text/byte-terms.ts";
import { coreTerms } from "../text/core-terms.ts";
import { coreGroups, type Group } from "../findings/finding.ts";
import { createSourceReader, traitsOf } from "./read-sources.ts";

/** Of some files, given by their absolute paths, those that a look at their bytes does not clear. It clears no document. */
export async function findUnclear(files: readonly string[], groups: readonly Group[]): Promise<readonly string[]> {
  const terms = await termsOf(groups);
  const reader = createSourceReader();
  const judge: ByteFilter = terms === null ? () => "unclear" : createByteFilter(terms, reader.memory);
  const judged = new Map<string, ByteVerdict>();
  for (const path of files) {
    const { hasTags, isDocument } = traitsOf(path);
    // A file that cannot be read is an error, whatever its kind.
    const source = reader.read(path);
    const verdict = isDocument ? "unclear" : judge(source, hasTags);
    if (verdict !== "clear") judged.set(path, verdict);
  }
  const isTaken = [...judged.values()].some((verdict) => verdict !== "gives");
  return [...judged.keys()].filter(
    (path) => judged.get(path) === "unclear" || (isTaken && judged.get(path) === "gives"),
  );
}

/** Loads the rules where other groups are on: that takes longer than to look through a small game. */
async function termsOf(groups: readonly Group[]): Promise<ByteTerms | null> {
  if (groups.every((group) => coreGroups.some((core) => core === group))) return coreTerms;
  const { byteTermsOf } = await import("../text/byte-terms.ts");
  const { vocabularyOf } = await import("../text/vocabulary.ts");
  return byteTermsOf(vocabularyOf(groups));
}
