import { resolveEscapes } from "./resolve-escapes.ts";

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

/** A part of a text: the index of its first character, and of the one behind its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
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
    source, codes: codesOf(source), hasTags, index: start, copied: start, kept: start, pieces: [], strings: [], comments: [], blocks: [], statements: [], stack: [],
    statementStart: start, last: "operator", word: "",
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

type ContextKind = "code" | "template" | "tag" | "children";

interface Context {
  /** How the text inside is read. */
  readonly kind: ContextKind;
  /** What ends it, where one character does. */
  readonly closer: ")" | "]" | "}" | null;
  /** What its end is: a value, or, as of `if (...)`, something behind which a statement begins. */
  readonly becomes: Last;
  /** Where the block begins that it is; null for what is none. */
  readonly blockStart: number | null;
  /** Where it begins, and where the statement did that it is a part of. */
  readonly start: number;
  readonly outerStatement: number;
}

type Last = "value" | "operator" | "unsure";

interface Stripper {
  readonly source: string;
  /** The source's characters. To ask a string for one after the other takes several times as long. */
  readonly codes: Uint8Array | Uint16Array;
  readonly hasTags: boolean;
  readonly pieces: string[];
  readonly strings: string[];
  readonly comments: TextRange[];
  readonly blocks: TextRange[];
  readonly statements: TextRange[];
  readonly stack: Context[];
  /** Where the statement begins in which `index` is, if one does in the innermost context. */
  statementStart: number;
  index: number;
  /** From here on the source is not among the pieces yet. */
  copied: number;
  /** From here up to `index` there is nothing but code. */
  kept: number;
  /** What came before `kept`, white space aside: only behind an operator can a regular expression or a tag begin. */
  last: Last;
  /** The word or the dot that came last before `kept`, where nothing else has come since. */
  word: string;
}

function codesOf(source: string): Uint8Array | Uint16Array {
  if (!/[^\0-\xff]/.test(source)) return Buffer.from(source, "latin1");
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

/** Behind the byte-order mark, as bytes or as a character, and behind the line that names an interpreter. */
function startOf(source: string): number {
  return /^(?:\u00ef\u00bb\u00bf|\ufeff)?(?:#!.*)?/u.exec(source)?.[0].length ?? 0;
}

function readCode(stripper: Stripper): boolean {
  const { codes } = stripper;
  let { index } = stripper;
  while (index < codes.length && isPlain[codes[index] ?? 0] === 1) index++;
  stripper.index = index;
  if (index === codes.length) return true;
  // What is left are names outside ASCII and white space outside ASCII, which would have to be told apart.
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
  // Behind a brace that closes a block a statement begins, behind one that closes an object an operator follows.
  ["{", (stripper) => open(stripper, "}", "unsure", blockStart(stripper))],
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

/** Leaves out `length` characters here, putting `replacement` in their place. */
function replace(stripper: Stripper, length: number, replacement: string): void {
  const { source, pieces, copied, index } = stripper;
  pieces.push(source.slice(copied, index), replacement);
  stripper.index += length;
  stripper.copied = stripper.index;
  stripper.kept = stripper.index;
}

function becomes(stripper: Stripper, last: Last, word = ""): true {
  stripper.last = last;
  stripper.word = word;
  stripper.kept = stripper.index;
  return true;
}

/** Moves over a bracket or an operator of one character, keeping it. */
function keepOne(stripper: Stripper, last: Last): true {
  stripper.index++;
  return becomes(stripper, last);
}

/** Words behind which a value begins. */
const openWords: ReadonlySet<string> = new Set([
  "return", "typeof", "instanceof", "in", "new", "delete", "void", "throw", "case", "do", "else", "default", "extends",
]);
/** Words that are names in one place and keywords in another. */
const doubleWords: ReadonlySet<string> = new Set(["of", "yield", "await", "as", "satisfies"]);

type Preceding = Pick<Stripper, "last" | "word">;

/** What stands before `end`, white space aside. */
function precedingAt(stripper: Stripper, end: number): Preceding {
  const { source, codes, kept } = stripper;
  let index = end;
  while (index > kept && isBlank(codes[index - 1] ?? 0)) index--;
  if (index === kept) return stripper;
  const character = source.charAt(index - 1);
  if (isNamePart(codes[index - 1] ?? 0)) return precedingName(stripper, index);
  if (character === ".") return { last: "operator", word: "." };
  if (character === "!") return precedingMark(stripper, index - 1);
  // `i++ / 2` divides, as `x as Set<number> / 2` does; `++` in front of a name says nothing of it.
  const isUnsure = /(?:[^=]>|\+\+|--)$/.test(source.slice(Math.max(kept, index - 2), index)) || (character === ">" && index - 1 === kept);
  return { last: isUnsure ? "unsure" : "operator", word: "" };
}

/** `x!` has a value; `!x` has none yet, and begins a line of its own where a value precedes it. */
function precedingMark(stripper: Stripper, mark: number): Preceding {
  const { codes, kept } = stripper;
  let index = mark;
  // Of a row of them, which may be longer than the stack is deep, the first one decides.
  while (index > kept && codes[index - 1] === 0x21) index--;
  const isBehindBlank = index > kept && isBlank(codes[index - 1] ?? 0);
  return { last: isBehindBlank ? "operator" : precedingAt(stripper, index).last, word: "" };
}

function precedingName(stripper: Stripper, end: number): Preceding {
  const { source, codes, kept } = stripper;
  let start = end;
  while (start > kept && isNamePart(codes[start - 1] ?? 0)) start--;
  const word = source.slice(start, end);
  const isMember = (openWords.has(word) || doubleWords.has(word) || heads.has(word)) && precedingAt(stripper, start).word === ".";
  if (isMember) return { last: "value", word: "" };
  if (openWords.has(word)) return { last: "operator", word };
  return { last: doubleWords.has(word) ? "unsure" : "value", word };
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** What `[\w$#]` matches; a regular expression for each character takes several times as long. */
function isNamePart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || code === 35;
}

const heads: ReadonlySet<string> = new Set(["if", "while", "for", "with"]);

function open(stripper: Stripper, closer: ")" | "]" | "}", last: Last, start: number | null = null): true {
  keepOne(stripper, "operator");
  return enter(stripper, { kind: "code", closer, becomes: last, blockStart: start });
}

/** Goes on in a context that begins here. */
function enter(stripper: Stripper, { kind, closer, becomes: last, blockStart }: Omit<Context, "start" | "outerStatement">): true {
  const { index, statementStart } = stripper;
  // To spread the context took a tenth of a dirty scan.
  stripper.stack.push({ kind, closer, becomes: last, blockStart, start: index, outerStatement: statementStart });
  stripper.statementStart = index;
  return true;
}

/** Goes on in the context around. */
function leave(stripper: Stripper): Context | undefined {
  const context = stripper.stack.pop();
  stripper.statementStart = context?.outerStatement ?? stripper.statementStart;
  return context;
}

function endStatement(stripper: Stripper, end: number): void {
  const { statements, statementStart } = stripper;
  if (end > statementStart) statements.push({ start: statementStart, end });
  stripper.statementStart = end;
}

function readSemicolon(stripper: Stripper): true {
  const { stack } = stripper;
  keepOne(stripper, "operator");
  const closer = stack.length === 0 ? "}" : stack[stack.length - 1]?.closer;
  // `if (a) b(); else c();` and `do a(); while (b);` are one.
  if (closer === "}" && !/^(?:else|while)$/.test(nextWord(stripper))) endStatement(stripper, stripper.index);
  return true;
}

/** Words that go on with a statement behind a brace; any other begins the next one. */
const continuations: ReadonlySet<string> = new Set([
  "else", "catch", "finally", "while", "of", "in", "instanceof", "as", "satisfies", "from", "with", "extends", "implements", "is", "assert",
]);

function closeBrace(stripper: Stripper): boolean {
  const { stack, statementStart, index } = stripper;
  // Where nothing has ended a statement, it may be an object.
  if (statementStart !== stack[stack.length - 1]?.start) endStatement(stripper, index);
  if (!close(stripper, "}")) return false;
  const word = nextWord(stripper);
  const closer = stack.length === 0 ? "}" : stack[stack.length - 1]?.closer;
  if (closer === "}" && word !== "" && !continuations.has(word)) endStatement(stripper, stripper.index);
  return true;
}

/** The word that comes next, comments and white space aside; empty where there is none. */
function nextWord({ source, codes, index }: Stripper): string {
  let start = index;
  while (start < codes.length) {
    if (isBlank(codes[start] ?? 0)) start++;
    else if (codes[start] !== 0x2f) break;
    else if (codes[start + 1] === 0x2f) start = indexFrom(source, "\n", start);
    else if (codes[start + 1] === 0x2a) start = indexFrom(source, "*/", start) + 2;
    else break;
  }
  let end = start;
  while (end < codes.length && isNamePart(codes[end] ?? 0)) end++;
  return source.slice(start, end);
}

/** Where something comes next; the end where it does not. */
function indexFrom(source: string, sought: string, start: number): number {
  const index = source.indexOf(sought, start);
  return index === -1 ? source.length : index;
}

/** The last letters of the words that matter in front of a parenthesis: most have another there. */
const headEnds = "fehrt";

function afterParenthesis(stripper: Stripper): Last {
  const { source, codes, index, kept } = stripper;
  let before = index - 1;
  while (before >= kept && isBlank(codes[before] ?? 0)) before--;
  if (before >= kept && !headEnds.includes(source.charAt(before))) return "value";
  const { word } = precedingAt(stripper, index);
  // `await (x) / 2`, but `for await (x of y) /x/.test(x)`.
  if (word === "await") return "unsure";
  return heads.has(word) ? "operator" : "value";
}

function close(stripper: Stripper, character: string): boolean {
  const context = leave(stripper);
  const start = context?.blockStart ?? null;
  if (start !== null) stripper.blocks.push({ start, end: stripper.index + 1 });
  return context?.closer === character && keepOne(stripper, context.becomes);
}

/** Where a block begins, if that is what the brace here opens: the body of a function or of a statement. */
function blockStart(stripper: Stripper): number | null {
  const before = codeBefore(stripper);
  return before.endsWith(")") || before === "=>" ? stripper.index : null;
}

/** Where a list begins that is assigned, if the bracket here opens one. */
function listStart(stripper: Stripper): number | null {
  return /[^=!<>]=$/.test(codeBefore(stripper)) ? stripper.index : null;
}

/** The last two characters in front of what is read, white space aside; fewer where a comment may precede them. */
function codeBefore({ source, codes, copied, index }: Stripper): string {
  let end = index;
  while (end > copied && isBlank(codes[end - 1] ?? 0)) end--;
  return source.slice(Math.max(copied, end - 2), end);
}

function readLess(stripper: Stripper): boolean {
  const { source, index, hasTags } = stripper;
  if (source.startsWith("<!--", index)) return false;
  if (source.startsWith("<<", index)) {
    stripper.index++;
    return keepOne(stripper, "operator");
  }
  const { last } = hasTags ? precedingAt(stripper, index) : { last: "value" };
  if (last === "value") return keepOne(stripper, "operator");
  // `} < x` and `x++ < y` compare.
  if (last === "unsure") return /^<=?\s/.test(source.slice(index, index + 3)) && keepOne(stripper, "operator");
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

/** The separators of lines and of paragraphs, U+2028 and U+2029, end a line too. Here they are three bytes or one character. */
const lineEnds = /[\n\r\u2028\u2029]|\u00e2\u0080[\u00a8\u00a9]/g;

function readComment(stripper: Stripper, kind: "/" | "*"): boolean {
  const { source, index } = stripper;
  let end = source.indexOf("*/", index + 2) + 2;
  if (kind === "/") {
    lineEnds.lastIndex = index;
    end = lineEnds.exec(source)?.index ?? source.length;
  } else if (end === 1) {
    return false;
  }
  const { last, word } = precedingAt(stripper, index);
  stripper.comments.push({ start: index, end });
  replace(stripper, end - index, " ");
  return becomes(stripper, last, word);
}

const flags = /[A-Za-z]*/y;

/** No regular expression reads regular expressions and templates: of long ones, it would remember each character to try again. */
function readExpression(stripper: Stripper): boolean {
  const { source, codes, index } = stripper;
  let isInClass = false;
  for (let end = index + 1; end < codes.length; end++) {
    if (codes[end] === 0x5c) end++;
    else if (codes[end] === 0x5b) isInClass = true;
    else if (codes[end] === 0x5d) isInClass = false;
    else if (codes[end] === 0x2f && !isInClass) {
      flags.lastIndex = end + 1;
      // With the flag v, classes nest.
      if (flags.exec(source)?.[0].includes("v") === true) return false;
      replace(stripper, flags.lastIndex - index, "/ /");
      return becomes(stripper, "value");
    }
    if (codes[end] === 0x0a || codes[end] === 0x0d) return false;
  }
  return false;
}

function readString(stripper: Stripper): boolean {
  const { source, codes, index } = stripper;
  const quote = codes[index];
  for (let end = index + 1; end < codes.length; end++) {
    const code = codes[end];
    if (code === quote) {
      stripper.strings.push(resolveEscapes(source.slice(index + 1, end)));
      replace(stripper, end + 1 - index, quote === 0x22 ? '""' : "''");
      return becomes(stripper, "value");
    }
    if (code === 0x0a || code === 0x0d) return false;
    if (code === 0x5c) end += source.startsWith("\r\n", end + 1) ? 2 : 1;
  }
  return false;
}

function readTemplateStart(stripper: Stripper): true {
  keepOne(stripper, "operator");
  return enter(stripper, { kind: "template", closer: null, becomes: "value", blockStart: null });
}

function readTemplate(stripper: Stripper): boolean {
  const { source, codes, index } = stripper;
  let end = index;
  while (end < codes.length && codes[end] !== 0x60 && !(codes[end] === 0x24 && codes[end + 1] === 0x7b)) end += codes[end] === 0x5c ? 2 : 1;
  if (end >= codes.length) return false;
  stripper.strings.push(resolveEscapes(source.slice(index, end)));
  if (codes[end] === 0x60) {
    replace(stripper, end + 1 - index, "`");
    leave(stripper);
    return becomes(stripper, "value");
  }
  replace(stripper, end + 2 - index, "${");
  enter(stripper, { kind: "code", closer: "}", becomes: "value", blockStart: null });
  return becomes(stripper, "operator");
}

/** A tag, where one can stand; what might also be type parameters is left to a parser. */
function readTagStart(stripper: Stripper): boolean {
  const { source, index } = stripper;
  if (source.startsWith("<>", index)) {
    replace(stripper, 2, " ");
    return enter(stripper, { kind: "children", closer: null, becomes: "value", blockStart: null });
  }
  if (lengthOf(stripper, tagNames) === 0) return false;
  replace(stripper, lengthOf(stripper, tagNames), `${source.slice(index, tagNames.lastIndex)} `);
  return enter(stripper, { kind: "tag", closer: null, becomes: "value", blockStart: null });
}

const tagNames = /<[A-Za-z_$][\w$.:-]*/y;
const attributes = /[\t\n\r ]+|[A-Za-z_$][\w$.:-]*|=/y;
const attributeTexts = /"[^"]*"|'[^']*'/y;

function readTag(stripper: Stripper): boolean {
  const { source, index } = stripper;
  const attributeLength = lengthOf(stripper, attributes);
  if (attributeLength > 0) {
    replace(stripper, attributeLength, " ");
    return true;
  }
  const textLength = lengthOf(stripper, attributeTexts);
  if (textLength > 0) {
    stripper.strings.push(source.slice(index + 1, index + textLength - 1));
    replace(stripper, textLength, '""');
    return true;
  }
  const next = source.charAt(index + 1);
  if (source.charAt(index) === "/" && (next === "/" || next === "*")) return readComment(stripper, next);
  if (source.startsWith("/>", index)) {
    replace(stripper, 2, " ");
    leave(stripper);
    return becomes(stripper, "value");
  }
  const character = source.charAt(index);
  if (character === "{") return open(stripper, "}", "unsure");
  if (character !== ">") return false;
  replace(stripper, 1, " ");
  leave(stripper);
  return enter(stripper, { kind: "children", closer: null, becomes: "value", blockStart: null });
}

/** How much `pattern` matches here. */
function lengthOf({ source, index }: Stripper, pattern: RegExp): number {
  pattern.lastIndex = index;
  return pattern.test(source) ? pattern.lastIndex - index : 0;
}

const tagEnds = /<\/[\w$.:\-\s]*>/y;
const tagText = /[^{}<>]+/y;

function readChildren(stripper: Stripper): boolean {
  const textLength = lengthOf(stripper, tagText);
  if (textLength > 0) {
    replace(stripper, textLength, " ");
    return true;
  }
  const endLength = lengthOf(stripper, tagEnds);
  if (endLength > 0) {
    replace(stripper, endLength, " ");
    leave(stripper);
    return becomes(stripper, "value");
  }
  const character = stripper.source.charAt(stripper.index);
  if (character === "{") return open(stripper, "}", "unsure");
  return character === "<" && readTagStart(stripper);
}
