import { type CommentFinder, createCommentFinder } from "./certain-comments.ts";
import { membersOfMade, supportOf, thisFinderOf, type Vocabulary } from "./filter.ts";
import { behindEscape, contextLength, doubtfulObjects, evaluators, globalObjects, harmfulMembersOf, isHandedOn, loadingMembers, onwardFrom, views } from "./filter-words.ts";
import type { FramedBytes } from "./read-sources.ts";

/**
 * Whether a script is clear, so that the filter need not look at it. Where it says so, the filter says so, too, unless it
 * cannot tell code from comments. `text` is the source read as Latin-1.
 */
export type ByteFilter = (source: FramedBytes, text: string) => boolean;

/**
 * Makes what goes before the filter: it looks for the filter's words, and clears files that have them only in comments and
 * in places where they are known to be harmless, which are most files of most games. It knows fewer such places than the
 * filter does, and leaves to that whatever it is not sure of.
 *
 * The search is a regular expression of nothing but words. A search among the bytes in steps of three, after Wu and Manber,
 * took three quarters of its time over 10,000 files, but for V8 to compile it took longer than 400 files take.
 */
export function createByteFilter(vocabulary: Vocabulary): ByteFilter {
  // An operator is no word, and may begin every comment.
  if (vocabulary.operators.length > 0) return () => false;
  const judges = judgesOf(vocabulary);
  const words = new RegExp(`\\b(?:${[...judges.keys()].join("|")})\\b|${marks.source}|${behindEscape([...vocabulary.globals.keys()])}`, "g");
  const handsThisOn = thisFinderOf(vocabulary);
  let support: RegExp | null = null;
  const isSupported = (text: string): boolean => {
    support ??= supportOf(vocabulary);
    return support.test(text);
  };
  return (source, text) => {
    if (isWide(source)) return false;
    let isDoubtful = false;
    let isComment: CommentFinder | null = null;
    words.lastIndex = 0;
    for (let match = words.exec(text); match !== null; match = words.exec(text)) {
      const [word] = match;
      const start = source.start + match.index;
      const judgement = (judges.get(word) ?? judgeMark)(source, { start, end: start + word.length });
      if (judgement === "own") return false;
      if (judgement === "suspect") {
        isComment ??= createCommentFinder(source);
        if (!isComment(start)) return false;
      }
      isDoubtful ||= judgement === "doubtful";
    }
    if (!isDoubtful && !handsThisOn(text)) return true;
    // Without its comments, something else may precede a doubtful word.
    if (isComment !== null) return false;
    return !isSupported(text);
  };
}

/** `doubtful`: suspect together with what the filter calls support. `own`: what comments say to the scanner. */
type Judgement = "harmless" | "doubtful" | "suspect" | "own";

/** Judges a word by what stands around it. */
type Judge = (source: FramedBytes, word: Place) => Judgement;

/** The first byte, and the one behind the last. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Text in UTF-16 has none of the words as they are. */
function isWide({ memory, start }: FramedBytes): boolean {
  const [first, second] = [memory[start], memory[start + 1]];
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** What is no word: a letter of a name may be written as an escape, `\u0041` or `\u{41}`. */
const marks = /\\u(?:00|\{)|framegate-ignore/;

const judgeMark: Judge = ({ memory }, { start }) => (isAt(memory, start, "f") ? "own" : "suspect");

const suspect: Judge = () => "suspect";

function judgesOf(vocabulary: Vocabulary): ReadonlyMap<string, Judge> {
  const judges = new Map<string, Judge>();
  for (const name of vocabulary.members) judges.set(name, suspect);
  for (const [name, word] of vocabulary.globals) judges.set(name, judgeGlobal(harmfulMembersOf(word)));
  for (const name of evaluators) judges.set(name, judgeGlobal(null));
  const onward = new Set(onwardFrom([...vocabulary.globals.keys()]));
  for (const name of [...globalObjects, ...doubtfulObjects]) judges.set(name, judgeObject(name, onward));
  for (const name of views) judges.set(name, ({ memory }, { end }) => (isHarmlessMember(memory, end, onward) ? "harmless" : "doubtful"));
  judges.set("constructor", judgeConstructor(new Set(membersOfMade(vocabulary))));
  judges.set("import", judgeImport);
  judges.set("require", judgeRequire);
  for (const name of vocabulary.packages) {
    const [word = name] = /\w+/.exec(name) ?? [];
    judges.set(word, judgePackage(name.replace(/^@/, ""), judges.get(word) ?? (() => "harmless")));
  }
  return judges;
}

function judgeGlobal(harmful: readonly string[] | null): Judge {
  const members = harmful === null ? null : new Set(harmful);
  return ({ memory }, { start, end }) => {
    if (isMemberOrKey(memory, start, end)) return "harmless";
    return members !== null && isHarmlessMember(memory, end, members) ? "harmless" : "suspect";
  };
}

function judgeObject(name: string, onward: ReadonlySet<string>): Judge {
  return ({ memory, start: first, end: last }, { start, end }) => {
    if (isMemberOrKey(memory, start, end) || isHarmlessMember(memory, end, onward) || isOfTypeof(memory, start)) return "harmless";
    const from = Math.max(first, start - contextLength);
    const context = memory.toString("latin1", from, Math.min(last, end + contextLength));
    return isHandedOn(context, name, start - from) ? "suspect" : "doubtful";
  };
}

/** `this.constructor` called, indexed, asked for or handed on: with a text, the constructor of functions is an eval. */
function judgeConstructor(banned: ReadonlySet<string>): Judge {
  return ({ memory }, { start, end }) => {
    if (!isAt(memory, skipBack(memory, start), ".")) return "harmless";
    const next = skip(memory, end);
    const isMember = isAt(memory, next, ".") || memory.toString("latin1", next, next + 2) === "?.";
    if (isMember) return isHarmlessMember(memory, end, banned) ? "harmless" : "suspect";
    return isAt(memory, next, "([?,;)]}") || memory.toString("latin1", end, next).search(/[\r\n]/) !== -1 ? "doubtful" : "harmless";
  };
}

/** `import("./name.js")` is harmless, and every `import` that is no call. */
const judgeImport: Judge = (source, { end }) => {
  const opener = skip(source.memory, end);
  return !isAt(source.memory, opener, "(") || isLiteralArgument(source, opener + 1, "),") ? "harmless" : "suspect";
};

const loading: ReadonlySet<string> = new Set(loadingMembers);

/** `require("./name.js")` is harmless, and `require.resolve`. */
const judgeRequire: Judge = (source, { end }) => {
  const next = skip(source.memory, end);
  if (isAt(source.memory, next, ".")) return isHarmlessMember(source.memory, end, loading) ? "harmless" : "suspect";
  return isAt(source.memory, next, "(") && isLiteralArgument(source, next + 1, ")") ? "harmless" : "suspect";
};

/** A package is named by a string, or by an address in one. */
function judgePackage(name: string, otherwise: Judge): Judge {
  return (source, word) => {
    const { memory } = source;
    const isNamed = isAt(memory, word.start - 1, "\"'`:@/*") && memory.toString("latin1", word.start, word.start + name.length) === name;
    return isNamed ? "suspect" : otherwise(source, word);
  };
}

function isMemberOrKey(memory: Buffer, start: number, end: number): boolean {
  if (isAt(memory, start - 1, "$.") || isAt(memory, end, "$")) return true;
  return isAt(memory, skip(memory, end), ":") && isAt(memory, skipBack(memory, start), "{,");
}

/** Whether a member follows, and none of `harmful`. */
function isHarmlessMember(memory: Buffer, end: number, harmful: ReadonlySet<string>): boolean {
  const next = skip(memory, end);
  const dot = isAt(memory, next, "?") ? next + 1 : next;
  if (!isAt(memory, dot, ".")) return false;
  const start = skip(memory, dot + 1);
  let behind = start;
  while (isNameByte(memory[behind])) behind++;
  // What begins with a digit is no name: `a ?.5 : b`.
  return behind > start && !isAt(memory, start, "0123456789") && !harmful.has(memory.toString("latin1", start, behind));
}

function isOfTypeof(memory: Buffer, start: number): boolean {
  const last = skipBack(memory, start);
  const first = last - "typeof".length + 1;
  return last < start - 1 && first > 0 && memory.toString("latin1", first, last + 1) === "typeof" && !isWordAt(memory, first - 1);
}

/** Whether nothing but a string follows, up to one of `closers`. */
function isLiteralArgument({ memory, end }: FramedBytes, from: number, closers: string): boolean {
  const quote = skip(memory, from);
  if (!isAt(memory, quote, "\"'")) return false;
  let index = quote + 1;
  while (index < end && !isAt(memory, index, "\"'\\")) index++;
  return index < end && isAt(memory, index, "\"'") && isAt(memory, skip(memory, index + 1), closers);
}

/** Where the first byte is, here or behind, that is no white space. The frame of a text has none. */
function skip(memory: Buffer, index: number): number {
  let next = index;
  while (isBlank(memory[next])) next++;
  return next;
}

/** Where the last byte before `index` is that is no white space. */
function skipBack(memory: Buffer, index: number): number {
  let before = index - 1;
  while (isBlank(memory[before])) before--;
  return before;
}

const wordBytes = Uint8Array.from({ length: 256 }, (_, byte) => (/\w/.test(String.fromCharCode(byte)) ? 1 : 0));

/** What `\w` matches. */
function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && wordBytes[byte] === 1;
}

function isAt(memory: Buffer, index: number, characters: string): boolean {
  return characters.includes(String.fromCharCode(memory[index] ?? 0));
}

function isWordAt(memory: Buffer, index: number): boolean {
  return isWordByte(memory[index]);
}

/** What `[\w$]` matches. */
function isNameByte(byte: number | undefined): boolean {
  return byte === 0x24 || isWordByte(byte);
}

/** What `\s` matches, of text read as Latin-1. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d) || byte === 0xa0;
}
