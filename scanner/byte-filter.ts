import { type Assembly, openAssembly } from "./assembly.ts";
import {
  beginningsOf, contextLength, doubtfulObjects, evaluators, globalObjects, harmfulMembersOf, isHandedOn, loadingMembers, madeOf, membersOfMade, oddLetters,
  onwardFrom, views, type Vocabulary,
} from "./filter-words.ts";
import type { FramedBytes } from "./read-sources.ts";

/**
 * Whether a script is clear, so that the filter need not look at it. The source lies in the memory that the filter was made
 * for; `hasTags` says whether JSX may occur in it.
 */
export type ByteFilter = (source: FramedBytes, hasTags: boolean) => boolean;

/**
 * Makes what goes before the filter: it looks for the filter's words, and clears files that have them only in comments and
 * in places where they are known to be harmless, which are most files of most games. It knows fewer such places than the
 * filter does, and leaves to that whatever it is not sure of.
 *
 * It is WebAssembly, made of `assembly/`: that is as fast in the first file as in the last, where V8 has to see JavaScript
 * run before it compiles it, and it compares sixteen bytes at a time.
 */
export function createByteFilter(vocabulary: Vocabulary, memory: WebAssembly.Memory): ByteFilter {
  // An operator is no word, and may begin every comment.
  if (vocabulary.operators.length > 0) return () => false;
  const packages = vocabulary.packages.map((name) => name.replace(/^@/, ""));
  const textAt = (start: number, end: number): string => Buffer.from(memory.buffer).toString("latin1", start, end);
  const assembly = openAssembly(memory, {
    isHandedOn(start, end) {
      const context = textAt(start - contextLength, end + contextLength);
      return isHandedOn(context, context.slice(contextLength, -contextLength), contextLength);
    },
    isPackage: (start) => packages.some((name) => textAt(start, start + name.length) === name),
  });
  teach(wordsOf(vocabulary), assembly, memory);
  return ({ start, end }, hasTags) => assembly.isClear(start, end, hasTags) === 1;
}

/** How a word is judged, as in `assembly/clear-bytes.ts`. */
const kinds = {
  none: 0, anyUse: 1, ofMembers: 2, objectName: 3, doubtfulObject: 4, view: 5, constructorName: 6, importWord: 7, exportWord: 8,
  requireWord: 9, thisWord: 10, member: 11, ourWord: 12, fromWord: 13, packageName: 16,
} as const;

/** There are this many sets of members that are harmful: each is a bit of one number. */
const setCount = 64;

interface Word {
  readonly kind: number;
  /** The set of members that are harmful behind it. */
  readonly set: number;
}

interface Words {
  readonly words: ReadonlyMap<string, Word>;
  /** What is in each set. */
  readonly sets: readonly (readonly string[])[];
}

function wordsOf(vocabulary: Vocabulary): Words {
  const roots = [...vocabulary.globals.keys()];
  // As they are numbered in `assembly/clear-bytes.ts`; behind them come those of the globals.
  const sets = [onwardFrom(roots), membersOfMade(vocabulary), loadingMembers, roots, madeOf(vocabulary), roots.flatMap(beginningsOf), [...oddLetters]];
  const words = new Map<string, Word>(vocabulary.members.map((name) => [name, { kind: kinds.member, set: 0 }]));
  for (const [name, word] of vocabulary.globals) {
    const harmful = harmfulMembersOf(word);
    const isListed = harmful !== null && sets.length < setCount;
    words.set(name, isListed ? { kind: kinds.ofMembers, set: sets.push(harmful) - 1 } : { kind: kinds.anyUse, set: 0 });
  }
  for (const [kind, names] of fixedWords) for (const name of names) words.set(name, { kind, set: 0 });
  for (const name of vocabulary.packages) {
    const [word = name] = /\w+/.exec(name) ?? [];
    const { kind, set } = words.get(word) ?? { kind: kinds.none, set: 0 };
    words.set(word, { kind: kind | kinds.packageName, set });
  }
  return { words, sets };
}

function teach({ words, sets }: Words, assembly: Assembly, memory: WebAssembly.Memory): void {
  const bytes = Buffer.from(memory.buffer);
  const start = assembly.givenName();
  const put = (name: string): number => bytes.write(name, start, "latin1");
  for (const [name, { kind, set }] of words) assembly.addWord(put(name), kind, set, bitOf(name));
  for (const [set, names] of sets.entries()) for (const name of names) assembly.addMember(put(name), set);
  for (const escape of escapes) assembly.addBeginning(put(escape), bitOf(escape));
}

/** A letter of a name may be written as an escape: `\u0041` or `\u{41}`. */
const escapes: readonly string[] = [String.raw`\u0`, String.raw`\u{`];

/**
 * The words that share one of the eight bits by which they are searched for. The search stops wherever each of three letters
 * is one of some word with the same bit. With these groups, found by trying, it does so a third as often as if words that
 * begin alike shared one.
 */
const bitGroups: readonly (readonly string[])[] = [
  ["process", "frames", "framegate", "module"],
  ["Temporal", "globalThis", "window", "global", "defaultView", "timers"],
  ["SubtleCrypto", "self", ...escapes.slice(0, 1)],
  ["contentWindow", "constructor", "seedrandom"],
  ["eval", "from", ...escapes.slice(1)],
  ["performance", "Performance", "parent", "import", "export", "require"],
  ["Math", "Date", "Intl", "Function", "top", "this"],
  ["crypto", "Crypto", "perf_hooks"],
];

const bits: ReadonlyMap<string, number> = new Map(bitGroups.flatMap((names, bit) => names.map((name) => [name, bit] as const)));

/** Words of the other groups go where their first letter says. */
function bitOf(word: string): number {
  return bits.get(word) ?? word.charCodeAt(0) % bitGroups.length;
}

const fixedWords: ReadonlyMap<number, readonly string[]> = new Map<number, readonly string[]>([
  [kinds.anyUse, evaluators],
  [kinds.objectName, globalObjects],
  [kinds.doubtfulObject, doubtfulObjects],
  [kinds.view, views],
  [kinds.constructorName, ["constructor"]],
  [kinds.importWord, ["import"]],
  [kinds.exportWord, ["export"]],
  [kinds.requireWord, ["require"]],
  [kinds.thisWord, ["this"]],
  [kinds.ourWord, ["framegate"]],
  [kinds.fromWord, ["from"]],
]);
