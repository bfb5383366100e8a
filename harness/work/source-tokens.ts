import { nativeCalls, type NativeName } from "../../src/formats/work.ts";
import { Nesting, type SeenToken } from "./regex-position.ts";

/** Counted tokens of a source, by offsets in UTF-16 units, ascending. */
export interface SourceTokens {
  /** Start of each counted token. */
  readonly starts: readonly number[];
  /** Calls of natives, by name. */
  readonly calls: ReadonlyMap<NativeName, readonly number[]>;
}

const blank = /\s+/uy;
const number =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?)n?/uy;
const word = /#?(?:[\w$]|\\u(?:\{[\da-fA-F]+\}|[\da-fA-F]{4})|[^\0-\x7f\s])+/uy;
const punctuator =
  /=>|\.\.\.|>>>=|\*\*=|<<=|>>=|>>>|===|!==|&&=|\|\|=|\?\?=|\?\.(?!\d)|\?\?|&&|\|\||\+\+|--|<<|>>|\*\*|[-+*/%&|^<>=!]=/uy;
const regex = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[\w$]*/uy;

// Printers add and drop these: semicolons, trailing commas, parentheses, and braces around one statement.
const uncounted: ReadonlySet<string> = new Set([";", ",", "(", ")", "{", "}"]);

const nativeNames: ReadonlySet<string> = new Set(nativeCalls);

/**
 * The tokens of a valid script, without comments, blanks and punctuation that a printer may choose. The preceding
 * tokens decide whether a slash starts a regular expression. Only code that nobody writes, such as a function divided
 * by something, is misread, and always in the same way.
 */
export function readTokens(source: string): SourceTokens {
  const reader = new TokenReader(source);
  reader.read();
  return reader;
}

class TokenReader implements SourceTokens {
  readonly starts: number[] = [];
  readonly calls = new Map<NativeName, number[]>();
  readonly #source: string;
  readonly #nesting = new Nesting();
  #previous: SeenToken | null = null;
  #previousStart = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): void {
    const source = this.#source;
    // Skips a hashbang line.
    for (let at = source.startsWith("#!") ? lineEnd(source, 0) : 0; at < source.length;) {
      const end = afterBlank(source, at);
      at = end === at ? this.#readToken(at) : end;
    }
  }

  /** Returns the offset after the token. */
  #readToken(at: number): number {
    const source = this.#source;
    const first = source.charAt(at);
    if (first === '"' || first === "'") return this.#add("literal", at, afterString(source, at));
    if (first === "`") return this.#readTemplate(at);
    if (first === "/" && this.#nesting.couldBeRegex(this.#previous)) {
      const end = endOf(regex, source, at);
      if (end > at) return this.#add("literal", at, end);
    }
    const afterNumber = endOf(number, source, at);
    if (afterNumber > at) return this.#addNumber(at, afterNumber);
    const afterWord = endOf(word, source, at);
    if (afterWord > at) return this.#add("word", at, afterWord);
    return this.#readPunctuator(at, Math.max(endOf(punctuator, source, at), at + 1));
  }

  #readPunctuator(at: number, end: number): number {
    const text = this.#source.slice(at, end);
    if (text === "}" && this.#nesting.isInTemplate()) return this.#readTemplate(at);
    if (text === "(") this.#noteCall();
    if (this.#couldBeShorthand(text)) this.starts.length -= 2;
    this.#nesting.enterOrLeave(text, this.#previous);
    return this.#add("punctuator", at, end);
  }

  /**
   * Reads a template literal up to its end or its next substitution, starting at its backtick or at the end of a
   * substitution.
   */
  #readTemplate(from: number): number {
    const source = this.#source;
    const isFirst = source.charAt(from) === "`";
    for (let at = from + 1; at < source.length; at += 1) {
      const character = source.charAt(at);
      if (character === "\\") at += 1;
      if (character === "`") {
        if (!isFirst) this.#nesting.leaveTemplate();
        return this.#add("literal", from, at + 1);
      }
      if (character === "$" && source.charAt(at + 1) === "{") {
        if (isFirst) this.#nesting.enterTemplate();
        return this.#add("punctuator", from, at + 2);
      }
    }
    return source.length;
  }

  /** Some printers write `void 0` for `undefined` and `1 / 0` for `Infinity`, so these count as one token, too. */
  #addNumber(start: number, end: number): number {
    const { text, before } = this.#previous ?? { text: "", before: "" };
    const isZero = end - start === 1 && this.#source.charAt(start) === "0";
    const isInfinity = isZero && text === "/" && before === "1";
    const count = this.starts.length;
    this.#add("literal", start, end, this.#source.slice(start, end));
    if (isZero && text === "void") this.starts.length = count;
    if (isInfinity) this.starts.length = count - 1;
    return end;
  }

  /**
   * Whether a `key: name` of an object ends here, which counts like the key alone: some printers write `{ name }` for
   * `{ name: name }`, and a bundler that renames a variable writes it out.
   */
  #couldBeShorthand(end: string): boolean {
    if (this.#previous?.kind !== "word" || !(end === "," || end === "}" || end === "=")) return false;
    const { text, before, first } = this.#previous;
    return before === ":" && (first === "{" || first === ",") && text !== "undefined" && text !== "Infinity";
  }

  /** The text of a literal only matters for a number. */
  #add(kind: SeenToken["kind"], start: number, end: number, literal = ""): number {
    const text = kind === "literal" ? literal : this.#source.slice(start, end);
    if (!uncounted.has(text)) this.starts.push(start);
    const { text: before = "", before: beforeThat = "", beforeThat: first = "" } = this.#previous ?? {};
    this.#previous = { kind, text, before, beforeThat, first };
    this.#previousStart = start;
    return end;
  }

  /** Records the call of a native, if the tokens before a parenthesis are one. */
  #noteCall(): void {
    if (this.#previous?.kind !== "word") return;
    const { text, before, beforeThat } = this.#previous;
    if (before === "function" || before === "?.") return;
    const written = before === "." ? [`.${text}`, `${beforeThat}.${text}`] : [text];
    const native = written.find(isNative);
    if (native === undefined) return;
    const offsets = this.calls.get(native) ?? [];
    offsets.push(this.#previousStart);
    this.calls.set(native, offsets);
  }
}

function isNative(written: string): written is NativeName {
  return nativeNames.has(written);
}

/** Offset after a match that starts at `at`; `at` itself if there is none. */
function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** Offset after one blank or one comment; `at` itself if there is none. */
function afterBlank(source: string, at: number): number {
  if (source.startsWith("//", at)) return lineEnd(source, at);
  if (!source.startsWith("/*", at)) return endOf(blank, source, at);
  const end = source.indexOf("*/", at + 2);
  return end === -1 ? source.length : end + 2;
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end === -1 ? source.length : end;
}

/** A string may contain megabytes of data, so no regular expression is used here. */
function afterString(source: string, from: number): number {
  const quote = source.charAt(from);
  let end = source.indexOf(quote, from + 1);
  while (end !== -1 && isEscaped(source, end)) end = source.indexOf(quote, end + 1);
  return end === -1 ? source.length : end + 1;
}

function isEscaped(source: string, at: number): boolean {
  let first = at;
  while (source.charAt(first - 1) === "\\") first -= 1;
  return (at - first) % 2 === 1;
}
