/**
 * A stamp of 64 bits by which a text is known to be whole: two sums in the manner of Fowler, Noll and Vo (FNV-1a,
 * http://www.isthe.com/chongo/tech/comp/fnv/), of four bytes at a time, that begin differently. It keeps nobody from making another text of the same
 * stamp; for that there are hashes, which take longer to load than a small game to scan.
 */
export function createStamp(text: string): string {
  const words = new Int32Array(Math.ceil(Buffer.byteLength(text) / Int32Array.BYTES_PER_ELEMENT));
  Buffer.from(words.buffer).write(text);
  let low = 0x81_1c_9d_c5;
  let high = 0x5b_d1_e9_95;
  for (const word of words) {
    low = Math.imul(low ^ word, 0x01_00_01_93);
    low ^= low >>> 15;
    high = Math.imul(high ^ word ^ (low >>> 7), 0x01_00_01_93);
    high ^= high >>> 13;
  }
  return [low, high].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}
