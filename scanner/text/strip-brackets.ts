import { heads, precedingAt } from "./strip-preceding.ts";
import { endStatement, isBlank, isNamePart, keepOne, type Last, leave, type Stripper } from "./stripper.ts";

/** Moves over a semicolon, which ends a statement. */
export function readSemicolon(stripper: Stripper): true {
  keepOne(stripper, "operator");
  // `if (a) b(); else c();` and `do a(); while (b);` are one.
  if (isAmongStatements(stripper) && !/^(?:else|while)$/.test(nextWord(stripper)))
    endStatement(stripper, stripper.index);
  return true;
}

/** Whether statements follow each other here, if it is no object or type: at the top, and in braces. */
function isAmongStatements({ stack }: Stripper): boolean {
  return stack.length === 0 || stack[stack.length - 1]?.closer === "}";
}

/** Words that go on with a statement behind a brace; any other begins the next one. */
const continuations: ReadonlySet<string> = new Set([
  "else",
  "catch",
  "finally",
  "while",
  "of",
  "in",
  "instanceof",
  "as",
  "satisfies",
  "from",
  "with",
  "extends",
  "implements",
  "is",
  "assert",
]);

/** Moves over a brace that closes, behind which the next statement may begin. */
export function closeBrace(stripper: Stripper): boolean {
  const { stack, statementStart, index } = stripper;
  // Where nothing has ended a statement, it may be an object.
  if (statementStart !== stack[stack.length - 1]?.start) endStatement(stripper, index);
  if (!close(stripper, "}")) return false;
  if (!isAmongStatements(stripper)) return true;
  const word = nextWord(stripper);
  if (word !== "" && !continuations.has(word)) endStatement(stripper, stripper.index);
  return true;
}

/** The word that comes next, comments and white space aside; empty where there is none. */
function nextWord({ source, codes, index }: Stripper): string {
  let start = index;
  while (start < codes.length) {
    if (isBlank(codes[start] ?? 0)) start++;
    else if (codes[start] !== 0x2f) break;
    else if (codes[start + 1] === 0x2f) start = indexFrom(source, "\n", start);
    else if (codes[start + 1] === 0x2a) start = indexFrom(source, "*/", start + 2) + 2;
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

/** What the parenthesis that opens here is when it is closed: a value, or the head of a statement. */
export function afterParenthesis(stripper: Stripper): Last {
  const { source, codes, index, kept } = stripper;
  let before = index - 1;
  while (before >= kept && isBlank(codes[before] ?? 0)) before--;
  if (before >= kept && !headEnds.includes(source.charAt(before))) return "value";
  const { word } = precedingAt(stripper, index);
  // `await (x) / 2`, but `for await (x of y) /x/.test(x)`.
  if (word === "await") return "unsure";
  return heads.has(word) ? "operator" : "value";
}

/** Marks behind which a brace opens an object, and those behind which it opens a block. `:` may be either's. */
const beforeObject = "=(,[?&|+-*%^~<!";
const beforeBlock = ");{}";
const blockWords: ReadonlySet<string> = new Set(["else", "do", "try", "finally"]);

/** What the brace that opens here is when it is closed: an object, behind which an operator follows, or a block. */
export function afterBrace(stripper: Stripper): Last {
  const before = codeBefore(stripper);
  const last = before.at(-1) ?? "";
  if (before === "=>") return "operator";
  if (last !== "" && beforeObject.includes(last)) return "value";
  // Behind a parenthesis there may be the body of a function that is a value; nobody divides that.
  if (last !== "" && beforeBlock.includes(last)) return "operator";
  const { word } = precedingAt(stripper, stripper.index);
  if (blockWords.has(word)) return "operator";
  return word === "return" ? "value" : "unsure";
}

/** Moves over a bracket that closes; false where another one is open. */
export function close(stripper: Stripper, character: string): boolean {
  const context = leave(stripper);
  const start = context?.blockStart ?? null;
  if (start !== null) stripper.blocks.push({ start, end: stripper.index + 1 });
  return context?.closer === character && keepOne(stripper, context.becomes);
}

/** Where a block begins, if that is what the brace here opens: the body of a function or of a statement. */
export function blockStart(stripper: Stripper): number | null {
  const before = codeBefore(stripper);
  return before.endsWith(")") || before === "=>" ? stripper.index : null;
}

/** Where a list begins that is assigned, if the bracket here opens one. */
export function listStart(stripper: Stripper): number | null {
  return /[^=!<>]=$/.test(codeBefore(stripper)) ? stripper.index : null;
}

/** The last two characters in front of what is read, white space aside; fewer where a comment may precede them. */
function codeBefore({ source, codes, copied, index }: Stripper): string {
  let end = index;
  while (end > copied && isBlank(codes[end - 1] ?? 0)) end--;
  return source.slice(Math.max(copied, end - 2), end);
}
