import { setImmediate as nextTurn } from "node:timers/promises";

/** Called often during long work, so that signals are heard and other work goes on. */
export type Breathe = () => Promise<void>;

/** As often as nobody notices, and seldom enough to cost nothing. */
const mostMsBetween = 50;

/** Makes a function that gives the event loop a turn now and then. It throws what `signal` says once that is aborted. */
export function createBreather(signal: AbortSignal): Breathe {
  // What is aborted before it begins is not begun.
  let lastMs = -Infinity;
  return async () => {
    if (performance.now() - lastMs < mostMsBetween) return;
    await nextTurn();
    signal.throwIfAborted();
    lastMs = performance.now();
  };
}
