import type { DocumentLanguage } from "../find/language.ts";
import { codeOfUrl } from "../text/code-url.ts";
import type { Dialect } from "../text/component-parts.ts";
import type { ParseProblem } from "./parse-source.ts";
import type { PlainAttribute } from "./template.ts";

/** A script of a document, or a whole file. */
export interface ScriptBlock {
  readonly text: string;
  /** Maps an offset of the text to the file. */
  readonly offsetOf: (offset: number) => number;
  /** Maps those of some offsets of the file that are to be read, in rising order. Null if all of the text is. */
  readonly placesIn: (kept: readonly number[]) => readonly number[] | null;
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

/** In shorter scripts, leaving parts out costs as much as it saves. */
export const mostReadWhole = 3000;

/** A script that is one piece of its file, and its place there. */
export function inPlace(start: number, text: string): Pick<ScriptBlock, "text" | "offsetOf" | "placesIn"> {
  return {
    text,
    offsetOf: (offset) => start + offset,
    placesIn: (kept) => kept.map((offset) => offset - start).filter((offset) => offset >= 0 && offset < text.length),
  };
}

/** HTML has no syntax errors, but a document may have too many attributes or be nested too deeply. */
export function readIfShallow(read: () => Document): Document | ParseProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return { message: error.message, line: 1, column: 1 };
    throw error;
  }
}

/** No event name is shorter than `cut`, so `one` and `only` are not handlers. */
const handlerName = /^on[a-z]{3,}$/;

/** Attributes with a URL that is opened. */
const urlNames: ReadonlySet<string> = new Set(["href", "src", "action", "formaction", "data"]);

/** Markup that uses something banned contains one of these names. */
export const suspectMarkup = /Math|Date|performance|crypto|Temporal|Intl|process|eval|Function/;

/**
 * The handlers (`onclick="..."`) and `javascript:` URLs among the attributes. Values with entities are not read,
 * because a finding in them would get a wrong place.
 */
export function readHandlers(attributes: readonly PlainAttribute[], text: string): Document {
  const blocks: ScriptBlock[] = [];
  let hasUnreadCode = false;
  for (const { name, value, start } of attributes) {
    const isCode = handlerName.test(name) || (urlNames.has(name) && codeOfUrl(value) !== null);
    // Before code, the scheme of a URL parses as a label.
    const isWritten = text.startsWith(value, start) && value.endsWith(codeOfUrl(value) ?? "");
    if (isCode && isWritten) blocks.push({ ...inPlace(start, value), ...handler });
    else if (isCode) hasUnreadCode ||= suspectMarkup.test(value);
  }
  return { blocks, hasUnreadCode };
}

export const scriptOfModule = { isScript: false, isSloppy: false, isHandler: false };
/** For scripts of which no part is left out. */
export const readWhole = (): null => null;
const handler = { ...scriptOfModule, placesIn: readWhole, dialect: "js", isSloppy: true, isHandler: true } as const;
