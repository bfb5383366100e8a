export interface StepClockOptions {
  readonly stepHz: number;
  /**
   * Limit on the steps that are due at once. A slow machine drops the rest: the game then runs slower, instead of in
   * leaps that would slow it down further.
   */
  readonly catchUpMax: number;
}

/** Divides passing time into fixed steps. */
export interface StepClock {
  /**
   * Returns the number of steps due by `nowMs`, in milliseconds of a clock that never goes back. The first call starts
   * the clock.
   */
  takeDue(nowMs: number): number;
}

/**
 * Creates a clock that has not started. It computes the number of steps from the time since the start, so no error
 * accumulates.
 */
export function createStepClock({ stepHz, catchUpMax }: StepClockOptions): StepClock {
  const stepMs = 1000 / stepHz;
  let startMs = Number.NaN;
  let taken = 0;
  return {
    takeDue(nowMs) {
      // Half a step early: a display that refreshes at the step rate, with some jitter, then gets one step per refresh
      // instead of none and two in turn.
      if (Number.isNaN(startMs)) startMs = nowMs - stepMs / 2;
      const due = Math.max(0, Math.floor((nowMs - startMs) / stepMs) - taken);
      if (due <= catchUpMax) {
        taken += due;
        return due;
      }
      startMs = nowMs - stepMs / 2;
      taken = 0;
      return catchUpMax;
    },
  };
}
