import type { Handler } from "./serve-files.ts";

/** Holds responses back, each for a time of its own, so that they arrive in another order. */
export interface ResponseDelay {
  /** Decides the times; null lets everything through at once. */
  setSeed(seed: number | null): void;
  readonly handler: Handler;
}

// Longer than a small file takes, and short enough for a page with a few hundred of them one after the other.
const delayMaxMs = 80;

/** Creates a delay that lets everything through. */
export function createResponseDelay(): ResponseDelay {
  let seed: number | null = null;
  let count = 0;
  return {
    setSeed(value) {
      seed = value;
      count = 0;
    },
    handler(_request, _response, next) {
      if (seed === null) {
        next();
        return;
      }
      count += 1;
      setTimeout(next, scatter(seed, count) % delayMaxMs);
    },
  };
}

/** A number without a pattern for each response: the last steps of MurmurHash3's mixing. */
function scatter(seed: number, index: number): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
