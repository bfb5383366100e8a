import { words } from "../rules/words.ts";
import { blanks, nameParts, tableOf } from "./characters.ts";
import { resolveEscapes } from "./resolve-escapes.ts";

/** A range of a text. The end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A module without comments, and the contents of its strings. */
export interface StrippedSource {
  /**
   * The code. Comments and text between tags are a space; strings, templates and regular expressions are empty. It is
   * shorter than the source, so positions differ.
   */
  readonly code: string;
  /** The contents of strings and of parts of templates, with ASCII escapes resolved. */
  readonly strings: readonly string[];
  /** The ranges of comments in the source. */
  readonly comments: readonly TextRange[];
  /**
   * The ranges of blocks after a parenthesis or an arrow in the source, including braces, inner ones first. Assigned
   * array literals are included, because games keep data in them.
   */
  readonly blocks: readonly TextRange[];
  /**
   * The ranges of statements and of members of classes and types in the source, inner ones first, as far as semicolons
   * and braces show. A range may hold several statements, but never a part of one, except between two keywords of one
   * statement.
   */
  readonly statements: readonly TextRange[];
}

/**
 * Strips comments and strings from JavaScript or TypeScript. It knows only enough grammar to tell a division from a
 * regular expression and a comparison from a tag, and it never guesses: null means that only a parser can tell, or that
 * the text is not a valid module.
 *
 * @param source The text. If it was read as Latin-1, everything except names outside ASCII is still correct.
 * @param hasTags Whether JSX may occur in it.
 */
export function stripSource(source: string, hasTags: boolean): StrippedSource | null {
  // At the start of a line, this is a comment in old scripts.
  return source.includes("-->") && /^[\t ]*-->/m.test(source) ? null : new Stripper(source, hasTags).strip();
}

/**
 * The code of a text with unbalanced brackets, up to the first one that closes none, where every parser ends. Null if
 * they are balanced, or if only a parser can tell.
 */
export function stripUnbalanced(source: string, hasTags: boolean): string | null {
  const stripper = new Stripper(source, hasTags);
  return stripper.strip() === null && stripper.isUnbalanced ? stripper.code() : null;
}

/** Code in a text of another kind, up to the brace that closes it. */
export interface EmbeddedCode extends TextRange {
  /** The code with `#` for all that follows an opening bracket, a quote or the start of a comment, up to its end. */
  readonly outline: string;
}

/** Returns a function that reads the code at an offset, which a parser must check. Null if no brace closes it. */
export function createCodeReader(source: string): (start: number) => EmbeddedCode | null {
  const stripper = new Stripper(source, false, true);
  return (start) => stripper.readUpToBrace(start);
}

/** The kind of a context, which decides how its inside is read. Brackets contain code. */
type Kind = ")" | "]" | "}" | "template" | "tag" | "children";

interface Context {
  readonly kind: Kind;
  /** The token before the code after its end: a value or, after `if (...)`, the start of a statement. */
  readonly becomes: Preceding;
  /** True if it is one of `blocks`. */
  readonly isBlock: boolean;
  readonly start: number;
  /** The start of the statement around it. */
  readonly outerStatement: number;
}

/** The token before an offset: a word, a dot, or one of these three. */
type Preceding = string;
const value = ")";
const operator = "(";
const unsure = ">";

/** Words before a value. */
const openWords = words("return typeof instanceof in new delete void throw case do else default extends");
/** Words that are names in some places and keywords in others. */
const doubleWords = words("of yield await as satisfies");
/** Words before a parenthesis that a statement follows. */
const heads = words("if while for with");
/** The last letters of these, and of `await`. */
const headEnds = "fehrt";
/** Words after which a brace opens a block. */
const blockWords = words("else do try finally");
/** Words that continue a statement after a brace. Any other word starts the next one. */
export const continuations = words(
  "else catch finally while of in instanceof as satisfies from with extends implements is assert",
);

/** Characters that may start or end a string, a comment or a bracket. */
const codeMarks = tableOf("/<`'\"()[]{};");
const expressionMarks = tableOf("/[]\n\r");
const templateMarks = tableOf("`$");
const stringMarks = { "'": tableOf("'\n\r"), '"': tableOf('"\n\r') };

const [backslash, slash, lineFeed] = [0x5c, 0x2f, 0x0a];
const lineEnds = /[\n\r\u2028\u2029]/g;
const flags = /[A-Za-z]*/y;
const typeParameters = /<\s*(?:const\s+)?[A-Za-z_$][\w$]*\s*(?:,|extends\s)/y;
const tagNames = /<[A-Za-z_$][\w$.:-]*(?:<[\w$.,\s|[\]"']*>)?/y;
const attributes = /[\t\n\r ]+|[A-Za-z_$][\w$.:-]*|=/y;
const attributeTexts = /"[^"]*"|'[^']*'/y;
const fragments = /<>/y;
const tagMarks = />/y;
const tagEnds = /<\/[\w$.:\-\s]*>/y;
const tagText = /[^{}<>]+/y;

/** Reads a text once. Each reading method advances by at least one character. False means that it gives up. */
class Stripper {
  isUnbalanced = false;
  readonly #source: string;
  /** The source's characters. Reading them one by one from the string takes several times as long. */
  readonly #codes: Uint16Array;
  readonly #hasTags: boolean;
  /** Whether a slash that is hardly ever a regular expression counts as a division. */
  readonly #isGuessing: boolean;
  readonly #pieces: string[] = [];
  readonly #strings = new Set<string>();
  readonly #comments: TextRange[] = [];
  readonly #blocks: TextRange[] = [];
  readonly #statements: TextRange[] = [];
  readonly #stack: Context[] = [];
  #index: number;
  /** The start of the statement around `#index`, if there is one in the innermost context. */
  #statementStart: number;
  /** The source from here on is not yet in the pieces. */
  #copied: number;
  /** From here up to `#index` there is only code. */
  #kept: number;
  /** The token before `#kept`: a regular expression or a tag can start only after an operator. */
  #before: Preceding = operator;

  constructor(source: string, hasTags: boolean, isGuessing = false) {
    this.#source = source;
    this.#hasTags = hasTags;
    this.#isGuessing = isGuessing;
    const { buffer, byteOffset } = Buffer.from(source, "utf16le");
    this.#codes = new Uint16Array(buffer, byteOffset, source.length);
    // After the byte-order mark and the shebang.
    this.#index = /^\ufeff?(?:#!.*)?/u.exec(source)?.[0].length ?? 0;
    this.#statementStart = this.#copied = this.#kept = this.#index;
  }

  strip(): StrippedSource | null {
    while (this.#index < this.#codes.length) if (!this.#read()) return null;
    this.isUnbalanced = this.#stack.length > 0;
    if (this.isUnbalanced) return null;
    this.#endStatement();
    return {
      code: this.code(),
      strings: [...this.#strings],
      comments: this.#comments,
      blocks: this.#blocks,
      statements: this.#statements,
    };
  }

  /** The code up to here. */
  code(): string {
    return [...this.#pieces, this.#source.slice(this.#copied, this.#index)].join("");
  }

  readUpToBrace(start: number): EmbeddedCode | null {
    this.#index = this.#copied = start;
    this.#becomes(operator);
    let outline = "";
    do {
      if (this.#stack.length > 0) continue;
      const end = this.#next(codeMarks, this.#index);
      outline = outline.padEnd(this.#index - start, "#") + this.#source.slice(this.#index, end + 1);
      if (this.#source.charAt(end) === "}") return { start, end, outline: outline.slice(0, -1).trimEnd() };
    } while (this.#index < this.#codes.length && this.#read());
    return null;
  }

  #read(): boolean {
    const kind = this.#top()?.kind;
    if (kind === "template") return this.#readTemplate();
    if (kind === "tag") return this.#readTag();
    return kind === "children" ? this.#readChildren() : this.#readCode();
  }

  #top(): Context | undefined {
    return this.#stack[this.#stack.length - 1];
  }

  #readCode(): boolean {
    this.#index = this.#next(codeMarks, this.#index);
    const mark = this.#source.charAt(this.#index);
    switch (mark) {
      case "(":
        return this.#open(")", this.#afterParenthesis());
      case "[":
        return this.#open("]", value, /[^=!<>]=$/.test(this.#codeBefore()));
      case "{":
        return this.#readBrace();
      case "}":
        return this.#closeBrace();
      case ";":
        return this.#readSemicolon();
      case ")":
      case "]":
        return this.#close(mark);
      default:
        return this.#readMark(mark);
    }
  }

  #readMark(mark: string): boolean {
    if (mark === "'" || mark === '"') return this.#readString(mark);
    if (mark === "`") return this.#keepOne(operator) && this.#enter("template");
    if (mark === "/") return this.#readSlash();
    return mark === "" || this.#readLess();
  }

  /** The offset of the next unescaped character in the table, or of the end. */
  #next(marks: Uint8Array, start: number): number {
    const codes = this.#codes;
    let index = start;
    while (index < codes.length && marks[codes[index] ?? 0] === 0) index += codes[index] === backslash ? 2 : 1;
    return Math.min(index, codes.length);
  }

  /** Replaces some characters at `#index` with another text. */
  #replace(length: number, replacement: string): void {
    this.#pieces.push(this.#source.slice(this.#copied, this.#index), replacement);
    this.#index += length;
    this.#copied = this.#kept = this.#index;
  }

  /** Sets the preceding token. */
  #becomes(before: Preceding): boolean {
    this.#before = before;
    this.#kept = this.#index;
    return true;
  }

  #keepOne(before: Preceding): boolean {
    this.#index++;
    return this.#becomes(before);
  }

  #open(kind: ")" | "]" | "}", becomes: Preceding, isBlock = false): boolean {
    return this.#keepOne(operator) && this.#enter(kind, becomes, isBlock);
  }

  #enter(kind: Kind, becomes: Preceding = value, isBlock = false): boolean {
    this.#stack.push({ kind, becomes, isBlock, start: this.#index, outerStatement: this.#statementStart });
    this.#statementStart = this.#index;
    return true;
  }

  #leave(): Context | undefined {
    const context = this.#stack.pop();
    this.#statementStart = context?.outerStatement ?? this.#statementStart;
    return context;
  }

  /** Leaves a template, a tag or its children at its end. */
  #leaveValue(length: number, replacement: string): boolean {
    this.#replace(length, replacement);
    this.#leave();
    return this.#becomes(value);
  }

  #close(mark: string): boolean {
    const context = this.#leave();
    this.isUnbalanced = context?.kind !== mark;
    if (context === undefined || this.isUnbalanced) return false;
    if (context.isBlock) this.#blocks.push({ start: context.start - 1, end: this.#index + 1 });
    return this.#keepOne(context.becomes);
  }

  #endStatement(): void {
    if (this.#index > this.#statementStart) this.#statements.push({ start: this.#statementStart, end: this.#index });
    this.#statementStart = this.#index;
  }

  #readSemicolon(): boolean {
    this.#keepOne(operator);
    // `if (a) b(); else c();` and `do a(); while (b);` are one statement.
    if (this.#isAmongStatements() && !/^(?:else|while)$/.test(this.#nextWord())) this.#endStatement();
    return true;
  }

  #closeBrace(): boolean {
    // Without a finished statement, it may be an object.
    if (this.#statementStart !== this.#top()?.start) this.#endStatement();
    if (!this.#close("}")) return false;
    const word = this.#isAmongStatements() ? this.#nextWord() : "";
    if (word !== "" && !continuations.has(word)) this.#endStatement();
    return true;
  }

  /** Whether this is a list of statements: the top or braces, unless they are an object or a type. */
  #isAmongStatements(): boolean {
    return (this.#top()?.kind ?? "}") === "}";
  }

  /** The next word after comments and white space, or an empty text. */
  #nextWord(): string {
    const codes = this.#codes;
    let start = this.#index;
    for (let end: number | null = start; end !== null; end = this.#commentEnd(start)) {
      start = end;
      while (blanks[codes[start] ?? 0] === 1) start++;
    }
    let end = start;
    while (nameParts[codes[end] ?? 0] === 1) end++;
    return this.#source.slice(start, end);
  }

  /** The kind of the parenthesis that opens here, once it is closed: a value, or the head of a statement. */
  #afterParenthesis(): Preceding {
    const end = this.#beforeBlanks(this.#index, this.#kept);
    // Most words end differently and are skipped.
    if (end > this.#kept && !headEnds.includes(this.#source.charAt(end - 1))) return value;
    const before = this.#precedingAt(end);
    // `await (x) / 2`, but `for await (x of y) /x/.test(x)`.
    if (before === "await") return unsure;
    return heads.has(before) ? operator : value;
  }

  /** Reads a brace: an object, which is a value, or a block. */
  #readBrace(): boolean {
    const marks = this.#codeBefore();
    const isBody = marks.endsWith(")") || marks === "=>";
    // After a parenthesis it may be the body of a function expression, which nobody divides.
    if (isBody || /[;{}]$/.test(marks)) return this.#open("}", operator, isBody);
    if (/[=(,[?&|+\-*%^~<!]$/.test(marks)) return this.#open("}", value);
    const before = this.#precedingAt(this.#index);
    if (blockWords.has(before)) return this.#open("}", operator);
    // A colon may precede either.
    return this.#open("}", before === "return" ? value : unsure);
  }

  /** The last two characters before `#index`, without white space. Fewer if a comment may precede them. */
  #codeBefore(): string {
    const end = this.#beforeBlanks(this.#index, this.#copied);
    return this.#source.slice(Math.max(this.#copied, end - 2), end);
  }

  #beforeBlanks(end: number, limit: number): number {
    let index = end;
    while (index > limit && blanks[this.#codes[index - 1] ?? 0] === 1) index--;
    return index;
  }

  #nameStart(end: number): number {
    let start = end;
    while (start > this.#kept && nameParts[this.#codes[start - 1] ?? 0] === 1) start--;
    return start;
  }

  /** The token before an offset. */
  #precedingAt(offset: number): Preceding {
    const kept = this.#kept;
    const end = this.#beforeBlanks(offset, kept);
    if (end === kept) return this.#before;
    const start = this.#nameStart(end);
    if (start < end) return this.#precedingName(start, end);
    const marks = this.#source.slice(Math.max(kept, end - 2), end);
    // `1. / 3` divides.
    if (marks.endsWith(".")) return /^\d+$/.test(this.#source.slice(this.#nameStart(end - 1), end - 1)) ? value : ".";
    if (marks.endsWith("!")) return this.#precedingExclamation(end - 1);
    // `i++ / 2` divides, because nobody increments a regular expression.
    if (marks === "++" || marks === "--") return value;
    // `x as Set<number> / 2` divides too.
    return marks.endsWith(">") && marks !== "=>" ? unsure : operator;
  }

  #precedingName(start: number, end: number): Preceding {
    const word = this.#source.slice(start, end);
    const isKeyword = openWords.has(word) || doubleWords.has(word) || heads.has(word);
    return isKeyword && this.#precedingAt(start) === "." ? value : word;
  }

  /** `x!` is a value. `!x` is not one yet, and after a value it starts a new line. */
  #precedingExclamation(mark: number): Preceding {
    let index = mark;
    // The first of a row decides. It is found by a loop, because the row may be longer than the stack is deep.
    while (index > this.#kept && this.#source.charAt(index - 1) === "!") index--;
    return index > this.#beforeBlanks(index, this.#kept) ? operator : kindOf(this.#precedingAt(index));
  }

  #readLess(): boolean {
    const first = this.#source.charAt(this.#index + 1);
    if (this.#source.startsWith("<!--", this.#index)) return false;
    if (first === "<") this.#index++;
    // A tag starts with a name or is `<>`. Anything else compares, and so does `} < x`.
    if (!this.#hasTags || !/[\w$>]/.test(first)) return this.#keepOne(operator);
    const before = kindOf(this.#precedingAt(this.#index));
    return before === value ? this.#keepOne(operator) : before === operator && this.#readTagStart();
  }

  #readSlash(): boolean {
    const start = this.#index;
    const end = this.#commentEnd(start);
    const before = this.#precedingAt(start);
    if (end !== null) {
      // A comment counts as white space.
      this.#comments.push({ start, end });
      this.#replace(end - start, " ");
      return this.#becomes(before);
    }
    const kind = kindOf(before);
    if ((kind === unsure && !this.#isGuessing) || this.#source.startsWith("/*", start)) return false;
    return kind === operator ? this.#readExpression() : this.#keepOne(operator);
  }

  /** The end of the comment that starts at an offset. Null if there is none, or it is unclosed. */
  #commentEnd(start: number): number | null {
    if (this.#codes[start] !== slash) return null;
    if (this.#source.startsWith("//", start)) {
      lineEnds.lastIndex = start;
      return lineEnds.exec(this.#source)?.index ?? this.#source.length;
    }
    const end = this.#source.startsWith("/*", start) ? this.#source.indexOf("*/", start + 2) : -1;
    return end === -1 ? null : end + 2;
  }

  /** Not by a pattern, which would remember every character of a long regular expression for backtracking. */
  #readExpression(): boolean {
    const [source, start] = [this.#source, this.#index];
    let isInClass = false;
    let end = this.#next(expressionMarks, start + 1);
    for (; source.charAt(end) !== "/" || isInClass; end = this.#next(expressionMarks, end + 1)) {
      const mark = source.charAt(end);
      if (!"/[]".includes(mark) || mark === "") return false;
      if (mark !== "/") isInClass = mark === "[";
    }
    const found = this.#match(flags, end + 1);
    this.#replace(end + 1 + found.length - start, "/ /");
    // With the v flag, classes nest.
    return !found.includes("v") && this.#becomes(value);
  }

  /** Reads a string, leaving only its quotes. */
  #readString(quote: "'" | '"'): boolean {
    const source = this.#source;
    const start = this.#index;
    let end = this.#next(stringMarks[quote], start + 1);
    // After a backslash, a string may continue on the next line.
    while (this.#codes[end] === lineFeed && source.startsWith("\\\r\n", end - 2))
      end = this.#next(stringMarks[quote], end + 1);
    if (source.charAt(end) !== quote) return false;
    this.#strings.add(resolveEscapes(source.slice(start + 1, end)));
    this.#replace(end + 1 - start, quote + quote);
    return this.#becomes(value);
  }

  /** Reads the text of a template, up to its end or to code in it. */
  #readTemplate(): boolean {
    const [source, start] = [this.#source, this.#index];
    let end = this.#next(templateMarks, start);
    while (source.charAt(end) === "$" && source.charAt(end + 1) !== "{") end = this.#next(templateMarks, end + 1);
    if (end === source.length) return false;
    this.#strings.add(resolveEscapes(source.slice(start, end)));
    if (source.charAt(end) === "`") return this.#leaveValue(end + 1 - start, "`");
    this.#replace(end + 2 - start, "${");
    return this.#becomes(operator) && this.#enter("}");
  }

  /** The match of a pattern at an offset. */
  #match(pattern: RegExp, start = this.#index): string {
    pattern.lastIndex = start;
    return pattern.exec(this.#source)?.[0] ?? "";
  }

  /** Strips the match of a pattern at `#index`. False if there is none. */
  #skip(pattern: RegExp): boolean {
    const { length } = this.#match(pattern);
    if (length > 0) this.#replace(length, " ");
    return length > 0;
  }

  /** Reads a tag where one is possible. Anything that might be type parameters is left to a parser. */
  #readTagStart(): boolean {
    if (this.#skip(fragments)) return this.#enter("children");
    if (this.#match(typeParameters) !== "") return this.#keepOne(operator);
    const tag = this.#match(tagNames);
    this.#replace(tag.length, `${tag} `);
    return tag !== "" && this.#enter("tag");
  }

  /** Reads the inside of a tag: an attribute, code, a comment, or the end. */
  #readTag(): boolean {
    const [source, start] = [this.#source, this.#index];
    if (this.#skip(attributes)) return true;
    const text = this.#match(attributeTexts);
    if (text !== "") {
      this.#strings.add(text.slice(1, -1));
      this.#replace(text.length, '""');
      return true;
    }
    if (source.startsWith("{", start)) return this.#open("}", unsure);
    if (source.startsWith("/>", start)) return this.#leaveValue(2, " ");
    if (this.#commentEnd(start) !== null) return this.#readSlash();
    if (!this.#skip(tagMarks)) return false;
    this.#leave();
    return this.#enter("children");
  }

  /** Reads the children of a tag: text, code, a tag, or the end. */
  #readChildren(): boolean {
    if (this.#skip(tagText)) return true;
    if (this.#skip(tagEnds)) return this.#leaveValue(0, "");
    if (this.#source.startsWith("{", this.#index)) return this.#open("}", unsure);
    return this.#source.startsWith("<", this.#index) && this.#readTagStart();
  }
}

/** Reduces a word to an operator, a value or unsure. */
function kindOf(before: Preceding): Preceding {
  if (before === "." || openWords.has(before)) return operator;
  if (doubleWords.has(before)) return unsure;
  return before === operator || before === unsure ? before : value;
}
