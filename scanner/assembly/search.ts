import { backslashes, both, lowerHalf, nonZeros, wordTables } from "./characters";

/**
 * Searches sixteen places at a time for those where one of many words may begin, by three of their letters and by what stands
 * in front. Every word has one of eight bits. For each letter a table of sixteen says which bits there are for its lower half,
 * and for the first two of them another one for its upper half; a place where one bit is in all five may begin a word. This is
 * how Hyperscan's Teddy does it.
 *
 * The first, third and sixth letter tell the words from others best: `constructor` from `const`, `performance` from `param`.
 */
const secondLetter: usize = 2;
const thirdLetter: usize = 5;
/** The lower and the upper halves of the first letters, of the second ones, and the lower ones of the third. */
const tablesSize: usize = 5 * 16;
/** Those of all words, and those of the words that matter in modules. */
const tables = memory.data(2 * 5 * 16, 16);

/** Puts in the letters of a word, which has one of eight bits. One that is too short for a letter may have anything there. */
export function allowWord(start: usize, length: usize, bit: u32, isOfScripts: bool): void {
  allowIn(tables, start, length, <u8>1 << <u8>bit);
  if (!isOfScripts) allowIn(tables + tablesSize, start, length, <u8>1 << <u8>bit);
}

function allowIn(from: usize, start: usize, length: usize, bit: u8): void {
  allowLetter(from, 32, start, length, 0, bit);
  allowLetter(from + 32, 32, start, length, secondLetter, bit);
  allowLetter(from + 64, 16, start, length, thirdLetter, bit);
}

/** `size` is that of one table or of two. */
function allowLetter(lower: usize, size: usize, start: usize, length: usize, letter: usize, bit: u8): void {
  if (letter >= length) for (let index: usize = 0; index < size; index++) allow(lower + index, bit);
  else {
    const byte: usize = load<u8>(start + letter);
    allow(lower + (byte & 15), bit);
    if (size === 32) allow(lower + 16 + (byte >> 4), bit);
  }
}

function allow(at: usize, bit: u8): void {
  store<u8>(at, load<u8>(at) | bit);
}

/** Of the 32 places where `seek` came to an end, those where a word may begin or a backslash stands, as bits. */
export let begun: u32 = 0;

/**
 * The first of the next 32 places, in steps of 32, one of which may begin a word, behind what is no part of one, or is a
 * backslash; in a module, without words that matter in scripts only. Behind the end where there is none. Reads from the byte
 * before the first to 52 behind the last.
 */
export function seek(at: usize, end: usize, isModule: bool): usize {
  const from = isModule ? tables + tablesSize : tables;
  const lowerFirst = v128.load(from);
  const upperFirst = v128.load(from, 16);
  const lowerSecond = v128.load(from, 32);
  const upperSecond = v128.load(from, 48);
  const lowerThird = v128.load(from, 64);
  const lowerWord = v128.load(wordTables);
  const upperWord = v128.load(wordTables, 16);
  const half = lowerHalf();
  const escapes = backslashes();
  const none = i8x16.splat(0);
  for (; at < end; at += 32) {
    const left = beginnings(at, lowerFirst, upperFirst, lowerSecond, upperSecond, lowerThird, lowerWord, upperWord, half, escapes, none);
    const right = beginnings(at + 16, lowerFirst, upperFirst, lowerSecond, upperSecond, lowerThird, lowerWord, upperWord, half, escapes, none);
    if (v128.any_true(v128.or(left, right))) {
      begun = nonZeros(left) | (nonZeros(right) << 16);
      break;
    }
  }
  return at;
}

/** Of sixteen places, what is not zero for those of which `seek` speaks. */
// @ts-ignore: decorator
@inline
function beginnings(
  at: usize,
  lowerFirst: v128, upperFirst: v128, lowerSecond: v128, upperSecond: v128, lowerThird: v128, lowerWord: v128, upperWord: v128,
  half: v128, escapes: v128, none: v128,
): v128 {
  const first = v128.load(at);
  const ofFirstTwo = v128.and(both(first, lowerFirst, upperFirst, half), both(v128.load(at, secondLetter), lowerSecond, upperSecond, half));
  const ofThird = i8x16.swizzle(lowerThird, v128.and(v128.load(at, thirdLetter), half));
  const isBegun = i8x16.eq(both(v128.load(at - 1), lowerWord, upperWord, half), none);
  return v128.or(v128.and(v128.and(ofFirstTwo, ofThird), isBegun), i8x16.eq(first, escapes));
}
