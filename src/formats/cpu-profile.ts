/** A function that was sampled on the main thread, in the measured frames of all passes. */
export interface ProfiledFunction {
  /** Empty for a function without a name. */
  readonly name: string;
  /**
   * `src/spawn.ts:88:14`, relative to the game, if there is a source map; otherwise the URL with line and column. Empty
   * for `browser`.
   */
  readonly position: string;
  /** `browser`: work that no script called for, such as garbage collection. `framegate`: the harness. */
  readonly owner: "game" | "library" | "browser" | "framegate";
  /** Mean CPU time per frame in the function itself and in browser functions that it calls. */
  readonly selfMs: number;
  /** The same, including everything that it calls. */
  readonly totalMs: number;
}

/** The functions of one frame, slowest first. */
export interface FrameFunctions {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** Its CPU time, including that of functions that are not listed. */
  readonly cpuMs: number;
  /** Indexes of functions. */
  readonly functions: readonly number[];
  /** Their own CPU time in this frame, as `selfMs` of a function. */
  readonly selfMs: readonly number[];
}

/** The functions that took the CPU time of a run's frames, from samples of the stack. */
export interface CpuProfile {
  /** The time between two samples. */
  readonly intervalUs: number;
  /** Runs that were sampled. */
  readonly passes: number;
  /** Samples in the measured frames. */
  readonly samples: number;
  /** Mean CPU time of a measured frame, over all frames and passes. */
  readonly frameMs: number;
  /** Those with the most time of their own first. */
  readonly functions: readonly ProfiledFunction[];
  /** All measured frames that have samples, in order. */
  readonly frames: readonly FrameFunctions[];
}
