/** What is looked for. */
export interface Pattern<Meaning> {
  /** Of ASCII, two characters at least. */
  readonly text: string;
  /** Whether it is to be found as a whole word only, of letters, digits and `_`. */
  readonly isWord: boolean;
  readonly meaning: Meaning;
}

/** Where a pattern was found: its first byte, and the one behind its last. */
export interface FoundPattern<Meaning> {
  readonly meaning: Meaning;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the first of some patterns at `from` or behind it; null when there is none before `end`. It looks at two bytes in
 * front of a text and behind it, too, which must not belong to a word.
 */
export type PatternSearch<Meaning> = (bytes: Uint8Array, from: number, end: number) => FoundPattern<Meaning> | null;

/**
 * Makes a search after many patterns at once that looks at no more than every third place of a text: blocks of three bytes
 * are looked up in a table, and a pattern is known by as many consecutive blocks as there are places in a step, so that one
 * of them is always met. This is the idea of Wu and Manber, "A fast algorithm for multi-pattern searching" (1994), but for
 * the step, which is always the same: a processor can run ahead of that.
 */
export function createPatternSearch<Meaning>(patterns: readonly Pattern<Meaning>[]): PatternSearch<Meaning> {
  const step = Math.min(3, ...patterns.map(({ text }) => text.length));
  const { table, candidates } = createTable(patterns, step);
  return (bytes, from, end) => {
    // One step before, because a block may begin with the byte in front of a pattern.
    for (let index = from - 1; index < end; index += step) {
      const known = table[hashOf(bytes[index] ?? 0, bytes[index + 1] ?? 0, bytes[index + 2] ?? 0)] ?? 0;
      if (known === 0) continue;
      const found = verify(bytes, index, candidates[known] ?? []);
      if (found !== null && found.start >= from && found.end <= end) return found;
    }
    return null;
  };
}

/** A pattern that may be met at a block, and how far into it the block begins: -1 for the byte in front of it. */
interface Candidate<Meaning> {
  readonly letters: Uint8Array;
  readonly offset: number;
  readonly isWord: boolean;
  readonly meaning: Meaning;
}

interface BlockTable<Meaning> {
  /** By the hash of a block, the index among `candidates`. */
  readonly table: Uint16Array;
  readonly candidates: readonly (readonly Candidate<Meaning>[])[];
}

const tableSize = 1 << 15;

function hashOf(first: number, second: number, third: number): number {
  return (first ^ (second << 5) ^ (third << 10)) & (tableSize - 1);
}

const wordBytes = Uint8Array.from({ length: 256 }, (_, byte) => (/\w/.test(String.fromCharCode(byte)) ? 1 : 0));

/** Whether `\w` in a regular expression matches a byte. */
export function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && wordBytes[byte] === 1;
}

const anything: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);
const boundaries = anything.filter((byte) => !isWordByte(byte));

function createTable<Meaning>(patterns: readonly Pattern<Meaning>[], step: number): BlockTable<Meaning> {
  const table = new Uint16Array(tableSize);
  const candidates: (readonly Candidate<Meaning>[])[] = [[]];
  for (const { text, isWord, meaning } of patterns) {
    const letters = lettersOf(text);
    const edge = isWord ? boundaries : anything;
    const start = rarestBlock(text, step);
    for (let offset = start; offset < start + step; offset++) {
      const candidate = { letters, offset, isWord, meaning };
      // Cells that had the same candidates before have the same again, and share a list: a block may have hundreds of cells.
      const lists = new Map<number, number>();
      for (const hash of hashesAt(letters, offset, edge)) {
        const before = table[hash] ?? 0;
        const list = lists.get(before) ?? candidates.push([...(candidates[before] ?? []), candidate]) - 1;
        lists.set(before, list);
        table[hash] = list;
      }
    }
  }
  return { table, candidates };
}

/** The hashes of a block that begins `offset` bytes into a pattern. At most one of its ends is beyond the pattern's. */
function hashesAt(letters: Uint8Array, offset: number, edge: readonly number[]): ReadonlySet<number> {
  const [first, second = 0, third] = [letters[offset], letters[offset + 1], letters[offset + 2]];
  const firsts = first === undefined ? edge : [first];
  const thirds = third === undefined ? edge : [third];
  return new Set(firsts.flatMap((before) => thirds.map((behind) => hashOf(before, second, behind))));
}

/** The letters, the most frequent of English first. */
const frequency = "etaoinsrlcdumpfhgbywvkxjqz";

/**
 * How far into a pattern those of its blocks begin that are looked for: the ones of letters that occur least elsewhere.
 * The edge of a pattern may be many bytes, and is used only where the pattern is short.
 */
function rarestBlock(text: string, step: number): number {
  const starts = Array.from({ length: Math.max(0, text.length - 1 - step) }, (_, index) => index);
  const rarity = (start: number): number => {
    const ranks = Array.from(text.slice(start, start + step + 2), (letter) => frequency.indexOf(letter));
    return ranks.reduce((sum, rank) => sum + (rank < 0 ? frequency.length : rank), 0);
  };
  return starts.reduce((best, start) => (rarity(start) > rarity(best) ? start : best), starts[0] ?? -1);
}

function verify<Meaning>(bytes: Uint8Array, index: number, candidates: readonly Candidate<Meaning>[]): FoundPattern<Meaning> | null {
  for (const { letters, offset, isWord, meaning } of candidates) {
    const start = index - offset;
    if (!isSpelled(bytes, start, letters)) continue;
    const end = start + letters.length;
    if (!isWord || !(isWordByte(bytes[start - 1]) || isWordByte(bytes[end]))) return { meaning, start, end };
  }
  return null;
}

/** The bytes of a text in ASCII. */
export function lettersOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Whether `letters` stand at a place. */
export function isSpelled(bytes: Uint8Array, start: number, letters: Uint8Array): boolean {
  for (let index = 0; index < letters.length; index++) if (bytes[start + index] !== letters[index]) return false;
  return true;
}
