import { frameTimeMs } from "../../src/formats/metrics.ts";
import { type Interval, quantileIntervals } from "./interval.ts";
import { pairFrames } from "./pair-frames.ts";
import { sortSamples, type SortedSamples } from "./quantile.ts";

/** A number of frames, with its 95 % interval; null for a single repeat. */
export interface FramesOver {
  readonly value: number;
  readonly interval: Interval | null;
}

/**
 * The number of frames whose median over all repeats is above `limit`, in the columns' unit.
 *
 * Its interval is that of quantiles, read the other way round: at most 7 frames are above the limit if the upper bound
 * of the 8th highest frame is within it, and at least 3 are if the lower bound of the 3rd highest is above it. Counting
 * in each repeat instead would say nothing about a frame that all repeats happen to measure just below the limit.
 */
export function countFramesOver(
  repeats: readonly (readonly number[])[],
  limit: number,
  betweenGates: number,
): FramesOver {
  const paired = pairFrames(repeats);
  const value = paired.filter((cost) => cost > limit).length;
  const intervalOf = quantileIntervals(repeats, betweenGates);
  if (intervalOf === null) return { value, interval: null };
  if (paired.length === 0) return { value, interval: { low: 0, high: 0 } };
  const sorted = sortSamples(paired);
  const boundsOf = (rank: number): Interval => intervalOf(highest(sorted, rank));
  return {
    value,
    interval: {
      low: lastRank(0, value, (rank) => boundsOf(rank).low > limit),
      high: lastRank(value, paired.length, (rank) => boundsOf(rank).high > limit),
    },
  };
}

/** The frame of a rank, from 1 for the highest. */
function highest(sorted: SortedSamples, rank: number): { readonly value: number; readonly fraction: number } {
  const index = sorted.length - rank;
  return { value: sorted[index] ?? 0, fraction: sorted.length === 1 ? 1 : index / (sorted.length - 1) };
}

/** The last rank above `from` and up to `to` that is over the limit, as all ranks before it are; `from` if none is. */
function lastRank(from: number, to: number, isOver: (rank: number) => boolean): number {
  let [known, end] = [from, to];
  while (known < end) {
    const middle = Math.ceil((known + end) / 2);
    if (isOver(middle)) known = middle;
    else end = middle - 1;
  }
  return known;
}

/** A hitch takes longer than this many frames like those around it. */
const hitchFactor = 3;
/** Half a second on each side. */
const neighbours = 30;

/**
 * The cost of each frame as a share of what makes it a hitch: three times the median of the frames around it, half a
 * second before and after, and at least the time that a frame has at 60 Hz. A hitch is above 1.
 *
 * The frames around it and not all of them, because each frame of a heavy level is not a hitch beside a long menu. At
 * least the time of a frame, because nobody sees that a frame took 3 ms instead of 1.
 */
export function sharesOfHitch(costsMs: readonly number[]): readonly number[] {
  const medians = movingMedians(costsMs);
  return costsMs.map((cost, frame) => cost / Math.max(frameTimeMs, hitchFactor * (medians[frame] ?? 0)));
}

/** The median of each frame and its neighbours. At the ends of a run there are fewer. */
function movingMedians(costs: readonly number[]): readonly number[] {
  const around: number[] = costs.slice(0, neighbours).toSorted((left, right) => left - right);
  return costs.map((_, frame) => {
    const entering = costs[frame + neighbours];
    if (entering !== undefined) around.splice(placeOf(around, entering), 0, entering);
    const leaving = costs[frame - neighbours - 1];
    if (leaving !== undefined) around.splice(placeOf(around, leaving), 1);
    const middle = (around.length - 1) / 2;
    return ((around[Math.floor(middle)] ?? 0) + (around[Math.ceil(middle)] ?? 0)) / 2;
  });
}

/** The first index in ascending `values` that is not below `value`. */
function placeOf(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
