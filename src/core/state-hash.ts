/** Something that absorbs values in order. Equal sequences give equal digests. */
export interface HashSink {
  addNumber(value: number): void;
  addText(text: string): void;
  /** Absorbs the length and the bytes of the view. Where the view lies in its buffer does not count. */
  addBytes(view: ArrayBufferView): void;
}

export interface StateHash extends HashSink {
  /** Sixteen hexadecimal digits for everything absorbed so far. Reading it does not disturb what follows. */
  digest(): string;
}

/**
 * A 64-bit hash in two 32-bit lanes, after the mixing steps of MurmurHash3
 * (https://github.com/aappleby/smhasher, public domain). Not cryptographic: it tells runs apart, it guards nothing.
 * Numbers count by their bits, so that 0 and -0 differ; every NaN is the same NaN.
 */
export function createStateHash(): StateHash {
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  // Kept in an array: V8 boxes 32-bit values that live in closure variables, which made this four times as slow.
  const lanes = new Int32Array([0x9e3779b9, 0x85ebca6b]);
  let absorbed = 0;

  function addWord(word: number): void {
    let low = lanes[0] ?? 0;
    let high = lanes[1] ?? 0;
    let mixed = Math.imul(word, 0xcc9e2d51);
    mixed = (mixed << 15) | (mixed >>> 17);
    mixed = Math.imul(mixed, 0x1b873593);
    low ^= mixed;
    low = (low << 13) | (low >>> 19);
    low = (Math.imul(low, 5) + 0xe6546b64 + high) | 0;
    high ^= Math.imul(mixed ^ low, 0x2545f491);
    high = (high << 17) | (high >>> 15);
    lanes[0] = low;
    lanes[1] = high;
    // Small enough to stay a small integer; two texts whose lengths differ by its range differ in their lanes.
    absorbed = (absorbed + 1) & 0x3fffffff;
  }

  function addNumber(value: number): void {
    if (Number.isNaN(value)) {
      // A NaN may carry the sign and the payload of whatever made it, and those differ between compilers and processors.
      addWord(0);
      addWord(0x7ff80000);
      return;
    }
    double[0] = value;
    addWord(words[0] ?? 0);
    addWord(words[1] ?? 0);
  }

  function addText(text: string): void {
    addWord(text.length);
    for (let index = 0; index < text.length; index += 2) {
      // Past the end charCodeAt gives NaN, which the shift turns into 0; the length above tells the cases apart.
      addWord(text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16));
    }
  }

  function addBytes(view: ArrayBufferView): void {
    const { buffer, byteOffset, byteLength } = view;
    addWord(byteLength);
    const wordCount = byteLength >>> 2;
    if (byteOffset % 4 === 0) {
      const wholeWords = new Uint32Array(buffer, byteOffset, wordCount);
      for (let index = 0; index < wordCount; index += 1) addWord(wholeWords[index] ?? 0);
    } else {
      // Typed arrays of words must lie on a multiple of four. Slower, and the words are the same.
      const unaligned = new DataView(buffer, byteOffset, byteLength);
      for (let index = 0; index < wordCount; index += 1) addWord(unaligned.getUint32(index * 4, true));
    }
    const tail = new Uint8Array(buffer, byteOffset + wordCount * 4, byteLength - wordCount * 4);
    for (const byte of tail) addWord(byte);
  }

  function digest(): string {
    const first = finalize((lanes[0] ?? 0) ^ absorbed);
    const second = finalize(((lanes[1] ?? 0) + first) | 0);
    return hexadecimal(first) + hexadecimal(second);
  }

  return { addNumber, addText, addBytes, digest };
}

function finalize(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hexadecimal(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
