import { bytesIn } from "../../../core/bytes-in.ts";
import { createSeededGenerator } from "../../../core/random-streams.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import { replaceMethod } from "../native/native-look.ts";
import { installSeededKeys } from "./seeded-keys.ts";
import { installSeededNames } from "./seeded-names.ts";

/** The seeded replacements of the browser's own randomness. */
export interface SeededRandomness {
  /** Absorbs the number of draws from each stream. */
  hashInto(sink: HashSink): void;
  /** Switches to new streams, as if nothing had been drawn. */
  renew(): void;
}

interface RandomnessListeners {
  readonly onDraw: ((api: string) => void) | null;
  readonly onUnseeded: (api: string) => void;
}

/**
 * Replaces Math.random, crypto.getRandomValues and crypto.randomUUID in `realm` by streams of `seed`. `realmName` gives
 * every realm its own streams. `onDraw` is called before each draw, and `onUnseeded` for randomness that cannot be
 * seeded.
 */
export function installSeededRandomness(
  realm: Window & typeof globalThis,
  seed: number,
  realmName: string,
  { onDraw, onUnseeded }: RandomnessListeners,
): SeededRandomness {
  let mathRandom = createSeededGenerator(seed, `Math.random:${realmName}`);
  let cryptoRandom = createSeededGenerator(seed, `crypto:${realmName}`);

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
      fill(bytesIn(array));
      return array;
    }
    return replacement;
  });

  replaceMethod(realm.Crypto.prototype, "randomUUID", () => () => {
    onDraw?.("crypto.randomUUID");
    return formatUuid(drawUuid());
  });

  function drawUuid(): Uint8Array {
    const bytes = new Uint8Array(16);
    fill(bytes);
    return bytes;
  }

  const nameRandom = createSeededGenerator(seed, `names:${realmName}`);
  function drawName(): string {
    return formatUuid(Uint8Array.from({ length: 16 }, () => Math.floor(nameRandom() * 256)));
  }

  installSeededKeys(realm, { fill, onUnseeded });
  installSeededNames(realm, drawName);
  installSeededBlobs(realm, () => formatUuid(drawUuid()));

  return {
    hashInto(sink) {
      sink.name?.("draws", ["Math.random", "crypto"]);
      sink.addNumber(mathRandom.drawn());
      sink.addNumber(cryptoRandom.drawn());
    },
    renew() {
      // Not the same streams: an id drawn before would be drawn again for something else.
      mathRandom = createSeededGenerator(seed, `Math.random of roots:${realmName}`);
      cryptoRandom = createSeededGenerator(seed, `crypto of roots:${realmName}`);
    },
  };
}

/**
 * Gives an empty blob without a type a URL from the seed. Pages create one to use the characters of its name as a random
 * number; nobody reads it. The URL of any other blob must be the browser's own, which no hash includes.
 */
function installSeededBlobs({ Blob, URL, origin }: Window & typeof globalThis, draw: () => string): void {
  replaceMethod(URL, "createObjectURL", (original) => {
    function replacement(...parameters: unknown[]): unknown {
      const [source] = parameters;
      if (!(source instanceof Blob) || source.size > 0 || source.type !== "")
        return Reflect.apply(original, URL, parameters);
      return `blob:${origin}/${draw()}`;
    }
    return replacement;
  });
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
