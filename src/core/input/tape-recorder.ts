import type { PlayedEvent, SourceEvent } from "../../formats/tape.ts";
import { addFinite } from "./levels.ts";
import type { InputManager } from "./manager.ts";
import { createTapeFeed, type TapePlayer } from "./tape-player.ts";

/**
 * Sits between the devices and a manager, and plays the tape that it records: input waits for the next step, and
 * reaches the manager only from there. So playing the tape again gives the manager the same input, even if it arrived
 * in the middle of a step.
 */
export interface TapeRecorder extends TapePlayer {
  /** Takes input from a device or a touch control, for the next step. */
  take(event: SourceEvent): void;
  /** It never looks for elements. */
  playStep(step: number): readonly PlayedEvent[];
}

/**
 * Creates a recorder that feeds `manager`.
 * @param onEvents Called with the events of a step as they are played, if there are any.
 */
export function createTapeRecorder(
  manager: InputManager,
  onEvents: (events: readonly PlayedEvent[]) => void,
): TapeRecorder {
  const feed = createTapeFeed(manager);
  const waiting: SourceEvent[] = [];
  return {
    take(event) {
      const last = waiting.at(-1);
      // A mouse reports up to eight thousand times per second; between two steps only the sum matters.
      const joined = last?.type === "mouse_move" && event.type === "mouse_move" ? joinMoves(last, event) : null;
      if (joined === null) waiting.push(event);
      else waiting[waiting.length - 1] = joined;
    },
    playStep(step) {
      if (waiting.length === 0) return [];
      const events = waiting.splice(0).map((event): PlayedEvent => ({ step, ...event }));
      for (const event of events) feed.take(event);
      onEvents(events);
      return events;
    },
    // Keys without a binding are not worth a warning while a person plays.
    unmatched: () => [],
    waitsFor: () => null,
  };
}

type MouseMove = Extract<SourceEvent, { readonly type: "mouse_move" }>;

/** Merges two movements, at the later position; null if one of them has only a position. */
function joinMoves(first: MouseMove, second: MouseMove): MouseMove | null {
  if (first.dx === undefined || first.dy === undefined || second.dx === undefined || second.dy === undefined)
    return null;
  const sum = { x: first.dx, y: first.dy };
  addFinite(sum, { x: second.dx, y: second.dy });
  return { ...first, ...second, dx: sum.x, dy: sum.y };
}
