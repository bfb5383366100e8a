/**
 * A stamp of 64 bits by which a text is known to be whole: two sums in the manner of Fowler, Noll and Vo (FNV-1a,
 * http://www.isthe.com/chongo/tech/comp/fnv/) that begin differently. It keeps nobody from making another text of the same
 * stamp; for that there are hashes, which take longer to load than a small game to scan.
 */
export function createStamp(text: string): string {
  let low = 0x81_1c_9d_c5;
  let high = 0x5b_d1_e9_95;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01_00_01_93);
    high = Math.imul(high ^ code ^ (low >>> 16), 0x01_00_01_93);
  }
  return [low, high].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}
