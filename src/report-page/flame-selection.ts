import type { PlacedCall } from "./flame-layout.ts";

/** A part of the chart's axis, in microseconds. */
export interface FlameRange {
  readonly startUs: number;
  readonly endUs: number;
}

/** What the chart shows, and the call that is looked at. */
export interface FlameState {
  readonly range: FlameRange;
  readonly call: PlacedCall | null;
}
