import type { SourceEvent } from "../../../../src/formats/tape.ts";
import { holdRealInput } from "../../../../src/page/prelude/input/hold-real-input.ts";
import { createRealInput } from "../../../../src/page/prelude/input/real-input.ts";

/** The objects that a test uses in its page. A gamepad and a lock, which no test can create, are replaced. */
export interface RealInputUnderTest {
  pads: (Gamepad | null)[];
  isAway: boolean;
  isLocked: boolean;
  readonly warnings: string[];
  take(): readonly SourceEvent[];
  times(): readonly number[];
}

declare global {
  var realInput: RealInputUnderTest;
}

let times: readonly number[] = [];
const warnings: string[] = [];
const input = createRealInput({
  realm: window,
  state: {
    isAway: () => globalThis.realInput.isAway,
    isPointerLocked: () => globalThis.realInput.isLocked,
    readPads: () => globalThis.realInput.pads,
  },
  realTime: () => performance.timeOrigin + performance.now(),
  lock: { element: () => (globalThis.realInput.isLocked ? document.body : null) },
  realLock: null,
  warn: (message) => {
    warnings.push(message);
  },
});
globalThis.realInput = {
  pads: [],
  isAway: false,
  isLocked: false,
  warnings,
  take() {
    const taken = input.take();
    times = taken.map(({ atMs }) => atMs);
    return taken.map(({ event }) => event);
  },
  times: () => times,
};
holdRealInput({ realm: window, isReal: () => false }, (event) => {
  input.hear(event);
});
