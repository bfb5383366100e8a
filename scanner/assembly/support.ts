import { endOfWord, isBlank, isWordByte, places, skipBlanks } from "./characters";
import { isInSet } from "./names";

/**
 * What has to come with a mere use of a global object for anything to come of it, as `supportOf` in filter.ts has it: a
 * banned global as a member or a key, whole or in pieces.
 */

/** Whether a banned global stands here as a member or a key, or is constructed and leads on from what is made. */
export function isRootSupport(start: usize, end: usize, made: u32): bool {
  if (load<u8>(end) === 0x24) return false;
  let index = start - 1;
  while (isBlank(load<u8>(index))) index--;
  const before: u32 = load<u8>(index);
  if (before === 0x2e) return true;
  if (before === 0x7b || before === 0x2c) return load<u8>(skipBlanks(end)) === 0x3a;
  // `new`, backwards.
  return before === 0x77 && index < start - 1 && load<u16>(index - 2) === 0x656e && !isWordByte(load<u8>(index - 3)) && isInSet(start, end, made);
}

/** Whether a text between two places may be a piece of a banned global's name, or hides letters behind an escape. */
export function hasPieces(start: usize, end: usize, roots: u32, pieces: u32, escapes: u32): bool {
  for (let block = start; block < end; block += 16) {
    const bytes = v128.load(block);
    const quotes = v128.or(v128.or(places(bytes, 0x22), places(bytes, 0x27)), v128.or(places(bytes, 0x60), places(bytes, 0x7d)));
    for (let found = <u32>i8x16.bitmask(v128.or(quotes, places(bytes, 0x5c))); found !== 0; found &= found - 1) {
      const place = block + <usize>ctz(found);
      if (place >= end) return false;
      if (load<u8>(place) === 0x5c ? isOddEscape(place + 1, escapes) : isPiece(place, roots, pieces)) return true;
    }
  }
  return false;
}

function isPiece(quote: usize, roots: u32, pieces: u32): bool {
  const start = quote + 1;
  const end = endOfWord(start);
  if (end === start) return false;
  const behind: u32 = load<u8>(end);
  const isWhole = behind === 0x22 || behind === 0x27 || behind === 0x60 || behind === 0x24;
  if (isWhole && isInSet(start, end, pieces)) return true;
  if (load<u8>(quote) === 0x7d) return false;
  // A name may begin with another one.
  for (let until = start + 1; until <= end; until++) if (isInSet(start, until, roots)) return true;
  return false;
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
