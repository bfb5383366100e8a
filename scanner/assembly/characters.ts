/** What a regular expression's `\w` matches. */
// @ts-ignore: decorator
@inline
export function isWordByte(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26 || byte - 0x30 < 10 || byte === 0x5f;
}

/** What can be in a name, as far as that is ASCII. */
// @ts-ignore: decorator
@inline
export function isNameByte(byte: u32): bool {
  return isWordByte(byte) || byte === 0x24;
}

/** What `\s` matches, of text read as Latin-1. */
// @ts-ignore: decorator
@inline
export function isBlank(byte: u32): bool {
  return byte === 0x20 || byte - 0x09 < 5 || byte === 0xa0;
}

/** Whether what begins or ends a text on one line is here. */
export function isQuote(index: usize): bool {
  return load<u8>(index) === 0x22 || load<u8>(index) === 0x27;
}

/** Where the first byte is, here or behind, that is no white space. The frame of a text has none. */
export function skipBlanks(index: usize): usize {
  while (isBlank(load<u8>(index))) index++;
  return index;
}

/** Where the last byte is in front of a place that is no white space. */
export function lastBefore(place: usize): usize {
  let last = place - 1;
  while (isBlank(load<u8>(last))) last--;
  return last;
}

/** Whether a word ends with a place, included. */
// @ts-ignore: decorator
@inline
export function isWordAt(last: usize, word: string): bool {
  return endsWith(last, changetype<usize>(word), <usize>word.length);
}

/** `word` is two bytes a letter, as texts are here. */
function endsWith(last: usize, word: usize, length: usize): bool {
  for (let index: usize = 0; index < length; index++) if (load<u8>(last - length + 1 + index) !== load<u16>(word + index * 2)) return false;
  return !isNameByte(load<u8>(last - length));
}

/** Where the name ends that begins here. */
export function endOfName(index: usize): usize {
  while (true) {
    const others = ~(wordBytes(index) | <u32>i8x16.bitmask(places(v128.load(index), 0x24))) & 0xffff;
    if (others !== 0) return index + <usize>ctz(others);
    index += 16;
  }
}

/** Where the first of these four bytes is that is not behind a place; that or a place behind it where there is none. */
export function firstOf(index: usize, end: usize, first: u8, second: u8, third: u8, fourth: u8): usize {
  const firsts = i8x16.splat(first);
  const seconds = i8x16.splat(second);
  const thirds = i8x16.splat(third);
  const fourths = i8x16.splat(fourth);
  for (; index < end; index += 16) {
    const bytes = v128.load(index);
    const found = v128.or(v128.or(i8x16.eq(bytes, firsts), i8x16.eq(bytes, seconds)), v128.or(i8x16.eq(bytes, thirds), i8x16.eq(bytes, fourths)));
    if (v128.any_true(found)) return index + <usize>ctz(i8x16.bitmask(found));
  }
  return index;
}

/** The same of one byte. */
export function firstByte(index: usize, end: usize, byte: u8): usize {
  const sought = i8x16.splat(byte);
  for (; index < end; index += 16) {
    const found = <u32>i8x16.bitmask(i8x16.eq(v128.load(index), sought));
    if (found !== 0) return index + <usize>ctz(found);
  }
  return index;
}

/** Of the separators of lines and paragraphs, U+2028 and U+2029, this is the last byte; other characters may end in it, too. */
export function isLineEnd(index: usize): bool {
  const byte: u32 = load<u8>(index);
  return byte === 0x0a || byte === 0x0d || ((byte === 0xa8 || byte === 0xa9) && load<u8>(index - 1) === 0x80);
}

/** Where the line begins that a place is in, but not before the first; 0 where that is farther away than `reach`. */
export function lineStart(first: usize, place: usize, reach: usize): usize {
  let block = place;
  while (true) {
    block -= 16;
    for (let ends = lineEnds(block); ends !== 0; ends ^= 1 << (31 - clz(ends))) {
      const last = block + 31 - <usize>clz(ends);
      if (isLineEnd(last)) return max(first, last + 1);
    }
    if (block <= first) return first;
    if (place - block >= reach) return 0;
  }
}

/** Whether two slashes stand in the line of a place, up to it, but not before the first. */
export function hasSlashes(first: usize, place: usize): bool {
  const start = lineStart(first, place + 1, usize.MAX_VALUE);
  for (let block = start; block < place; block += 16) {
    const found = <u32>i8x16.bitmask(v128.and(places(v128.load(block), 0x2f), places(v128.load(block, 1), 0x2f)));
    if (found !== 0) return block + <usize>ctz(found) < place;
  }
  return false;
}

/** Of sixteen bytes, those that may end a line, as bits. */
function lineEnds(at: usize): u32 {
  const bytes = v128.load(at);
  const ofSeparators = places(v128.and(bytes, i8x16.splat(-2)), 0xa8);
  return <u32>i8x16.bitmask(v128.or(v128.or(places(bytes, 0x0a), places(bytes, 0x0d)), ofSeparators));
}

/** What `\w` matches, in four pieces, each a bit: for the lower half of a byte and for the upper one. */
export const wordTables = memory.data<u8>([
  // The lower halves: of the digits, of `@` and `` ` `` and what follows, of `P`, of `p`.
  13, 15, 15, 15, 15, 15, 15, 15, 15, 15, 14, 2, 2, 2, 2, 6,
  // The upper ones.
  0, 0, 0, 1, 2, 4, 2, 8, 0, 0, 0, 0, 0, 0, 0, 0,
], 16);

/** Of sixteen bytes, those that `\w` matches, as bits. */
// @ts-ignore: decorator
@inline
export function wordBytes(at: usize): u32 {
  return nonZeros(both(v128.load(at), v128.load(wordTables), v128.load(wordTables, 16), lowerHalf()));
}

/** Where the word ends that begins here. */
export function endOfWord(index: usize): usize {
  while (true) {
    const others = ~wordBytes(index) & 0xffff;
    if (others !== 0) return index + <usize>ctz(others);
    index += 16;
  }
}

/** V8 makes a constant of sixteen bytes anew wherever it stands, and in a loop each time, unless it comes from memory. */
const repeated = memory.data<u8>([
  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
  0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c,
], 16);

/** Sixteen times 15, which is the lower half of a byte. */
// @ts-ignore: decorator
@inline
export function lowerHalf(): v128 {
  return v128.load(repeated);
}

/** Sixteen backslashes. */
// @ts-ignore: decorator
@inline
export function backslashes(): v128 {
  return v128.load(repeated, 16);
}

/** The bits that both a table of sixteen for the lower half of each byte and one for the upper half have. */
// @ts-ignore: decorator
@inline
export function both(letters: v128, lower: v128, upper: v128, half: v128): v128 {
  return v128.and(i8x16.swizzle(lower, v128.and(letters, half)), i8x16.swizzle(upper, v128.and(i16x8.shr_u(letters, 4), half)));
}

/** Of sixteen bytes, those that are not zero, as bits. */
// @ts-ignore: decorator
@inline
export function nonZeros(bytes: v128): u32 {
  return <u32>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0))) ^ 0xffff;
}

/** Where a byte is, of sixteen. */
// @ts-ignore: decorator
@inline
export function places(bytes: v128, byte: u8): v128 {
  return i8x16.eq(bytes, i8x16.splat(<i8>byte));
}
