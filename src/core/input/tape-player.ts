import type { Tape, TapeEvent } from "../../formats/tape.ts";
import type { InputManager } from "./manager.ts";
import { pointerSourceId } from "./levels.ts";

export interface TapePlayer {
  /** Feeds every event up to and including this step that was not fed yet. Call it before `manager.step()`. */
  playStep(step: number): void;
  /** The sources of the tape that fit nothing in the map so far, each once, with the step of its first event. */
  unmatched(): readonly string[];
}

/** Plays a valid tape into a manager. A source that the map does not name is reported and not thrown. */
export function createTapePlayer(tape: Tape, manager: InputManager): TapePlayer {
  let next = 0;
  const unmatched = new Map<string, string>();
  return {
    playStep(step: number): void {
      for (let event = tape.events[next]; event !== undefined && event.step <= step; event = tape.events[next]) {
        next += 1;
        const source = describeSource(event);
        if (!isBound(event, manager) && !unmatched.has(source)) unmatched.set(source, `${source} at step ${event.step}`);
        feed(event, manager);
      }
    },
    unmatched: () => [...unmatched.values()],
  };
}

function feed(event: TapeEvent, manager: InputManager): void {
  switch (event.type) {
    case "test_axis":
      if (isBound(event, manager)) manager.injectAxis(event.sourceId, event.value);
      return;
    case "test_vector2":
      if (isBound(event, manager)) manager.injectVector2(event.sourceId, event);
      return;
    case "test_pointer_delta":
      if (isBound(event, manager)) manager.injectPointerDelta(event.sourceId, event);
      return;
    case "test_pointer_position":
      if (isBound(event, manager)) manager.injectPointerPosition(event.sourceId, event);
      return;
    case "touch_button":
      if (isBound(event, manager)) manager.setTouchButton(event.sourceId, event.pressed);
      return;
    case "touch_stick":
      if (isBound(event, manager)) manager.setTouchStick(event.sourceId, event);
      return;
    default:
      // A device has its level whether or not the map asks for it.
      manager.receive(event);
  }
}

function isBound(event: TapeEvent, manager: InputManager): boolean {
  switch (event.type) {
    case "key":
      return manager.isBound(event.type, event.code);
    case "mouse_button":
      return manager.isBound(event.type, event.button);
    case "mouse_move":
      return manager.isBound(event.type, "") || (event.x !== undefined && manager.isBound("test_pointer_position", pointerSourceId));
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

function describeSource(event: TapeEvent): string {
  if ("sourceId" in event) return `${event.type} ${JSON.stringify(event.sourceId)}`;
  if (event.type === "key") return `${event.type} ${JSON.stringify(event.code)}`;
  if (event.type === "mouse_button") return `${event.type} ${event.button}`;
  return event.type;
}
