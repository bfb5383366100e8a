import type { Tape } from "../../src/formats/tape.ts";
import { followLevels } from "./held-levels.ts";

/** Steps of a tape, both of them kept. */
export interface StepRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The tape of some of its steps, counted from 0 again. What was held when the range began is held by events of its first
 * step, so that every level is as it was from there on; only the first step sees them go down once more.
 */
export function trimTape(tape: Tape, { from, to }: StepRange): Tape {
  const levels = followLevels();
  for (const event of tape.events) if (event.step < from) levels.take(event);
  const kept = tape.events.filter(({ step }) => step >= from && step <= to);
  return { ...tape, events: [...levels.eventsAt(0), ...kept.map((event) => ({ ...event, step: event.step - from }))] };
}
