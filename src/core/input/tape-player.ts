import type { Tape, TapeEvent } from "../../formats/tape.ts";
import type { InputManager } from "./manager.ts";
import { pointerSourceId } from "./levels.ts";

export interface TapePlayer {
  /** Feeds all pending events up to and including this step, and returns them. Call it before `manager.step()`. */
  playStep(step: number): readonly TapeEvent[];
  /**
   * The sources of the tape that match nothing in the map so far, each once, with the step of its first event.
   * @param heard Sources that reached a listener of the page, by `describeSource`; these are not listed.
   */
  unmatched(heard?: ReadonlySet<string>): readonly string[];
}

/** Plays a valid tape into a manager. A source that the map does not name is reported, not thrown. */
export function createTapePlayer(tape: Tape, manager: InputManager): TapePlayer {
  let next = 0;
  const feed = createTapeFeed(manager);
  return {
    playStep(step) {
      const first = next;
      for (let event = tape.events[next]; event !== undefined && event.step <= step; event = tape.events[next]) {
        next += 1;
        feed.take(event);
      }
      return next === first ? nothingPlayed : tape.events.slice(first, next);
    },
    unmatched: feed.unmatched,
  };
}

// Shared, because most steps have no events.
const nothingPlayed: readonly TapeEvent[] = [];

/** Passes the events of a tape to a manager, in order. */
export interface TapeFeed {
  take(event: TapeEvent): void;
  /** See `TapePlayer`. */
  unmatched(heard?: ReadonlySet<string>): readonly string[];
}

/** The common part of playing and recording, so that both give a manager the same input, event by event. */
export function createTapeFeed(manager: InputManager): TapeFeed {
  const unmatched = new Map<string, string>();
  return {
    take(event) {
      const fits = isBound(event, manager);
      if (!fits) {
        const source = describeSource(event);
        if (!unmatched.has(source)) unmatched.set(source, `${source} at step ${event.step}`);
      }
      if (!("sourceId" in event)) {
        // A device has its level whether or not the map reads it.
        manager.receive(event);
      } else if (fits) {
        inject(event, manager);
      }
    },
    unmatched: (heard) => [...unmatched].flatMap(([source, text]) => (heard?.has(source) === true ? [] : [text])),
  };
}

function inject(event: Extract<TapeEvent, { readonly sourceId: string }>, manager: InputManager): void {
  switch (event.type) {
    case "test_axis":
      manager.injectAxis(event.sourceId, event.value);
      return;
    case "test_vector2":
      manager.injectVector2(event.sourceId, event);
      return;
    case "test_pointer_delta":
      manager.injectPointerDelta(event.sourceId, event);
      return;
    case "test_pointer_position":
      manager.injectPointerPosition(event.sourceId, event);
      return;
    case "touch_button":
      manager.setTouchButton(event.sourceId, event.pressed);
      return;
    case "touch_stick":
      manager.setTouchStick(event.sourceId, event);
      return;
  }
}

function isBound(event: TapeEvent, manager: InputManager): boolean {
  switch (event.type) {
    case "key":
      return manager.isBound(event.type, event.code);
    case "mouse_button":
      return manager.isBound(event.type, event.button);
    case "mouse_move":
      return (
        manager.isBound(event.type, "") ||
        (event.x !== undefined && manager.isBound("test_pointer_position", pointerSourceId))
      );
    case "gamepad":
      return manager.isBound(event.type, event.index);
    case "wheel":
      return false;
    case "pointer_lock":
    case "blur":
    case "focus":
      return true;
    default:
      return manager.isBound(event.type, event.sourceId);
  }
}

/** Names the source of an event, the same for all events of one key, button or pad. */
export function describeSource(event: TapeEvent): string {
  if ("sourceId" in event) return `${event.type} ${JSON.stringify(event.sourceId)}`;
  if (event.type === "key") return `${event.type} ${JSON.stringify(event.code)}`;
  if (event.type === "mouse_button") return `${event.type} ${event.button}`;
  return event.type;
}
