import { isEmpty } from "./bytes-in.ts";

/** Absorbs values in order. Equal sequences give equal digests. */
export interface HashSink {
  addNumber(value: number): void;
  addText(text: string): void;
  /**
   * Absorbs the length and the bytes of the view. Its offset in the buffer does not count, and in arrays of
   * floating-point numbers all NaNs are equal.
   */
  addBytes(view: ArrayBufferView): void;
  /**
   * Names the next values, for a sink that keeps them with their names; `fields` are the names of the next values in
   * order, and further ones have numbers. Null in a hash, so that its callers compute no names:
   * `sink.name?.(pathOf(object), fields)`.
   */
  readonly name?: ((path: string, fields?: readonly string[]) => void) | null;
}

export interface StateHash extends HashSink {
  /** Sixteen hexadecimal digits for everything absorbed so far. Reading it does not change later digests. */
  digest(): string;
  /** Whether nothing was absorbed yet. */
  isEmpty(): boolean;
  /** Forgets everything absorbed so far. */
  reset(): void;
}

/** The upper half of a double's NaN, and a float's NaN, which stand for all NaNs. */
const nanOfDoubles = 0x7ff80000;
const nanOfFloats = 0x7fc00000;

/** Initial values of the lanes: two odd constants without a pattern. */
const firstLane = 0x9e3779b9;
const secondLane = 0x85ebca6b;

/**
 * A 64-bit hash in two 32-bit lanes, based on the mixing steps of MurmurHash3 (https://github.com/aappleby/smhasher,
 * public domain). Not cryptographic: it distinguishes runs, it protects nothing. Numbers count by their bits, so 0 and
 * -0 differ. All NaNs are equal, because the sign and payload of a NaN depend on whether V8 has optimised the code that
 * made it.
 */
export function createStateHash(): StateHash {
  const double = new Float64Array(1);
  const halves = new Uint32Array(double.buffer);
  // An array, because V8 boxes 32-bit values in closure variables, which made this four times as slow.
  const lanes = new Int32Array([firstLane, secondLane]);
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
    // Small enough to stay a small integer. Two texts whose lengths differ by this range differ in their lanes.
    absorbed = (absorbed + 1) & 0x3fffffff;
  }

  function addNumber(value: number): void {
    if (Number.isNaN(value)) {
      addWord(0);
      addWord(nanOfDoubles);
      return;
    }
    double[0] = value;
    addWord(halves[0] ?? 0);
    addWord(halves[1] ?? 0);
  }

  function addText(text: string): void {
    addWord(text.length);
    for (let index = 0; index < text.length; index += 2) {
      // Past the end charCodeAt returns NaN, which the shift turns into 0. The length above distinguishes the two
      // cases.
      addWord(text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16));
    }
  }

  function addBytes(view: ArrayBufferView): void {
    // An array of another frame has another class, so its name is read. Most arrays are of this realm, and `instanceof`
    // is faster.
    if (isEmpty(view)) {
      addWord(0);
      return;
    }
    const kind: unknown = view instanceof Float32Array ? "Float32Array" : Reflect.get(view, Symbol.toStringTag);
    addWord(view.byteLength);
    if (kind === "Float64Array") {
      for (const value of new Float64Array(view.buffer, view.byteOffset, view.byteLength >>> 3)) addNumber(value);
      return;
    }
    const areFloats = kind === "Float32Array";
    const words = wordsOf(view);
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      addWord(areFloats && (word & 0x7fffffff) > 0x7f800000 ? nanOfFloats : word);
    }
    const tailLength = view.byteLength % 4;
    for (const byte of new Uint8Array(view.buffer, view.byteOffset + view.byteLength - tailLength, tailLength))
      addWord(byte);
  }

  function digest(): string {
    const first = finalize((lanes[0] ?? 0) ^ absorbed);
    const second = finalize(((lanes[1] ?? 0) + first) | 0);
    return hexadecimal(first) + hexadecimal(second);
  }

  function reset(): void {
    lanes[0] = firstLane;
    lanes[1] = secondLane;
    absorbed = 0;
  }

  return { addNumber, addText, addBytes, digest, reset, isEmpty: () => absorbed === 0, name: null };
}

/** The bytes of a view in groups of four, without the remainder. A Uint32Array must start at a multiple of four. */
function wordsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint32Array {
  if (byteOffset % 4 === 0) return new Uint32Array(buffer, byteOffset, byteLength >>> 2);
  return new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength - (byteLength % 4)));
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
