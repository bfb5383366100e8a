import type { ProfiledFunction } from "./cpu-profile.ts";
import type { PhaseName } from "./phases.ts";

/** The texts of a flame chart's page. None of them is markup. */
export interface FlameView {
  readonly title: string;
  readonly badge: string;
  readonly facts: readonly string[];
}

/** A function of a flame chart. */
export type FlameFunction = Pick<ProfiledFunction, "name" | "position" | "owner">;

/**
 * The calls of a frame, one entry per call. A call lasts from the first to the last of the samples in a row that have
 * it on their stack. Callers come before callees, and earlier calls before later ones.
 */
export interface FlameCalls {
  /** Index of the function. */
  readonly functions: readonly number[];
  /** Index of the calling call; -1 for an outermost one. */
  readonly parents: readonly number[];
  /** Whole microseconds since the start of the frame. */
  readonly startUs: readonly number[];
  readonly endUs: readonly number[];
}

/** A frame of a flame chart. Times are whole microseconds. */
export interface FlameFrame {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** CPU time, as the mean of all sampled runs. */
  readonly cpuUs: number;
  /** The function with the most time of its own in all sampled runs; empty without a sample. */
  readonly most: string;
  /** Real time in the run that the chart shows. */
  readonly spanUs: number;
  /** Phases in order, each with its end since the start of the frame; empty for a game without phases. */
  readonly phases: readonly { readonly name: PhaseName; readonly endUs: number }[];
  readonly calls: FlameCalls;
}

/** The calls of a range of frames in one run. */
export interface FlameChart {
  readonly functions: readonly FlameFunction[];
  readonly frames: readonly FlameFrame[];
}
