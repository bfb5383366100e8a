import type { DeviceSourceEvent } from "./device-parts.ts";
import { type PointerFacts, pointerEventsOf } from "./translate-events.ts";

/** Turns pointer events into mouse input since the event before. */
export interface PointerFollower {
  follow(facts: PointerFacts): readonly DeviceSourceEvent[];
  /** `MouseEvent.buttons` after the last event. */
  heldButtons(): number;
  /** Assumes that all buttons are up, as after losing the focus. */
  forgetButtons(): void;
}

/** Creates a follower of one pointer, with no button held, in the corner where Chromium assumes it at first. */
export function createPointerFollower(): PointerFollower {
  let held = 0;
  let lastPlace = { x: 0, y: 0 };

  // After a layout the browser repeats the position of the mouse, for elements that are now under it, although it has
  // not moved.
  function hasMoved(event: DeviceSourceEvent): boolean {
    if (event.type !== "mouse_move") return true;
    const { dx, dy, x = lastPlace.x, y = lastPlace.y } = event;
    return dx !== 0 || dy !== 0 || x !== lastPlace.x || y !== lastPlace.y;
  }

  return {
    follow(facts) {
      const events = pointerEventsOf(facts, held).filter(hasMoved);
      held = facts.buttons;
      lastPlace = facts.place ?? lastPlace;
      return events;
    },
    heldButtons: () => held,
    forgetButtons() {
      held = 0;
    },
  };
}
