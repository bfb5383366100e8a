import {
  afterBrace,
  afterParenthesis,
  blockStart,
  close,
  closeBrace,
  listStart,
  readSemicolon,
} from "./strip-brackets.ts";
import { precedingAt } from "./strip-preceding.ts";
import { readChildren, readTag, readTagStart } from "./strip-tags.ts";
import { readComment, readExpression, readString, readTemplate, readTemplateStart } from "./strip-texts.ts";
import { type ContextKind, endStatement, keepOne, open, type Stripper, type TextRange } from "./stripper.ts";

/** What is left of a module without its comments, and the texts that stood in its strings. */
export interface StrippedSource {
  /**
   * The code: comments and text between tags are a space, strings, templates and regular expressions are empty. Shorter
   * than the source, so that nothing in it has the position it had there.
   */
  readonly code: string;
  /** The contents of the strings and of the parts of templates, escapes resolved as far as ASCII goes. */
  readonly strings: readonly string[];
  /** Where each comment begins and ends in the source. */
  readonly comments: readonly TextRange[];
  /**
   * Where blocks begin and end in the source, braces included, inner ones first: the bodies of functions, of loops, of what
   * has a condition. A block that follows neither a parenthesis nor an arrow is not among them. Lists that are assigned are,
   * since games keep their data in them: empty, they are lists, patterns or types as before.
   */
  readonly blocks: readonly TextRange[];
  /**
   * Where statements and members of classes and types begin and end in the source, inner ones first, as far as semicolons and
   * braces tell: one of these may be several, but is never a part of one, save where two keywords belong together.
   */
  readonly statements: readonly TextRange[];
}

/**
 * Takes comments and strings out of JavaScript or TypeScript. It knows no grammar beyond what tells a division from a
 * regular expression and a comparison from a tag, and never guesses: null means that it could not tell, or that the text
 * is no valid module, and that only a parser can say what it means.
 *
 * @param source The text; of bytes read as Latin-1, everything but names outside ASCII is seen as it is.
 * @param hasTags Whether JSX may occur in it.
 */
export function stripSource(source: string, hasTags: boolean): StrippedSource | null {
  // What old scripts take for a comment, where it begins a line.
  if (source.includes("-->") && /^[\t ]*-->/m.test(source)) return null;
  const start = startOf(source);
  const stripper: Stripper = {
    source,
    codes: codesOf(source),
    hasTags,
    index: start,
    copied: start,
    kept: start,
    pieces: [],
    strings: [],
    comments: [],
    blocks: [],
    statements: [],
    stack: [],
    statementStart: start,
    last: "operator",
    word: "",
  };
  while (stripper.index < source.length) {
    const { stack } = stripper;
    const kind = stack.length === 0 ? "code" : (stack[stack.length - 1]?.kind ?? "code");
    if (!(kind === "code" ? readCode(stripper) : readers[kind](stripper))) return null;
  }
  if (stripper.stack.length > 0) return null;
  endStatement(stripper, source.length);
  const { pieces, strings, comments, blocks, statements, copied } = stripper;
  return { code: [...pieces, source.slice(copied)].join(""), strings, comments, blocks, statements };
}

function codesOf(source: string): Uint16Array {
  const codes = new Uint16Array(source.length);
  for (let index = 0; index < source.length; index++) codes[index] = source.charCodeAt(index);
  return codes;
}

/** Each reads at least one character, or says that it cannot tell. */
const readers: Readonly<Record<Exclude<ContextKind, "code">, (stripper: Stripper) => boolean>> = {
  template: readTemplate,
  tag: readTag,
  children: readChildren,
};

/** Behind the byte-order mark, and behind the line that names an interpreter. */
function startOf(source: string): number {
  return /^\ufeff?(?:#!.*)?/u.exec(source)?.[0].length ?? 0;
}

function readCode(stripper: Stripper): boolean {
  const { codes } = stripper;
  let { index } = stripper;
  // Beyond ASCII there are only names and white space.
  while (index < codes.length && ((codes[index] ?? 0) > 127 || isPlain[codes[index] ?? 0] === 1)) index++;
  stripper.index = index;
  if (index === codes.length) return true;
  return readersByCode[codes[index] ?? 0]?.(stripper) ?? false;
}

const readersByCharacter: ReadonlyMap<string, (stripper: Stripper) => boolean> = new Map([
  ["/", readSlash],
  ["<", readLess],
  ["`", readTemplateStart],
  ["'", readString],
  ['"', readString],
  ["(", (stripper) => open(stripper, ")", afterParenthesis(stripper))],
  ["[", (stripper) => open(stripper, "]", "value", listStart(stripper))],
  ["{", (stripper) => open(stripper, "}", afterBrace(stripper), blockStart(stripper))],
  [")", (stripper) => close(stripper, ")")],
  ["]", (stripper) => close(stripper, "]")],
  ["}", closeBrace],
  [";", readSemicolon],
]);

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
/** An array and not the map, because it is asked at every bracket of every text. */
const readersByCode = ascii.map((character) => readersByCharacter.get(character));
/** What says nothing about where strings, comments and brackets begin and end. */
const isPlain = Uint8Array.from(ascii, (character) => (readersByCharacter.has(character) ? 0 : 1));

function readLess(stripper: Stripper): boolean {
  const { source, index, hasTags } = stripper;
  if (source.startsWith("<!--", index)) return false;
  if (source.startsWith("<<", index)) {
    stripper.index++;
    return keepOne(stripper, "operator");
  }
  const { last } = hasTags ? precedingAt(stripper, index) : { last: "value" };
  if (last === "value") return keepOne(stripper, "operator");
  // A tag begins with a name, or is `<>`. Anything else compares, and so does `} < x`.
  if (!/^<[\w$>]/.test(source.slice(index, index + 2))) return keepOne(stripper, "operator");
  if (last === "unsure") return false;
  return readTagStart(stripper);
}

function readSlash(stripper: Stripper): boolean {
  const { source, index } = stripper;
  const next = source.charAt(index + 1);
  if (next === "/" || next === "*") return readComment(stripper, next);
  const { last } = precedingAt(stripper, index);
  if (last === "unsure") return false;
  return last === "operator" ? readExpression(stripper) : keepOne(stripper, "operator");
}
