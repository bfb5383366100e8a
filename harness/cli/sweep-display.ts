import type { SweepEvent } from "../run-sweep.ts";
import type { CommandIo } from "./io.ts";
import { createRunDisplay, type RunDisplay } from "./run-display.ts";

/** Shows a sweep's progress and its messages. */
export interface SweepDisplay {
  show(event: SweepEvent): void;
  /** Clears the progress line before other output. May be called more than once. */
  finish(): void;
}

/** Lines that a log gets, where each update is a line of its own. */
const linesOfLog = 20;

/** Creates a sweep's display on stderr. `now` is a monotonic clock, in milliseconds. */
export function createSweepDisplay(io: CommandIo, isQuiet: boolean, now: () => number): SweepDisplay {
  const display = createRunDisplay(io);
  let startedMs = 0;
  return {
    show(event) {
      switch (event.kind) {
        case "warning":
        case "scanned":
          display.show(event);
          return;
        case "building":
        case "launching":
          startedMs = now();
          if (!isQuiet) display.show(event);
          return;
        case "swept":
          if (!isQuiet) showSwept(event, display, now() - startedMs);
          return;
        default:
          // The steps of a single run would hide how far the sweep is.
          return;
      }
    },
    finish() {
      display.finish();
    },
  };
}

function showSwept(
  { seed, done, total }: Extract<SweepEvent, { readonly kind: "swept" }>,
  display: RunDisplay,
  elapsedMs: number,
): void {
  const step = Math.max(1, Math.floor(total / linesOfLog));
  if (!display.isRewritten && done % step !== 0 && done !== total) return;
  const leftMs = (elapsedMs / done) * (total - done);
  const left = done === total ? "" : `, ${describeTime(leftMs)} left`;
  display.update({ stage: `seed ${String(seed)}, ${String(done)} of ${String(total)} done${left}`, done, total });
}

/** A time in its largest unit: `45 s`, `12 min`, `3.5 h`. */
export function describeTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${String(seconds)} s`;
  return seconds < 7200 ? `${String(Math.round(seconds / 60))} min` : `${(seconds / 3600).toFixed(1)} h`;
}
