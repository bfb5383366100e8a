import { quantileIntervals } from "../../harness/measure/interval.ts";
import { firstLook, nextLook } from "../../harness/looks.ts";
import { compareDuet, type DuetPair, firstDuetLook, nextDuetLook } from "../../harness/measure/duet.ts";
import { pairFrames } from "../../harness/measure/pair-frames.ts";
import { quantile, sortSamples } from "../../harness/measure/quantile.ts";
import type { DuetResult } from "../../src/formats/baseline.ts";
import type { VerdictStatus } from "../../src/formats/verdict.ts";

/** Runs of one build, in order of recording. */
export interface Recording {
  readonly game: string;
  /** Load of the machine during the recording: `quiet` or `busy`. */
  readonly load: string;
  /** In lockstep with the same build. */
  readonly pairs: readonly DuetPair[];
  /** On their own. */
  readonly runs: readonly GateRun[];
}

/** CPU times of a run's frames, and of the calibration workload beside it, in milliseconds. */
export interface GateRun {
  readonly cpuMs: readonly number[];
  readonly workloadMs: number;
}

type Runs = readonly (readonly number[])[];

/** The p95 of the medians, as printed by a gate. */
function p95Of(runs: Runs): number {
  return quantile(sortSamples(pairFrames(runs)), 0.95);
}

/** The p95 that gates of this machine print on average: the mean over gates of five runs, from every run on. */
export function truthOf(runs: Runs): number {
  const values = runs.map((_, start) => p95Of(from(runs, start).slice(0, 5)));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The runs from one on, and then those before it. */
function from(runs: Runs, start: number): Runs {
  return [...runs.slice(start), ...runs.slice(0, start)];
}

/**
 * A baseline gate of pairs drawn from a recording. Sides are swapped at random, because both are the same build; then
 * the current build is slowed down.
 */
export function drawDuet(
  { pairs }: Recording,
  random: () => number,
  slowDown: (timeMs: number, frame: number) => number,
): DuetResult {
  const left = [...pairs];
  const drawn: DuetPair[] = [];
  for (let look: number | null = firstDuetLook; look !== null; look = nextDuetLook(look)) {
    while (drawn.length < look) {
      const [pair] = left.splice(Math.floor(random() * left.length), 1);
      if (pair === undefined) throw new RangeError("A recording needs at least twenty pairs.");
      const [baseline, current] = random() < 0.5 ? [pair.baseline, pair.current] : [pair.current, pair.baseline];
      drawn.push({ baseline, current: current.map(slowDown) });
    }
    const result = compareDuet(drawn);
    if (result.verdict !== "undecided" || nextDuetLook(look) === null) return result;
  }
  throw new Error("There is a last look.");
}

/** An absolute gate: its verdict, its interval, and the number of repeats. */
export interface DrawnGate {
  readonly status: VerdictStatus;
  readonly low: number;
  readonly high: number;
  readonly repeats: number;
}

/** An absolute gate of consecutive runs, from a random position of the recording. */
export function drawGate(runs: Runs, limit: number, random: () => number, betweenGates: number): DrawnGate {
  const ordered = from(runs, Math.floor(random() * runs.length));
  for (let look: number | null = firstLook; look !== null; look = nextLook(look)) {
    const drawn = ordered.slice(0, look);
    const interval = quantileIntervals(drawn, betweenGates)?.({ value: p95Of(drawn), fraction: 0.95 });
    if (interval === undefined) continue;
    const status = interval.low > limit ? "fail" : interval.high <= limit ? "pass" : "inconclusive";
    if (status !== "inconclusive" || nextLook(look) === null) return { status, ...interval, repeats: look };
  }
  throw new Error("There is a last look.");
}
