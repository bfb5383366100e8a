import { readComponent } from "./component-code.ts";
import { readPage } from "./page-scripts.ts";
import type { DocumentReader } from "./script-block.ts";

/** Reads a document of any kind. */
export const readDocument: DocumentReader = (text, language, isWhole) =>
  language === "html" ? readPage(text) : readComponent(text, language, isWhole);
