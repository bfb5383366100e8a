import { isBlank, isNamePart, type Stripper } from "./stripper.ts";

/** Words behind which a value begins. */
const openWords: ReadonlySet<string> = new Set([
  "return",
  "typeof",
  "instanceof",
  "in",
  "new",
  "delete",
  "void",
  "throw",
  "case",
  "do",
  "else",
  "default",
  "extends",
]);
/** Words that are names in one place and keywords in another. */
const doubleWords: ReadonlySet<string> = new Set(["of", "yield", "await", "as", "satisfies"]);

/** Words that go before a parenthesis behind which a statement begins. */
export const heads: ReadonlySet<string> = new Set(["if", "while", "for", "with"]);

type Preceding = Pick<Stripper, "last" | "word">;

/** What stands before `end`, white space aside. */
export function precedingAt(stripper: Stripper, end: number): Preceding {
  const { source, codes, kept } = stripper;
  let index = end;
  while (index > kept && isBlank(codes[index - 1] ?? 0)) index--;
  if (index === kept) return stripper;
  const character = source.charAt(index - 1);
  if (isNamePart(codes[index - 1] ?? 0)) return precedingName(stripper, index);
  if (character === ".") return endsNumber(stripper, index - 1) ? valueBefore : { last: "operator", word: "." };
  if (character === "!") return precedingMark(stripper, index - 1);
  const two = source.slice(Math.max(kept, index - 2), index);
  // `i++ / 2` divides: nobody increments a regular expression.
  if (two === "++" || two === "--") return valueBefore;
  // `x as Set<number> / 2` divides, too.
  const isUnsure = /[^=]>$/.test(two) || (character === ">" && index - 1 === kept);
  return { last: isUnsure ? "unsure" : "operator", word: "" };
}

const valueBefore: Preceding = { last: "value", word: "" };

/** Whether the dot at an offset is the end of a number: `1. / 3`. */
function endsNumber({ source, codes, kept }: Stripper, dot: number): boolean {
  let start = dot;
  while (start > kept && isNamePart(codes[start - 1] ?? 0)) start--;
  return /^\d+$/.test(source.slice(start, dot));
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
  const isMember =
    (openWords.has(word) || doubleWords.has(word) || heads.has(word)) && precedingAt(stripper, start).word === ".";
  if (isMember) return { last: "value", word: "" };
  if (openWords.has(word)) return { last: "operator", word };
  return { last: doubleWords.has(word) ? "unsure" : "value", word };
}
