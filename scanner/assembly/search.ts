import { both, nonZeros, places, wordBytes } from "./characters";

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

/** Of the sixteen places where `seek` came to an end, those where a word may begin, as bits. */
export let begun: u32 = 0;

/**
 * The first of the next sixteen places, in steps of sixteen, one of which may begin a word; in a module, without words that
 * matter in scripts only. Where no backslash is near, none of these is behind a letter. Behind the end where there is none.
 * Reads from eight bytes before the first to 21 behind the last.
 */
export function seek(at: usize, end: usize, isModule: bool): usize {
  const from = isModule ? tables + tablesSize : tables;
  const lowerFirst = v128.load(from);
  const upperFirst = v128.load(from, 16);
  const lowerSecond = v128.load(from, 32);
  const upperSecond = v128.load(from, 48);
  const lowerThird = v128.load(from, 64);
  const upperThird = v128.load(from, 80);
  for (; at < end; at += 16) {
    const first = v128.load(at);
    const second = v128.load(at, secondLetter);
    const third = v128.load(at, thirdLetter);
    const found = v128.and(
      v128.and(both(first, lowerFirst, upperFirst), both(second, lowerSecond, upperSecond)),
      both(third, lowerThird, upperThird),
    );
    if (!v128.any_true(found)) continue;
    const mask = nonZeros(found);
    begun = isBackslashNear(at, first) ? mask : mask & ~wordBytes(at - 1);
    if (begun !== 0) break;
  }
  return at;
}

// @ts-ignore: decorator
@inline
function isBackslashNear(at: usize, bytes: v128): bool {
  return v128.any_true(v128.or(places(bytes, 0x5c), places(v128.load(at - 8), 0x5c)));
}
