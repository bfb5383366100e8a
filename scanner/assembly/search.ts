/**
 * Searches sixteen places at a time for those where one of many words may begin, by their first three letters. Every word
 * has one of eight bits. For each of the three letters two tables of sixteen say which bits there are for its lower and for
 * its upper half; a place where one bit is in all six may begin a word. This is how Hyperscan's Teddy does it.
 */
const tables = memory.data(6 * 16, 16);

/** Puts in the first three letters of a word. What it lacks of three may be anything. */
export function allowBeginning(start: usize, length: usize): void {
  // Words with the same first letter share a bit, so that fewer places look like a beginning that is none.
  const first = load<u8>(start);
  // What begins with a backslash is no word, and has a bit to itself.
  const bit: u8 = first === 0x5c ? 0x80 : 1 << (first % 7);
  for (let letter: usize = 0; letter < 3; letter++) {
    const lower = tables + letter * 32;
    if (letter >= length) fill(lower, bit);
    else {
      const byte: usize = load<u8>(start + letter);
      allow(lower + (byte & 15), bit);
      allow(lower + 16 + (byte >> 4), bit);
    }
  }
}

function fill(table: usize, bit: u8): void {
  for (let index: usize = 0; index < 32; index++) allow(table + index, bit);
}

function allow(at: usize, bit: u8): void {
  store<u8>(at, load<u8>(at) | bit);
}

/** Of sixteen places, those where a word may begin, as bits. Reads eighteen bytes. */
// @ts-ignore: decorator
@inline
export function beginnings(at: usize): u32 {
  const found = v128.and(v128.and(matches(v128.load(at), tables), matches(v128.load(at, 1), tables + 32)), matches(v128.load(at, 2), tables + 64));
  return <u32>i8x16.bitmask(i8x16.ne(found, i8x16.splat(0)));
}

// @ts-ignore: decorator
@inline
function matches(letters: v128, table: usize): v128 {
  const lower = i8x16.swizzle(v128.load(table), v128.and(letters, i8x16.splat(15)));
  const upper = i8x16.swizzle(v128.load(table, 16), i8x16.shr_u(letters, 4));
  return v128.and(lower, upper);
}
