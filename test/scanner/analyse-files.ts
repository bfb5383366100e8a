import { analyseFile, type Source } from "../../scanner/facts/analyse.ts";
import type { Scan } from "../../scanner/findings/finding.ts";
import { linkModules, type LinkOptions } from "../../scanner/follow/link-modules.ts";
import { readDocument } from "../../scanner/parse/read-document.ts";

/** Analyses files, including documents, and links them. */
export function analyseFiles(sources: readonly Source[], options: LinkOptions): Scan {
  return linkModules(
    sources.map((source) => analyseFile(source, { readDocument })),
    options,
  );
}
