import type { VirtualClock } from "../time/virtual-clock.ts";
import type { MousePlace } from "./page-input.ts";

/** Counts presses that belong together, which is `MouseEvent.detail`. */
export interface ClickCounter {
  /** Returns how many presses of the button have followed each other, this one included. */
  press(button: number, place: Pick<MousePlace, "x" | "y">): number;
  count(): number;
}

// As Chromium on Linux has it: GTK's double click time, and the distance within which it is one.
const togetherMs = 500;
const togetherPixels = 5;

/** Creates a counter on the virtual clock. */
export function createClickCounter(clock: VirtualClock): ClickCounter {
  let count = 0;
  let last = { button: -1, x: 0, y: 0, ms: 0 };
  return {
    count: () => count,
    press(button, { x, y }) {
      const isNear = Math.max(Math.abs(x - last.x), Math.abs(y - last.y)) <= togetherPixels;
      const isTogether = button === last.button && isNear && clock.now() - last.ms <= togetherMs;
      count = isTogether ? count + 1 : 1;
      last = { button, x, y, ms: clock.now() };
      return count;
    },
  };
}
