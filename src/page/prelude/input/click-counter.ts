import type { VirtualClock } from "../time/virtual-clock.ts";
import type { MousePlace } from "./page-input.ts";

/** Counts repeated clicks, for `MouseEvent.detail`. */
export interface ClickCounter {
  /** Returns the number of successive presses of the button, including this one. */
  press(button: number, place: Pick<MousePlace, "x" | "y">): number;
  count(): number;
}

// As in Chromium on Linux: GTK's limits on the time and the distance between the two presses of a double click.
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
