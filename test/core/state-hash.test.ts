import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStateHash, type HashSink } from "../../src/core/state-hash.ts";

type Value =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "bytes"; readonly value: Uint8Array };

function digestOf(values: readonly Value[]): string {
  const hash = createStateHash();
  for (const value of values) absorb(hash, value);
  return hash.digest();
}

function absorb(sink: HashSink, { kind, value }: Value): void {
  if (kind === "number") sink.addNumber(value);
  else if (kind === "text") sink.addText(value);
  else sink.addBytes(value);
}

function digestOfNumber(value: number): string {
  return digestOf([{ kind: "number", value }]);
}

function digestOfView(view: ArrayBufferView): string {
  const hash = createStateHash();
  hash.addBytes(view);
  return hash.digest();
}

const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 2 ** 53),
);
const anyNumber = numbers.map((value): Value => ({ kind: "number", value }));
const anyText = fc.string({ unit: "binary", maxLength: 6 }).map((value): Value => ({ kind: "text", value }));
const anyBytes = fc.uint8Array({ maxLength: 9 }).map((value): Value => ({ kind: "bytes", value }));
const anyValues = fc.array(fc.oneof(anyNumber, anyText, anyBytes), { maxLength: 8 });
const options = { seed: 20_260_101, numRuns: 35_000 };

/** The definition: the same kind, and the same number, text or bytes. */
function isSame(left: Value, right: Value): boolean {
  if (left.kind !== right.kind) return false;
  if (left.kind === "bytes" && right.kind === "bytes") return left.value.join() === right.value.join();
  return Object.is(left.value, right.value);
}

describe("the digest", () => {
  it("is equal for equal sequences, and is sixteen hexadecimal digits", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const digest = digestOf(values);
        expect(digest).toMatch(/^[0-9a-f]{16}$/);
        expect(digestOf(structuredClone(values))).toBe(digest);
      }),
      { ...options, numRuns: 5000 },
    );
  });

  it("differs if one value is different", () => {
    const changed = fc.oneof(fc.tuple(anyNumber, anyNumber), fc.tuple(anyText, anyText), fc.tuple(anyBytes, anyBytes));
    fc.assert(
      fc.property(anyValues, changed, anyValues, (before, [left, right], after) => {
        fc.pre(!isSame(left, right));
        return digestOf([...before, left, ...after]) !== digestOf([...before, right, ...after]);
      }),
      options,
    );
  });

  it("differs if two values of a kind are swapped", () => {
    const pair = fc.oneof(fc.tuple(anyNumber, anyNumber), fc.tuple(anyText, anyText), fc.tuple(anyBytes, anyBytes));
    fc.assert(
      fc.property(pair, anyValues, ([left, right], between) => {
        fc.pre(!isSame(left, right));
        return digestOf([left, ...between, right]) !== digestOf([right, ...between, left]);
      }),
      options,
    );
  });

  it("differs if a value is added, even an empty one", () => {
    const nothing = fc.constantFrom<Value>(
      { kind: "number", value: 0 },
      { kind: "text", value: "" },
      { kind: "bytes", value: new Uint8Array() },
    );
    fc.assert(
      fc.property(anyValues, fc.oneof(nothing, anyNumber, anyText, anyBytes), anyValues, (before, added, after) => {
        return digestOf([...before, added, ...after]) !== digestOf([...before, ...after]);
      }),
      options,
    );
  });

  it("can be read without changing later digests", () => {
    const read = createStateHash();
    const unread = createStateHash();
    for (let value = 0; value < 10; value += 1) {
      read.addNumber(value);
      read.digest();
      unread.addNumber(value);
    }
    expect(read.digest()).toBe(unread.digest());
  });

  it("is the same on every machine, so that reports can be compared", () => {
    const hash = createStateHash();
    hash.addNumber(1.5);
    hash.addText("crate ü");
    hash.addBytes(new Uint8Array([1, 2, 3, 4, 5]));
    expect(hash.digest()).toMatchInlineSnapshot(`"df60a8248cf2b37c"`);
  });
});

describe("arrays of floating-point numbers", () => {
  /** The same numbers and a NaN; only the bits of the NaN differ. */
  const floats = (nan: number): Float32Array => new Float32Array(new Uint32Array([0x3f800000, nan, 0x80000000]).buffer);
  const doubles = (nan: bigint): Float64Array =>
    new Float64Array(new BigUint64Array([0x3ff0000000000000n, nan, 1n << 63n]).buffer);

  it("treat all NaNs as equal, because sign and payload depend on V8's optimisations", () => {
    const singles = [0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff].map((nan) => digestOfView(floats(nan)));
    expect(new Set(singles).size).toBe(1);
    const pairs = [0x7ff8000000000000n, 0xfff8000000000000n, 0x7ff0000000000001n, (1n << 64n) - 1n].map((nan) =>
      digestOfView(doubles(nan)),
    );
    expect(new Set(pairs).size).toBe(1);
  });

  it("distinguish all other numbers, including infinities and zeros", () => {
    const values = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 1e-45, 3.4028234663852886e38];
    expect(new Set(values.map((value) => digestOfView(new Float32Array([value])))).size).toBe(values.length);
    expect(new Set(values.map((value) => digestOfView(new Float64Array([value])))).size).toBe(values.length);
  });

  it("are recognised from another realm, and differ from bytes and words with the same bits", () => {
    const foreign = runInNewContext("new Float32Array(new Uint32Array([0xffc00000]).buffer)") as Float32Array;
    expect(digestOfView(foreign)).toBe(digestOfView(new Float32Array([Number.NaN])));
    const words = [0x7fc00000, 0xffc00000].map((word) => digestOfView(new Uint32Array([word])));
    expect(words[0]).not.toBe(words[1]);
  });
});

describe("numbers", () => {
  it("do not collide among 200,000 in a row, nor among their thousandths", () => {
    for (const scale of [1, 0.001]) {
      const digests = new Set(Array.from({ length: 200_000 }, (_, index) => digestOfNumber(index * scale)));
      expect(digests.size).toBe(200_000);
    }
  });

  it("are hashed by their bits: 0 and -0 differ, and so do neighbours", () => {
    expect(digestOfNumber(0)).not.toBe(digestOfNumber(-0));
    expect(digestOfNumber(1)).not.toBe(digestOfNumber(1 + Number.EPSILON));
  });

  it("have only one NaN, whatever its sign and payload", () => {
    const words = new Uint32Array(2);
    const [double] = [new Float64Array(words.buffer)];
    for (const [high, low] of [
      [0x7ff80000, 0],
      [0xfff80000, 0],
      [0x7ff80000, 1234],
      [0xffffffff, 0xffffffff],
    ] as const) {
      words.set([low, high]);
      expect(digestOfNumber(double[0] ?? 0)).toBe(digestOfNumber(Number.NaN));
    }
  });
});

describe("texts", () => {
  it("are separated from each other", () => {
    const digests = [["ab", "c"], ["a", "bc"], ["abc", ""], ["", "abc"], ["abc"], ["ab", "c", ""]].map((texts) =>
      digestOf(texts.map((value) => ({ kind: "text", value }))),
    );
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("include every code unit, even zero and lone surrogates", () => {
    const texts = ["a", "a\0", "\0a", "\ud800", "\udc00", "\ud800\udc00", "\ufffd"];
    expect(new Set(texts.map((value) => digestOf([{ kind: "text", value }]))).size).toBe(texts.length);
  });
});

describe("bytes", () => {
  const bytes = Uint8Array.from({ length: 11 }, (_, index) => index * 23);

  it("do not depend on the view's offset in its buffer", () => {
    for (let length = 0; length <= bytes.length; length += 1) {
      const expected = digestOfView(bytes.slice(0, length));
      for (let offset = 0; offset < 8; offset += 1) {
        const buffer = new Uint8Array(32).fill(255);
        buffer.set(bytes.subarray(0, length), offset);
        expect(digestOfView(new Uint8Array(buffer.buffer, offset, length)), `${length} bytes at ${offset}`).toBe(
          expected,
        );
      }
    }
  });

  it("do not depend on the type of the view", () => {
    const { buffer } = new Float32Array([1, -2.5, 3e20]);
    const digests = [new Float32Array(buffer), new Int16Array(buffer), new DataView(buffer)].map(digestOfView);
    expect(new Set(digests).size).toBe(1);
  });

  it("are none in a view of a buffer that was transferred", () => {
    const none = digestOfView(new Uint8Array(0));
    for (const view of [
      new Uint8Array(8),
      new Float32Array(8),
      new Float64Array(8),
      new DataView(new ArrayBuffer(8)),
    ]) {
      structuredClone(view.buffer, { transfer: [view.buffer] });
      expect(digestOfView(view)).toBe(none);
    }
  });

  it("are only those inside the view", () => {
    const buffer = new Uint8Array(16);
    const before = digestOfView(new Uint8Array(buffer.buffer, 4, 7));
    buffer[3] = 1;
    buffer[11] = 1;
    expect(digestOfView(new Uint8Array(buffer.buffer, 4, 7))).toBe(before);
  });
});
