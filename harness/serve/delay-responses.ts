import type { Handler } from "./serve-files.ts";

/** Delays each response by a different time, so that they arrive in another order. */
export interface ResponseDelay {
  /** Seeds the delays; null removes them. */
  setSeed(seed: number | null): void;
  readonly handler: Handler;
}

// Longer than a small file takes, and short enough for a page that loads a few hundred of them in sequence.
const delayMaxMs = 80;

/** Creates a delay that is off. */
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

/** A pseudo-random number for each response: the final mix of MurmurHash3. */
function scatter(seed: number, index: number): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
