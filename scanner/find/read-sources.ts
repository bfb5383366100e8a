import { readFileSync } from "node:fs";
import { orUnreadable } from "../findings/scan-error.ts";
import type { SourceTraits } from "../text/filter.ts";
import { isDocument, languageOf } from "./language.ts";

/** The text of a file, without a byte-order mark. Throws `ScanError` if the system cannot read it. */
export function readSource(path: string): string {
  // Named in an object, because Node makes one of a plain "utf8" for each of ten thousand files.
  const text = orUnreadable(path, () => readFileSync(path, { encoding: "utf8" }));
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Facts about a file's grammar that its name tells. */
export function traitsOf(path: string): SourceTraits {
  const language = languageOf(path) ?? "js";
  return { hasTags: language !== "ts", isDocument: isDocument(language) };
}
