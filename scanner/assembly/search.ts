import { matches, places, wordBytes } from "./characters";

/**
 * Searches sixteen places at a time for those where one of many words may begin, by three of their letters. Every word has
 * one of eight bits. For each of the three letters two tables of sixteen say which bits there are for its lower and for its
 * upper half; a place where one bit is in all six may begin a word. This is how Hyperscan's Teddy does it.
 *
 * The first, third and sixth letter tell the words from others best: `constructor` from `const`, `performance` from `param`.
 */
const secondLetter: usize = 2;
const thirdLetter: usize = 5;
const tablesSize: usize = 6 * 16;
/** Those of all words, and those of the words that matter in modules. */
const tables = memory.data(2 * 6 * 16, 16);

/** Puts in the letters of a word, which has one of eight bits. One that is too short for a letter may have anything there. */
export function allowWord(start: usize, length: usize, bit: u32, isOfScripts: bool): void {
  allowIn(tables, start, length, <u8>1 << <u8>bit);
  if (!isOfScripts) allowIn(tables + tablesSize, start, length, <u8>1 << <u8>bit);
}

function allowIn(from: usize, start: usize, length: usize, bit: u8): void {
  allowLetter(from, start, length, 0, bit);
  allowLetter(from + 32, start, length, secondLetter, bit);
  allowLetter(from + 64, start, length, thirdLetter, bit);
}

function allowLetter(lower: usize, start: usize, length: usize, letter: usize, bit: u8): void {
  if (letter >= length) for (let index: usize = 0; index < 32; index++) allow(lower + index, bit);
  else {
    const byte: usize = load<u8>(start + letter);
    allow(lower + (byte & 15), bit);
    allow(lower + 16 + (byte >> 4), bit);
  }
}

function allow(at: usize, bit: u8): void {
  store<u8>(at, load<u8>(at) | bit);
}

/**
 * Of sixteen places, those where a word may begin, as bits; in a module, without words that matter in scripts only. Where no
 * backslash is near, none of them is behind a letter. Reads from eight bytes before the first to 21 behind it.
 */
// @ts-ignore: decorator
@inline
export function beginnings(at: usize, isModule: bool): u32 {
  const from = isModule ? tables + tablesSize : tables;
  const bytes = v128.load(at);
  const found = v128.and(v128.and(matches(bytes, from), matches(v128.load(at, secondLetter), from + 32)), matches(v128.load(at, thirdLetter), from + 64));
  const begun = <u32>i8x16.bitmask(i8x16.ne(found, i8x16.splat(0)));
  return begun === 0 || isBackslashNear(at, bytes) ? begun : begun & ~wordBytes(at - 1);
}

// @ts-ignore: decorator
@inline
function isBackslashNear(at: usize, bytes: v128): bool {
  return v128.any_true(v128.or(places(bytes, 0x5c), places(v128.load(at - 8), 0x5c)));
}
