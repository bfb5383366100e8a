import { words } from "../rules/words.ts";
import { blanks, nameParts, tableOf } from "../text/characters.ts";
import { continuations } from "../text/strip.ts";

/**
 * Whether code is certainly not nested too deeply for a parser's stack. The real nesting is known only after parsing,
 * so this takes the maximum that words and brackets allow: every operator may nest the rest of its list item or
 * statement.
 *
 * @param code Without comments and strings, as `stripSource` leaves it.
 */
export function isShallow(code: string): boolean {
  const nesting = new Nesting();
  let isNewLine = false;
  for (let end = 0; end < code.length && nesting.depth <= limit;) {
    const start = end++;
    const mark = code.charCodeAt(start);
    const isBlank = blanks[mark] === 1;
    if (nameParts[mark] === 1) {
      while (nameParts[code.charCodeAt(end)] === 1) end++;
      const isKeyword = end - start <= longestKeyword;
      nesting.addWord(isKeyword ? (keywords.get(code.slice(start, end)) ?? plain) : plain, isNewLine);
    } else if (!isBlank) nesting.addMark(mark);
    isNewLine = isBlank && (isNewLine || mark === lineFeed);
  }
  return nesting.depth <= limit;
}

/** The effects of a word, as bits. */
const plain = 0;
/** Nests what follows, but not as a statement. */
const nestsItem = 1;
/** Nests a statement, which may contain commas and, before an `else`, a semicolon. */
const nestsStatement = 2;
/** Continues a statement after a brace, or after a name at the end of a line. */
const goesOn = 4;
/** Continues a statement even after a semicolon: `if (a) b; else c;` and `do a; while (b);`. */
const goesOnBehindSemicolon = 8;

const nestingWords = words(
  "typeof void delete await yield new async return throw in instanceof as satisfies extends keyof unique readonly infer asserts is",
);
const nestingStatements = words("if else for while do with");
const behindSemicolons = words("else while");
const keywords: ReadonlyMap<string, number> = new Map(
  [...nestingWords, ...nestingStatements, ...continuations].map((word) => [
    word,
    (nestingWords.has(word) ? nestsItem : 0) |
      (nestingStatements.has(word) ? nestsStatement : 0) |
      (continuations.has(word) ? goesOn : 0) |
      (behindSemicolons.has(word) ? goesOnBehindSemicolon : 0),
  ]),
);
const longestKeyword = 10;

const lineFeed = 10;
/** Stand for a word instead of a mark. */
const [valueWord, nestingWord] = [1, 2];
const codeOf = (mark: string): number => mark.charCodeAt(0);
const [brace, parenthesis, semicolon, less, comma] = [..."});<,"].map(codeOf);
const openers = tableOf("([{");
const closers = tableOf(")]}");
const quotes = tableOf("\"'");
/** The ends of values. */
const valueEnds = tableOf(")]}\"'`\u0001");

class Nesting {
  depth = 0;
  /**
   * Upper bounds of the nesting depth within the current list item and the current statement of the innermost bracket.
   */
  #items = 0;
  #statements = 0;
  readonly #outer: number[] = [];
  /** The last mark, or the stand-in for a word. */
  #before = 0;

  addWord(word: number, isOnNewLine: boolean): void {
    const before = this.#before;
    if (before === semicolon && (word & goesOnBehindSemicolon) === 0) this.#endStatement();
    else if ((before === brace || (isOnNewLine && valueEnds[before] === 1)) && (word & goesOn) === 0) {
      this.#endItem();
      // A line that ends with a parenthesis may be a statement head.
      if (before !== parenthesis) this.#endStatement();
    }
    this.#before = (word & (nestsItem | nestsStatement)) === 0 ? valueWord : nestingWord;
    if ((word & nestsStatement) !== 0) this.#nestStatement();
    else if ((word & nestsItem) !== 0) this.#nestItem();
  }

  addMark(mark: number): void {
    if (this.#before === semicolon) this.#endStatement();
    this.#before = mark;
    if (openers[mark] === 1) this.#open();
    else if (closers[mark] === 1) this.#close();
    else if (mark === comma || mark === semicolon) this.#endItem();
    // Type lists contain commas.
    else if (mark === less) this.#nestStatement();
    else if (quotes[mark] !== 1) this.#nestItem();
  }

  #open(): void {
    this.#outer.push(this.#items, this.#statements);
    this.#items = this.#statements = 0;
    this.depth += bracketWeight;
  }

  #close(): void {
    this.#endItem();
    this.#endStatement();
    // With more closing than opening brackets, it is not a program.
    this.depth += this.#outer.length === 0 ? Infinity : -bracketWeight;
    this.#statements = this.#outer.pop() ?? 0;
    this.#items = this.#outer.pop() ?? 0;
  }

  #nestItem(): void {
    this.#items++;
    this.depth++;
  }

  #nestStatement(): void {
    this.#statements++;
    this.depth++;
  }

  #endItem(): void {
    this.depth -= this.#items;
    this.#items = 0;
  }

  #endStatement(): void {
    this.depth -= this.#statements;
    this.#statements = 0;
  }
}

// Measured with rolldown 1.2.19 on a stack of 8 MB: it parsed 4,000 `a =>` or `a = ` but not 16,000, and 1,000 times
// `class A { m() {` but not 4,000. So a bracket counts as four operators, and the limit is a quarter of the safe depth.
const bracketWeight = 4;
const limit = 1000;
