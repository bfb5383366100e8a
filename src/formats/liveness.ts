import type { VerifiedPart } from "./verify-report.ts";

/** A kind of input that a page listens for: a key, or a click of the mouse or a finger. */
export type AwaitedInput = "key" | "click";

/**
 * How much happened in the frames of a run, warm-up included. Timers are left out, because a dead page may still set them,
 * and so is input, which is no doing of the game.
 */
export interface Liveness {
  /** Frames that were looked at. */
  readonly frames: number;
  /** Frames in which anything changed. */
  readonly changedFrames: number;
  /** The last such frame, zero-based; negative in the warm-up; null if nothing ever changed. */
  readonly lastChange: number | null;
  /**
   * `moving`: something changed until the end. `still`: nothing changed after the first frame, or in the last third, and what
   * is shown stayed. `vacuous`: nothing changed in any frame, and nothing was drawn.
   */
  readonly state: "moving" | "still" | "vacuous";
  /** The last frames were drawn, and each drew the same. */
  readonly isDrawnAgain: boolean;
  readonly parts: readonly VerifiedPart[];
  readonly input: {
    /** Frames with input. */
    readonly frames: number;
    /** Those of them in which something else changed, or in the frame after. */
    readonly changedFrames: number;
    /** Kinds of input that the page listens for and that the run did not have. */
    readonly missing: readonly AwaitedInput[];
  };
}
