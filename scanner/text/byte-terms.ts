import {
  beginningsOf,
  doubtfulObjects,
  evaluators,
  globalObjects,
  harmfulMembersOf,
  loadingMembers,
  madeOf,
  membersOfMade,
  oddLetters,
  onwardFrom,
  runners,
  views,
  type Vocabulary,
} from "./filter-words.ts";

/** A vocabulary as the byte filter is taught it: plain data, which can be made before it is needed. */
export interface ByteTerms {
  /** Each with how it is judged, and with the set of members that are harmful behind it. */
  readonly words: readonly (readonly [name: string, kind: number, set: number])[];
  /** What is in each set. */
  readonly sets: readonly (readonly string[])[];
  /** The names of packages, without the `@` of their scopes. */
  readonly packages: readonly string[];
}

/** How a word is judged, as in `assembly/clear-bytes.ts`. */
const kinds = {
  none: 0,
  anyUse: 1,
  ofMembers: 2,
  objectName: 3,
  doubtfulObject: 4,
  view: 5,
  constructorName: 6,
  importWord: 7,
  exportWord: 8,
  requireWord: 9,
  thisWord: 10,
  member: 11,
  ourWord: 12,
  packageName: 16,
} as const;

/** There are this many sets of members that are harmful: each is a bit of one number. */
const setCount = 64;

interface Judgement {
  readonly kind: number;
  readonly set: number;
}

/** What the byte filter has to know of a vocabulary; null of one that it cannot work for. */
export function byteTermsOf(vocabulary: Vocabulary): ByteTerms | null {
  // An operator is no word, and may begin every comment.
  if (vocabulary.operators.length > 0) return null;
  const roots = [...vocabulary.globals.keys()];
  // As they are numbered in `assembly/clear-bytes.ts`; behind them come those of the globals.
  const sets = [
    onwardFrom(roots),
    membersOfMade(vocabulary),
    loadingMembers,
    roots,
    madeOf(vocabulary),
    roots.flatMap(beginningsOf),
    [...oddLetters],
    runners,
    ["constructor", ...beginningsOf("constructor")],
  ];
  const words = new Map<string, Judgement>(vocabulary.members.map((name) => [name, { kind: kinds.member, set: 0 }]));
  for (const [name, word] of vocabulary.globals) {
    const harmful = harmfulMembersOf(word);
    const isListed = harmful !== null && sets.length < setCount;
    words.set(name, isListed ? { kind: kinds.ofMembers, set: sets.push(harmful) - 1 } : { kind: kinds.anyUse, set: 0 });
  }
  for (const [kind, names] of fixedWords) for (const name of names) words.set(name, { kind, set: 0 });
  // They need no set, and are numbered in its place.
  for (const [set, name] of doubtfulObjects.entries()) words.set(name, { kind: kinds.doubtfulObject, set });
  for (const name of vocabulary.packages) {
    const [word = name] = /\w+/.exec(name) ?? [];
    const { kind, set } = words.get(word) ?? { kind: kinds.none, set: 0 };
    words.set(word, { kind: kind | kinds.packageName, set });
  }
  const packages = vocabulary.packages.map((name) => name.replace(/^@/, ""));
  return { words: Array.from(words, ([name, { kind, set }]) => [name, kind, set] as const), sets, packages };
}

const fixedWords: ReadonlyMap<number, readonly string[]> = new Map<number, readonly string[]>([
  [kinds.anyUse, evaluators],
  [kinds.objectName, globalObjects],
  [kinds.view, views],
  [kinds.constructorName, ["constructor"]],
  [kinds.importWord, ["import"]],
  [kinds.exportWord, ["export"]],
  [kinds.requireWord, ["require"]],
  [kinds.thisWord, ["this"]],
  [kinds.ourWord, ["framegate"]],
]);
