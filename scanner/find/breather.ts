import { setImmediate as nextTurn } from "node:timers/promises";

/** Called often during long work, so that signals are noticed and other work goes on. */
export type Breathe = () => Promise<void>;

/** Often enough to stay responsive, and rarely enough to cost nothing. */
const mostMsBetween = 50;

/** Creates a function that yields to the event loop now and then. It throws the abort reason of `signal`. */
export function createBreather(signal: AbortSignal): Breathe {
  // Work that is aborted before it starts does not start.
  let lastMs = -Infinity;
  return async () => {
    if (performance.now() - lastMs < mostMsBetween) return;
    await nextTurn();
    signal.throwIfAborted();
    lastMs = performance.now();
  };
}
