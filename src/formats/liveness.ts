import type { VerifiedPart } from "./verify-report.ts";

/** A kind of input that a page listens for: a key, or a click of the mouse or a finger. */
export type AwaitedInput = "key" | "click";

/**
 * How much happened in the frames of a run, warm-up included. Timers are left out, because a dead page may still set
 * them, and so is input, because the game does not cause it.
 */
export interface Liveness {
  /** The number of frames examined. */
  readonly frames: number;
  /** Frames in which anything changed. */
  readonly changedFrames: number;
  /** The last such frame, zero-based; negative in the warm-up; null if nothing ever changed. */
  readonly lastChange: number | null;
  /**
   * `moving`: something changed until the end. `still`: nothing changed after the first frame, or in the last third,
   * and the picture stayed. `vacuous`: nothing changed in any frame, and nothing was drawn.
   */
  readonly state: "moving" | "still" | "vacuous";
  /** Whether the last frames were drawn, and each drew the same. */
  readonly isDrawnAgain: boolean;
  readonly parts: readonly VerifiedPart[];
  readonly input: {
    /** Frames with input. */
    readonly frames: number;
    /** Those frames in which, or after which, something else changed. */
    readonly changedFrames: number;
    /** Kinds of input that the page listens for but the run did not have. */
    readonly missing: readonly AwaitedInput[];
  };
}
