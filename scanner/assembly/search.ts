import { matches, places, wordBytes } from "./characters";

/**
 * Searches sixteen places at a time for those where one of many words may begin, by their first three letters. Every word
 * has one of eight bits. For each of the three letters two tables of sixteen say which bits there are for its lower and for
 * its upper half; a place where one bit is in all six may begin a word. This is how Hyperscan's Teddy does it.
 */
const tablesSize: usize = 6 * 16;
/** Those of all words, and those of the words that matter in modules. */
const tables = memory.data(2 * 6 * 16, 16);
/** The bit of each first letter, so that words that begin alike share one; and how many there are. */
const bits = memory.data(256);
let letterCount: u8 = 0;

/** Puts in the first three letters of a word. What it lacks of three may be anything. */
export function allowBeginning(start: usize, length: usize, isOfScripts: bool): void {
  const bit = bitOf(load<u8>(start));
  allowIn(tables, bit, start, length);
  if (!isOfScripts) allowIn(tables + tablesSize, bit, start, length);
}

function bitOf(letter: u8): u8 {
  const at = bits + <usize>letter;
  if (load<u8>(at) === 0) store<u8>(at, 1 << (letterCount++ & 7));
  return load<u8>(at);
}

function allowIn(from: usize, bit: u8, start: usize, length: usize): void {
  for (let letter: usize = 0; letter < 3; letter++) {
    const lower = from + letter * 32;
    if (letter >= length) for (let index: usize = 0; index < 32; index++) allow(lower + index, bit);
    else {
      const byte: usize = load<u8>(start + letter);
      allow(lower + (byte & 15), bit);
      allow(lower + 16 + (byte >> 4), bit);
    }
  }
}

function allow(at: usize, bit: u8): void {
  store<u8>(at, load<u8>(at) | bit);
}

/**
 * Of sixteen places, those where a word may begin, as bits; in a module, without words that matter in scripts only. Where no
 * backslash is near, none of them is behind a letter. Reads from eight bytes before the first to eighteen behind it.
 */
// @ts-ignore: decorator
@inline
export function beginnings(at: usize, isModule: bool): u32 {
  const from = isModule ? tables + tablesSize : tables;
  const bytes = v128.load(at);
  const found = v128.and(v128.and(matches(bytes, from), matches(v128.load(at, 1), from + 32)), matches(v128.load(at, 2), from + 64));
  const begun = <u32>i8x16.bitmask(i8x16.ne(found, i8x16.splat(0)));
  return begun === 0 || isBackslashNear(at, bytes) ? begun : begun & ~wordBytes(at - 1);
}

// @ts-ignore: decorator
@inline
function isBackslashNear(at: usize, bytes: v128): bool {
  return v128.any_true(v128.or(places(bytes, 0x5c), places(v128.load(at - 8), 0x5c)));
}
