import type { SourceEvent, TapeEvent } from "../../formats/tape.ts";
import { addFinite } from "./levels.ts";
import type { InputManager } from "./manager.ts";
import { createTapeFeed, type TapePlayer } from "./tape-player.ts";

/**
 * Stands between the devices and a manager. It plays, step by step, the very tape that it writes: what arrives waits for
 * the next step and reaches the manager from there and in no other way. So playing the tape again gives the manager the
 * same, whatever arrived in the middle of a step.
 */
export interface TapeRecorder extends TapePlayer {
  /** Takes what a device or a touch control did. It becomes part of the next step. */
  take(event: SourceEvent): void;
}

/**
 * Creates a recorder that feeds `manager`.
 * @param onEvents Told the events of a step, at least one, as they are played.
 */
export function createTapeRecorder(
  manager: InputManager,
  onEvents: (events: readonly TapeEvent[]) => void,
): TapeRecorder {
  const feed = createTapeFeed(manager);
  const waiting: SourceEvent[] = [];
  return {
    take(event) {
      const last = waiting.at(-1);
      // A mouse reports up to eight thousand times a second; between two steps the sum is all that shows.
      const joined = last?.type === "mouse_move" && event.type === "mouse_move" ? joinMoves(last, event) : null;
      if (joined === null) waiting.push(event);
      else waiting[waiting.length - 1] = joined;
    },
    playStep(step) {
      if (waiting.length === 0) return [];
      const events = waiting.splice(0).map((event): TapeEvent => ({ step, ...event }));
      for (const event of events) feed.take(event);
      onEvents(events);
      return events;
    },
    // Nobody is to be told of what they press for nothing.
    unmatched: () => [],
  };
}

type MouseMove = Extract<SourceEvent, { readonly type: "mouse_move" }>;

/** The movement of both as one, at the later place; null where one of them says only where it went. */
function joinMoves(first: MouseMove, second: MouseMove): MouseMove | null {
  if (first.dx === undefined || first.dy === undefined || second.dx === undefined || second.dy === undefined)
    return null;
  const sum = { x: first.dx, y: first.dy };
  addFinite(sum, { x: second.dx, y: second.dy });
  return { ...first, ...second, dx: sum.x, dy: sum.y };
}
