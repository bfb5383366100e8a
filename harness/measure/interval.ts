import { errorSpentAt } from "../looks.ts";
import { pairFrames } from "./pair-frames.ts";
import { median, quantile, sortSamples, withoutSample } from "./quantile.ts";
import { studentT } from "./student-t.ts";

/** Description of the method in every report. */
export const intervalMethod =
  "95 % over all looks: each repeat held out in turn, Student's t on its level in the frames around the quantile that the others choose, with what is known of repeats before, and the spread between gates";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Prior: standard deviation between repeats on a shared machine, as a share of the value, and the number of repeats
 * that this prior is worth. Two repeats alone say next to nothing about a third. Measured on two shared cores: 1.5 to 2
 * % on a quiet machine, 3 to 6 % on a busy one.
 */
const priorSpread = 0.04;
const priorRepeats = 4;

/**
 * Standard deviation of the same figure between gates, as a share of it, for an unknown machine. Measured on two shared
 * cores: 3.1 %.
 */
export const assumedBetweenGates = 0.03;

/**
 * The same for the boot: the prior between repeats, and how much more it varies between gates than the frames. It is
 * wall time, because much of it is spent in other processes, which read, serve and compile. Measured on two shared
 * cores, at loads from 0.5 to 8: 5 % between repeats on a quiet machine and 30 % on a busy one, 28 % between gates.
 */
const bootPriorSpread = 0.15;
const bootBetweenFactor = 8;

/**
 * The prior between repeats for the garbage collector, which does not take turns with the frames. Measured: 12 to 20 %.
 */
const collectorPriorSpread = 0.15;

/** Two-sided 95 % of a normal distribution. */
const normal95 = 1.96;

/** A quantile of the per-frame medians of several repeats. */
export interface MeasuredQuantile {
  readonly value: number;
  /** 0 to 1, such as 0.95 for the p95. */
  readonly fraction: number;
}

/**
 * A 95 % interval, in the columns' unit, around a quantile of the per-frame medians of `repeats`, each from its own
 * browser.
 *
 *     low              value        high
 *      |------|----------|-----------|
 *       luck   uncertainty uncertainty
 *
 * Each repeat is held out in turn. The others choose the frames around the quantile, and the repeat that was held out,
 * which had no part in the choice, measures how far the cost of these frames falls.
 *
 * Uncertainty has two parts, added in quadrature. One is the variation of these falls between the repeats, by Student's
 * t; it shrinks with more repeats. The other, `betweenGates`, is the standard deviation between gates as a share of the
 * value: a machine is slower in one minute than in the next, and no number of repeats in one minute shows that.
 *
 * Luck is the median of the falls: frames are at the top partly because they were measured too high (regression to the
 * mean), so that the p95 of noisy frames is too high. The high end needs no luck.
 *
 * Other methods were worse on simulated machines: Student's t on each repeat's own p95 (20 to 40 % of the intervals
 * contained the true value of a game whose frames all cost the same; twice as wide if some frames are much heavier), a
 * delete-one jackknife (30 to 90 %), order statistics of each frame (three times as wide). The test says how many
 * intervals of this method contain the true value, for other quantiles too. It falls to 90 % if exactly 5 % of the frames are far heavier than
 * the rest.
 *
 * The result gives the interval of any quantile, because ranking the frames takes far longer than reading one. Null for
 * fewer than two repeats: one run says nothing about the next.
 */
export function quantileIntervals(
  repeats: readonly (readonly number[])[],
  betweenGates: number,
): ((quantile: MeasuredQuantile) => Interval) | null {
  if (repeats.length < 2) return null;
  const others = pairOthers(repeats);
  const ranked = repeats.map((heldOut, index) => rankFalls(heldOut, others[index] ?? []));
  return ({ value, fraction }) => {
    const falls = ranked.map((each) => fallAround(each, fraction));
    const uncertainty = Math.hypot(halfWidth(falls, priorSpread * value), normal95 * betweenGates * value);
    const luck = Math.max(0, median(falls));
    return { low: Math.max(0, value - uncertainty - luck), high: value + uncertainty };
  };
}

/** A 95 % interval around the median boot time of repeats. Null for fewer than two. All in milliseconds. */
export function bootInterval(repeatsMs: readonly number[], value: number, betweenGates: number): Interval | null {
  return medianInterval(repeatsMs, value, { prior: bootPriorSpread, betweenGates: bootBetweenFactor * betweenGates });
}

/**
 * A 95 % interval around the median of a figure of the garbage collector, such as its time in the worst frame, over the
 * repeats. Null for fewer than two. All in the unit of the figure.
 */
export function collectorInterval(repeats: readonly number[], value: number, betweenGates: number): Interval | null {
  return medianInterval(repeats, value, { prior: collectorPriorSpread, betweenGates });
}

/**
 * Student's t with the two parts of uncertainty of a quantile. `prior` and `betweenGates` are standard deviations as a
 * share of the value.
 */
function medianInterval(
  repeats: readonly number[],
  value: number,
  { prior, betweenGates }: { readonly prior: number; readonly betweenGates: number },
): Interval | null {
  if (repeats.length < 2) return null;
  const uncertainty = Math.hypot(halfWidth(repeats, prior * value), normal95 * betweenGates * value);
  return { low: Math.max(0, value - uncertainty), high: value + uncertainty };
}

/** Gives, for each repeat, the paired frames of the others. The repeats of a frame are sorted once for all of these. */
function pairOthers(repeats: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const [{ length } = []] = repeats;
  // A game that stops early has shorter pairs.
  if (repeats.length < 3 || repeats.some((repeat) => repeat.length !== length))
    return repeats.map((_, index) => pairFrames(repeats.toSpliced(index, 1)));
  const sorted = Array.from({ length }, (_, frame) => sortSamples(repeats.map((repeat) => repeat[frame] ?? 0)));
  return repeats.map((repeat) =>
    sorted.map((samples, frame) => quantile(withoutSample(samples, repeat[frame] ?? 0), 0.5)),
  );
}

/** How much cheaper each frame is in a repeat than in the others, from their cheapest frame to their dearest. */
function rankFalls(heldOut: readonly number[], others: readonly number[]): readonly number[] {
  return others
    .map((cost, frame) => ({ cost, fall: cost - (heldOut[frame] ?? cost) }))
    .sort((left, right) => left.cost - right.cost)
    .map(({ fall }) => fall);
}

/** The median fall of the frames around a quantile. */
function fallAround(ranked: readonly number[], fraction: number): number {
  const middle = (ranked.length - 1) * fraction;
  // For the p95 from p92.5 to p97.5, but as far up as down: there is only one worst frame.
  const reach = Math.min(ranked.length * 0.025, ranked.length - 1 - middle, middle);
  return median(ranked.slice(Math.floor(middle - reach), Math.ceil(middle + reach) + 1));
}

/**
 * Half width of a mean's interval. Its variance combines that of the samples with the prior, each by its weight.
 * https://en.wikipedia.org/wiki/Student%27s_t-distribution#Confidence_intervals
 */
function halfWidth(samples: readonly number[], priorDeviation: number): number {
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  const squares = samples.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const degreesOfFreedom = priorRepeats + samples.length - 1;
  const variance = (priorRepeats * priorDeviation ** 2 + squares) / degreesOfFreedom;
  return studentT(degreesOfFreedom, errorSpentAt(samples.length)) * Math.sqrt(variance / samples.length);
}
