import { roundingMs } from "./virtual-clock.ts";

/** The time that a realm's clock shows in each frame, in virtual milliseconds. Computed, never accumulated. */
export interface TickClock {
  /** Advances by one tick while booting, and returns the new time. */
  nextBootTickMs(): number;
  /** The time of a step, warm-up included. Fixed once frames have begun, except for skipped frames. */
  stepMs(step: number): number;
  /** The frames by which the clocks of all realms have advanced for loops that wait for time. */
  skippedFrames(): number;
  /** Catches up with another realm of the page. */
  skipTo(frames: number): void;
  /** Skips frames until the next one after `step` is not before this time. The step is null before the first. */
  reach(nowMs: number, step: number | null): void;
}

/** A page's clock stays at 0 while it loads. `stepHz` ticks are one second. */
export function createTickClock(stepHz: number): TickClock {
  let bootTicks = 0;
  let skipped = 0;
  const momentMs = (tick: number): number => ((tick + skipped) * 1000) / stepHz;
  // Frame 0 is one tick after the load, as a first animation frame would be. The ticks of a setup are rounded up to
  // whole seconds, so that an extra tick on a slow machine changes no clock.
  const stepMs = (step: number): number => momentMs(Math.ceil(bootTicks / stepHz) * stepHz + 1 + step);
  return {
    nextBootTickMs() {
      bootTicks += 1;
      return momentMs(bootTicks);
    },
    stepMs,
    skippedFrames: () => skipped,
    skipTo(frames) {
      skipped = Math.max(skipped, frames);
    },
    reach(nowMs, step) {
      const nextMs = step === null ? momentMs(bootTicks + 1) : stepMs(step + 1);
      const missingMs = nowMs - roundingMs - nextMs;
      if (missingMs > 0) skipped += Math.ceil((missingMs * stepHz) / 1000);
    },
  };
}
