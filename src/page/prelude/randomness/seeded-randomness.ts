import { createSeededGenerator } from "../../../core/random-streams.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import { replaceMethod } from "../native/native-look.ts";

/** The seeded replacements of the browser's own randomness. */
export interface SeededRandomness {
  /** Absorbs the number of draws from each stream. */
  hashInto(sink: HashSink): void;
}

/**
 * Replaces Math.random, crypto.getRandomValues and crypto.randomUUID in `realm` by streams of `seed`. `realmName` gives
 * every realm streams of its own. `onDraw` is called before each draw.
 */
export function installSeededRandomness(
  realm: Window & typeof globalThis,
  seed: number,
  realmName: string,
  onDraw: ((api: string) => void) | null,
): SeededRandomness {
  const mathRandom = createSeededGenerator(seed, `Math.random:${realmName}`);
  const cryptoRandom = createSeededGenerator(seed, `crypto:${realmName}`);

  replaceMethod(realm.Math, "random", () => {
    if (onDraw === null) return () => mathRandom();
    return () => {
      onDraw("Math.random");
      return mathRandom();
    };
  });

  function fill(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(cryptoRandom() * 256);
  }

  replaceMethod(realm.Crypto.prototype, "getRandomValues", (getRandomValues) => {
    function replacement(this: unknown, array: ArrayBufferView): ArrayBufferView {
      // Calls the native one first, which throws the standard's errors for a wrong type or more than 65,536 bytes.
      Reflect.apply(getRandomValues, this, [array]);
      onDraw?.("crypto.getRandomValues");
      fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    }
    return replacement;
  });

  replaceMethod(realm.Crypto.prototype, "randomUUID", () => () => {
    onDraw?.("crypto.randomUUID");
    const bytes = new Uint8Array(16);
    fill(bytes);
    return formatUuid(bytes);
  });

  return {
    hashInto(sink) {
      sink.name?.("draws", ["Math.random", "crypto"]);
      sink.addNumber(mathRandom.drawn());
      sink.addNumber(cryptoRandom.drawn());
    },
  };
}

/** A version 4 UUID (RFC 9562, section 5.4) of sixteen random bytes. */
function formatUuid(bytes: Uint8Array): string {
  const digits = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  });
  const part = (from: number, to: number): string => digits.slice(from, to).join("");
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}-${part(8, 10)}-${part(10, 16)}`;
}
