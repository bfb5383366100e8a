import type { PlacedCall } from "./flame-layout.ts";

/** A part of the chart's axis, in microseconds. */
export interface FlameRange {
  readonly startUs: number;
  readonly endUs: number;
}

/** The part of the chart that is shown, and the selected call. */
export interface FlameState {
  readonly range: FlameRange;
  readonly call: PlacedCall | null;
}
