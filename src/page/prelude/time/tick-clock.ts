/** Which moment a realm's clock shows in which frame, virtual milliseconds. Computed and never accumulated. */
export interface TickClock {
  /** Goes one tick on while booting, and returns its moment. */
  nextBootTickMs(): number;
  /** The moment of a step, warm-up included. Fixed once frames have begun. */
  stepMs(step: number): number;
}

/** A page's clock stands at 0 while it loads. `stepHz` ticks make a second. */
export function createTickClock(stepHz: number): TickClock {
  let bootTicks = 0;
  const momentMs = (tick: number): number => (tick * 1000) / stepHz;
  return {
    nextBootTickMs() {
      bootTicks += 1;
      return momentMs(bootTicks);
    },
    // Frame 0 is one tick after the load, as a first animation frame would be. Ticks that a set-up needed count as whole
    // seconds, so that one more on a slow machine does not show in any clock.
    stepMs: (step) => momentMs(Math.ceil(bootTicks / stepHz) * stepHz + 1 + step),
  };
}
