import { backslashes, both, endOfWord, isWordAt, isWordByte, lastBefore, lowerHalf, nonZeros, places, skipBlanks } from "./characters";
import { isInSet } from "./names";
import { isPlainlyInComment } from "./plain-comments";

/**
 * What has to come with a mere use of a global object for anything to come of it, as `supportOf` in filter.ts has it: a
 * banned global as a member or a key, whole or in pieces.
 */

/** How a banned global stands somewhere. */
export const alone: i32 = 0;
/** As a member or a key. */
export const ofMember: i32 = 1;
/** Behind `new`, where what is made leads on to a banned class. */
export const ofMade: i32 = 2;

export function useOfRoot(start: usize, end: usize, made: u32): i32 {
  const last = lastBefore(start);
  const before: u32 = load<u8>(last);
  if (before === 0x2e) return load<u8>(end) === 0x24 ? alone : ofMember;
  if (before === 0x7b || before === 0x2c) return load<u8>(skipBlanks(end)) === 0x3a ? ofMember : alone;
  return before === 0x77 && isWordAt(last, "new") && load<u8>(end) !== 0x24 && isInSet(start, end, made) ? ofMade : alone;
}

/** Of the banned globals' names, by the lower and the upper halves, the first letters and what may be behind them. */
const letterTables = memory.data(4 * 16, 16);

/** Puts in the first two letters of a banned global, which has no fewer, and of which a text may have the first one alone. */
export function allowPieces(name: usize): void {
  const first: u8 = load<u8>(name);
  const bit: u8 = <u8>1 << (first & 7);
  allowLetter(letterTables, first, bit);
  allowLetter(letterTables + 32, load<u8>(name + 1), bit);
  allowLetter(letterTables + 32, 0x22, bit);
  allowLetter(letterTables + 32, 0x27, bit);
  allowLetter(letterTables + 32, 0x60, bit);
  allowLetter(letterTables + 32, 0x24, bit);
}

function allowLetter(tables: usize, letter: u8, bit: u8): void {
  const lower = tables + <usize>(letter & 15);
  const upper = tables + 16 + <usize>(letter >> 4);
  store<u8>(lower, load<u8>(lower) | bit);
  store<u8>(upper, load<u8>(upper) | bit);
}

/** Whether a text between two places may be a piece of a banned global's name, or hides letters behind an escape. */
export function hasPieces(start: usize, end: usize, roots: u32, pieces: u32, escapes: u32): bool {
  const lowerFirst = v128.load(letterTables);
  const upperFirst = v128.load(letterTables, 16);
  const lowerSecond = v128.load(letterTables, 32);
  const upperSecond = v128.load(letterTables, 48);
  const half = lowerHalf();
  const escape = backslashes();
  for (let block = start; block < end; block += 16) {
    const bytes = v128.load(block);
    const letters = v128.and(both(v128.load(block, 1), lowerFirst, upperFirst, half), both(v128.load(block, 2), lowerSecond, upperSecond, half));
    const found = v128.or(v128.and(quotesIn(bytes), letters), i8x16.eq(bytes, escape));
    if (!v128.any_true(found)) continue;
    for (let bits = nonZeros(found); bits !== 0; bits &= bits - 1) {
      const place = block + <usize>ctz(bits);
      if (place >= end) return false;
      const mayBe = load<u8>(place) === 0x5c ? isOddEscape(place + 1, escapes) : isPiece(place, roots, pieces);
      if (mayBe && !isPlainlyInComment(place)) return true;
    }
  }
  return false;
}

/**
 * Whether a text between two places may be run as code, as `runsText` in filter.ts has it: by one of the functions that do so,
 * or by the constructor of functions, of which the name, whole or in pieces, or an escape may be a text.
 */
export function mayRunTexts(start: usize, end: usize, runners: u32, constructors: u32, escapes: u32): bool {
  for (let block = start; block < end; block += 16) {
    const bytes = v128.load(block);
    const next = v128.load(block, 1);
    // The functions begin with `se` and `ex`.
    const words = v128.or(v128.and(places(bytes, 0x73), places(next, 0x65)), v128.and(places(bytes, 0x65), places(next, 0x78)));
    const texts = v128.and(quotesIn(bytes), places(next, 0x63));
    for (let bits = nonZeros(v128.or(v128.or(words, texts), i8x16.eq(bytes, backslashes()))); bits !== 0; bits &= bits - 1) {
      const place = block + <usize>ctz(bits);
      if (place >= end) return false;
      const byte: u32 = load<u8>(place);
      if (byte === 0x5c ? isOddEscape(place + 1, escapes) : isWordByte(byte) ? isInSet(place, endOfWord(place), runners) : isWholePiece(place, constructors)) return true;
    }
  }
  return false;
}

// @ts-ignore: decorator
@inline
function quotesIn(bytes: v128): v128 {
  return v128.or(v128.or(places(bytes, 0x22), places(bytes, 0x27)), v128.or(places(bytes, 0x60), places(bytes, 0x7d)));
}

function isPiece(quote: usize, roots: u32, pieces: u32): bool {
  if (isWholePiece(quote, pieces)) return true;
  if (load<u8>(quote) === 0x7d) return false;
  const start = quote + 1;
  const end = endOfWord(start);
  // A name may begin with another one.
  for (let until = start + 1; until <= end; until++) if (isInSet(start, until, roots)) return true;
  return false;
}

/** Whether a text, or a part of a template, is one word that is in a set. */
function isWholePiece(quote: usize, pieces: u32): bool {
  const end = endOfWord(quote + 1);
  const behind: u32 = load<u8>(end);
  const isWhole = behind === 0x22 || behind === 0x27 || behind === 0x60 || behind === 0x24;
  return isWhole && isInSet(quote + 1, end, pieces);
}

/** What is behind a backslash, other than everyday escapes of texts and regular expressions. */
function isOddEscape(at: usize, escapes: u32): bool {
  const byte: u32 = load<u8>(at);
  const next: u32 = load<u8>(at + 1);
  if (byte === 0x78) return isLetterDigit(next);
  if (byte === 0x75) return next === 0x7b || (next === 0x30 && load<u8>(at + 2) === 0x30 && isLetterDigit(load<u8>(at + 3)));
  if (byte === 0x31) return next - 0x30 < 8 && <u32>load<u8>(at + 2) - 0x30 < 8;
  if (byte === 0x0d) return next === 0x0a;
  return byte === 0x0a || isInSet(at, at + 1, escapes);
}

/** The first digit of the code of a letter. */
function isLetterDigit(byte: u32): bool {
  return byte - 0x34 < 4;
}
