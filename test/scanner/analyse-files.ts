import { analyseFile, linkModules, type LinkOptions, type Scan, type Source } from "../../scanner/follow/analyse.ts";
import { readDocument } from "../../scanner/parse/script-blocks.ts";

/** Analyses files, documents among them, and puts them together. */
export function analyseFiles(sources: readonly Source[], options: LinkOptions): Scan {
  return linkModules(
    sources.map((source) => analyseFile(source, { readDocument })),
    options,
  );
}
