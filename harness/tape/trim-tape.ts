import type { Tape } from "../../src/formats/tape.ts";
import { followLevels } from "./held-levels.ts";

/** A range of steps, both ends included. */
export interface StepRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts a tape to a range of steps, renumbered from 0. Events in the first step set everything that was held when the
 * range began, so every level stays the same; only that step sees extra presses.
 */
export function trimTape(tape: Tape, { from, to }: StepRange): Tape {
  const levels = followLevels();
  for (const event of tape.events) if (event.step < from) levels.take(event);
  const kept = tape.events.filter(({ step }) => step >= from && step <= to);
  return { ...tape, events: [...levels.eventsAt(0), ...kept.map((event) => ({ ...event, step: event.step - from }))] };
}
