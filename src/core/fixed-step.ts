export interface StepClockOptions {
  readonly stepHz: number;
  /**
   * Steps that may be due at once. What a machine cannot keep up with is given up: the game then runs slower, and not in
   * leaps that make it slower still.
   */
  readonly catchUpMax: number;
}

/** Makes fixed steps of passing time. */
export interface StepClock {
  /** How many steps are due by `nowMs`, milliseconds of any clock that never goes back. The first call starts the clock. */
  takeDue(nowMs: number): number;
}

/** Creates a clock that has not started. The number of steps follows from the time since the start and is not accumulated. */
export function createStepClock({ stepHz, catchUpMax }: StepClockOptions): StepClock {
  const stepMs = 1000 / stepHz;
  let startMs = Number.NaN;
  let taken = 0;
  return {
    takeDue(nowMs) {
      // Half a step early: a display at the rate of the steps, whose pictures come a little before or after their time,
      // then finds one step due for each and not none and two by turns.
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
