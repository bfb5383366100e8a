import type { DocumentLanguage } from "../find/language.ts";
import type { Dialect } from "../text/component-parts.ts";
import type { ParseProblem } from "./parse-source.ts";

/** A script of a document, or a whole file. */
export interface ScriptBlock {
  readonly text: string;
  /** Maps an offset of the text to the file. */
  readonly offsetOf: (offset: number) => number;
  /** Maps those of some offsets of the file that are to be read, in rising order. */
  readonly placesIn: (kept: readonly number[]) => readonly number[];
  readonly dialect: Dialect;
  /** True for a plain script, which shares its variables with the scripts after it. */
  readonly isScript: boolean;
  /** True if `this` is the global object in functions called without a receiver, unless they say "use strict". */
  readonly isSloppy: boolean;
  /** True for an attribute. In a page template it may contain placeholders, which do not parse. */
  readonly isHandler: boolean;
}

/** The scripts of a document, and whether unread markup may use something banned. */
export interface Document {
  readonly blocks: readonly ScriptBlock[];
  readonly hasUnreadCode: boolean;
}

/** Reads a document (of a component, optionally only its scripts), or returns why it cannot be read. */
export type DocumentReader = (text: string, language: DocumentLanguage, isWhole: boolean) => Document | ParseProblem;

/** A script that is one piece of its file, and its place there. */
export function inPlace(start: number, text: string): Pick<ScriptBlock, "text" | "offsetOf" | "placesIn"> {
  return {
    text,
    offsetOf: (offset) => start + offset,
    placesIn: (kept) => kept.map((offset) => offset - start).filter((offset) => offset >= 0 && offset < text.length),
  };
}
