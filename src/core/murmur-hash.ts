/** 128 bits as four unsigned 32-bit words. */
export type Hash128 = readonly [number, number, number, number];

// The constants and the order of operations are those of MurmurHash3_x86_128 by Austin Appleby (public domain),
// https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp.
const c1 = 0x239b961b;
const c2 = 0xab0e9789;
const c3 = 0x38b34ae5;
const c4 = 0xa1e38b93;

/** MurmurHash3_x86_128 with seed 0. Not cryptographic: it spreads well, and collides only by accident. */
export function hashBytes(bytes: Uint8Array): Hash128 {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  const blockEnd = bytes.length - (bytes.length % 16);
  for (let at = 0; at < blockEnd; at += 16) {
    h1 ^= scramble(wordAt(bytes, at), c1, 15, c2);
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= scramble(wordAt(bytes, at + 4), c2, 16, c3);
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= scramble(wordAt(bytes, at + 8), c3, 17, c4);
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= scramble(wordAt(bytes, at + 12), c4, 18, c1);
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
  }
  // Bytes past the end read as zero, and zero scrambles to zero, so the tail needs no special case.
  h4 ^= scramble(wordAt(bytes, blockEnd + 12), c4, 18, c1);
  h3 ^= scramble(wordAt(bytes, blockEnd + 8), c3, 17, c4);
  h2 ^= scramble(wordAt(bytes, blockEnd + 4), c2, 16, c3);
  h1 ^= scramble(wordAt(bytes, blockEnd), c1, 15, c2);
  return finish(h1 ^ bytes.length, h2 ^ bytes.length, h3 ^ bytes.length, h4 ^ bytes.length);
}

function finish(h1: number, h2: number, h3: number, h4: number): Hash128 {
  const sum = h1 + h2 + h3 + h4;
  const mixed1 = avalanche(sum);
  const mixed2 = avalanche(h2 + sum);
  const mixed3 = avalanche(h3 + sum);
  const mixed4 = avalanche(h4 + sum);
  const total = mixed1 + mixed2 + mixed3 + mixed4;
  return [total >>> 0, (mixed2 + total) >>> 0, (mixed3 + total) >>> 0, (mixed4 + total) >>> 0];
}

function scramble(word: number, before: number, turn: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), turn), after);
}

function rotate(word: number, turn: number): number {
  return (word << turn) | (word >>> (32 - turn));
}

function avalanche(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

/** Four bytes, little-endian; bytes past the end are zero. */
function wordAt(bytes: Uint8Array, at: number): number {
  const byte = (offset: number): number => bytes[at + offset] ?? 0;
  return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
}
