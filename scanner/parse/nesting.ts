import { words } from "../rules/words.ts";
import { blanks, nameParts } from "../text/characters.ts";

/**
 * Whether code is certainly not nested deeper than a parser's stack is for. What is nested in what is not known before it is
 * parsed, so this takes the most that words and brackets allow: every operator may nest what comes after it, up to the end of
 * the list item or of the statement that it is in.
 *
 * @param code Without comments and strings, as `stripSource` leaves it.
 */
export function isShallow(code: string): boolean {
  const nesting = new Nesting();
  let end = 0;
  for (let start = 0; start < code.length && !nesting.isDeep(); start = end) {
    const gap = end;
    while (blanks[code.charCodeAt(start)] === 1) start++;
    end = start + 1;
    if (nameParts[code.charCodeAt(start)] === 1) {
      while (nameParts[code.charCodeAt(end)] === 1) end++;
      nesting.addWord(code.slice(start, end), start > gap && code.slice(gap, start).includes("\n"));
    } else if (start < code.length) {
      nesting.addMark(code.charAt(start));
    }
  }
  return !nesting.isDeep();
}

/** Words that nest what comes after them, other than as a statement. */
const nestingWords = words(
  "typeof void delete await yield new async return throw in instanceof as satisfies extends keyof unique readonly infer asserts is",
);
/** Words that nest a statement, which may have commas, and in front of an `else` a semicolon. */
const nestingStatements = words("if else for while do with");
/** Words that go on with a statement behind a brace, or a name at the end of a line. */
const continuations = words(
  "else catch finally while of in instanceof as satisfies from with extends implements is assert",
);

/** The end of a value, if it is no keyword. */
const valueEnds = /[\w$\])"'`]$/;

class Nesting {
  /** For each open bracket, what may nest up to the end of an item, and of a statement. */
  readonly #items = [0];
  readonly #statements = [0];
  #depth = 0;
  /** The word or the mark that came last. */
  #before = "";

  isDeep(): boolean {
    return this.#depth > limit;
  }

  addWord(word: string, isOnNewLine: boolean): void {
    const before = this.#before;
    const isEnd = before === "}" || (isOnNewLine && valueEnds.test(before) && !this.#mayNest(before));
    if (isEnd && !continuations.has(word)) {
      this.#end(this.#items);
      // A line that ends with a parenthesis may be the head of a statement.
      if (before !== ")") this.#end(this.#statements);
    }
    this.#endAtSemicolon(word);
    if (nestingStatements.has(word)) this.#nest(this.#statements);
    else if (nestingWords.has(word)) this.#nest(this.#items);
    this.#before = word;
  }

  addMark(mark: string): void {
    this.#endAtSemicolon(mark);
    this.#before = mark;
    if ("([{".includes(mark)) {
      this.#items.push(0);
      this.#statements.push(0);
      this.#depth += bracketWeight;
    } else if (")]}".includes(mark)) {
      // Where more is closed than was opened, there is no program.
      this.#depth += this.#items.length === 1 ? Infinity : -bracketWeight;
      this.#end(this.#items);
      this.#end(this.#statements);
      this.#items.pop();
      this.#statements.pop();
    } else if (mark === "," || mark === ";") this.#end(this.#items);
    // The lists of types have commas.
    else if (mark === "<") this.#nest(this.#statements);
    else if (mark !== '"' && mark !== "'") this.#nest(this.#items);
  }

  #mayNest(word: string): boolean {
    return nestingWords.has(word) || nestingStatements.has(word);
  }

  /** `if (a) b; else c;` and `do a; while (b);` go on behind a semicolon. */
  #endAtSemicolon(next: string): void {
    if (this.#before === ";" && next !== "else" && next !== "while") this.#end(this.#statements);
  }

  #nest(levels: number[]): void {
    levels[levels.length - 1] = (levels[levels.length - 1] ?? 0) + 1;
    this.#depth++;
  }

  #end(levels: number[]): void {
    this.#depth -= levels[levels.length - 1] ?? 0;
    levels[levels.length - 1] = 0;
  }
}

// Measured with rolldown 1.2.19 on a stack of 8 MB: 4,000 `a =>` or `a = ` were read and 16,000 were not; 1,000 times
// `class A { m() {` were read and 4,000 were not. So a bracket is taken for four operators, and a quarter of that for the limit.
const bracketWeight = 4;
const limit = 1000;
