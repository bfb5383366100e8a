import { createByteFilter } from "./byte-filter.ts";
import type { Group } from "./finding.ts";
import { createSourceReader, traitsOf } from "./read-sources.ts";
import { vocabularyOf } from "./vocabulary.ts";

/** Of some files, given by their absolute paths, those that a look at their bytes does not clear. It clears no document. */
export function findUnclear(files: readonly string[], groups: readonly Group[]): readonly string[] {
  const reader = createSourceReader();
  const isClear = createByteFilter(vocabularyOf(groups), reader.memory);
  return files.filter((path) => {
    const { hasTags, isDocument } = traitsOf(path);
    // A file that cannot be read is an error, whatever its kind.
    const source = reader.read(path);
    return isDocument || !isClear(source, hasTags);
  });
}
