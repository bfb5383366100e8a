import type { CountName } from "../../formats/frame-counts.ts";
import { type PhaseName, phaseNames } from "../../formats/phases.ts";

/** The figures of one frame. Times are real milliseconds of the main thread. */
export interface LoggedFrame {
  /** Zero-based. */
  readonly step: number;
  readonly ms: number;
  /** Empty for a game without roots, which has no phases. */
  readonly phases: Readonly<Partial<Record<PhaseName, number>>>;
  /** Those that the run counts. */
  readonly counts: Readonly<Partial<Record<CountName, number>>>;
}

/** The last frames of a game, with the mean and the highest of their times. */
export interface FrameProfile {
  /** The latest comes last. */
  readonly frames: readonly LoggedFrame[];
  /** Null before the first frame. */
  readonly meanMs: number | null;
  readonly maxMs: number | null;
}

const framesKept = 240;

/** Times the frames of a run, and keeps the last 240. */
export class FrameLog {
  readonly #now: () => number;
  #frames: LoggedFrame[] = [];
  #step = 0;
  #startMs = 0;
  #phaseMs = 0;
  #endMs = 0;
  #phases: number[] = [];

  /** `now` is a real clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  begin(step: number): void {
    this.#step = step;
    this.#phases = [];
    this.#startMs = this.#now();
    this.#phaseMs = this.#startMs;
  }

  /** Called right before the first phase. */
  beginPhases(): void {
    this.#phaseMs = this.#now();
  }

  endPhase(): void {
    const now = this.#now();
    this.#phases.push(now - this.#phaseMs);
    this.#phaseMs = now;
  }

  end(): void {
    this.#endMs = this.#now();
  }

  /** Adds the counts of the frame, which are known after its end. */
  add(counts: LoggedFrame["counts"]): void {
    const phases = Object.fromEntries(this.#phases.map((ms, index) => [phaseNames[index] ?? "", ms]));
    this.#frames.push({ step: this.#step, ms: this.#endMs - this.#startMs, phases, counts });
    if (this.#frames.length > framesKept) this.#frames = this.#frames.slice(-framesKept);
  }

  profile(): FrameProfile {
    const times = this.#frames.map(({ ms }) => ms);
    const meanMs = times.length === 0 ? null : times.reduce((total, ms) => total + ms, 0) / times.length;
    return { frames: [...this.#frames], meanMs, maxMs: times.length === 0 ? null : Math.max(...times) };
  }
}
