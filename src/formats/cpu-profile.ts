/** A function as it was sampled on the main thread, in the measured frames of all passes. */
export interface ProfiledFunction {
  /** Empty for a function without a name. */
  readonly name: string;
  /** `src/spawn.ts:88:14`, relative to the game, if there is a source map; else the URL with line and column. Empty for `browser`. */
  readonly position: string;
  /** `browser`: work that no script called for, such as the collection of garbage. `framegate`: the harness. */
  readonly owner: "game" | "library" | "browser" | "framegate";
  /** CPU time of a frame, on the mean, in the function and in functions of the browser that it calls. */
  readonly selfMs: number;
  /** The same with all that it calls. */
  readonly totalMs: number;
}

/** The functions of one frame, the one that took longest first. */
export interface FrameFunctions {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** Its CPU time, that of functions that are not listed included. */
  readonly cpuMs: number;
  /** Indexes of functions. */
  readonly functions: readonly number[];
  /** Their own CPU time in this frame, as `selfMs` of a function. */
  readonly selfMs: readonly number[];
}

/** The functions that took the CPU time of a run's frames, as samples of the stack tell. */
export interface CpuProfile {
  /** Between two samples. */
  readonly intervalUs: number;
  /** Runs that were sampled. */
  readonly passes: number;
  /** Samples in the measured frames. */
  readonly samples: number;
  /** CPU time of a measured frame, on the mean over all frames and passes. */
  readonly frameMs: number;
  /** The one with the most time of its own first. */
  readonly functions: readonly ProfiledFunction[];
  /** Those of all measured frames that have samples, in their order. */
  readonly frames: readonly FrameFunctions[];
}
