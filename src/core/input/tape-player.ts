import type { Tape, TapeEvent } from "../../formats/tape.ts";
import type { InputManager } from "./manager.ts";
import { pointerSourceId } from "./levels.ts";

export interface TapePlayer {
  /**
   * Feeds every event up to and including this step that was not fed yet, and returns them. Call it before
   * `manager.step()`.
   */
  playStep(step: number): readonly TapeEvent[];
  /**
   * The sources of the tape that fit nothing in the map so far, each once, with the step of its first event.
   * @param heard Sources that somebody else has heard of, by `describeSource`: they fit something after all.
   */
  unmatched(heard?: ReadonlySet<string>): readonly string[];
}

/** Plays a valid tape into a manager. A source that the map does not name is reported and not thrown. */
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

// Most steps have no events, and a run asks in every one.
const nothingPlayed: readonly TapeEvent[] = [];

/** Hands the events of a tape to a manager, in their order. */
export interface TapeFeed {
  take(event: TapeEvent): void;
  /** See `TapePlayer`. */
  unmatched(heard?: ReadonlySet<string>): readonly string[];
}

/** What playing and recording have in common: a manager is given the same by both, event by event. */
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
        // A device has its level whether or not the map asks for it.
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

/** Names what an event came from, alike for all events of one key, button or pad. */
export function describeSource(event: TapeEvent): string {
  if ("sourceId" in event) return `${event.type} ${JSON.stringify(event.sourceId)}`;
  if (event.type === "key") return `${event.type} ${JSON.stringify(event.code)}`;
  if (event.type === "mouse_button") return `${event.type} ${event.button}`;
  return event.type;
}
