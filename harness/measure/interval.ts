import { pairFrames } from "./pair-frames.ts";
import { median } from "./quantile.ts";

/** The description in every report. */
export const intervalMethod =
  "95 %: each repeat held out in turn, Student's t on its level in the frames around the p95 that the others choose";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * A 95 % interval, in the columns' unit, around `value`, the p95 of the per-frame medians of `repeats`.
 *
 *     low            value       high
 *      |------|--------|----------|
 *       luck    spread    spread
 *
 * Each repeat is held out in turn. The others choose the frames around the p95, and the repeat that was held out, which
 * had no part in the choice, measures how far the cost of these frames falls.
 *
 * Spread is the variation of these falls between the repeats, by Student's t. Luck is their median: frames are at the top
 * partly because they were measured too high (regression to the mean), so that the p95 of noisy frames is too high. The
 * high end needs no luck.
 *
 * Other methods were worse on simulated machines: Student's t on each repeat's own p95 (20 to 40 % of the intervals held
 * the true value of a game whose frames all cost the same; twice as wide if some frames are much heavier), a delete-one
 * jackknife (30 to 90 %), order statistics of each frame (three times as wide). The test says how many intervals of this
 * method hold the true value. It falls to 90 % if exactly 5 % of the frames are far heavier than the rest.
 *
 * Null for fewer than two repeats, because one run says nothing about the next.
 */
export function p95Interval(repeats: readonly (readonly number[])[], value: number): Interval | null {
  if (repeats.length < 2) return null;
  const falls = repeats.map((heldOut, index) => fallOfHeldOut(heldOut, pairFrames(repeats.toSpliced(index, 1))));
  const spread = halfWidth(falls);
  const luck = Math.max(0, median(falls));
  return { low: Math.max(0, value - spread - luck), high: value + spread };
}

/** How much cheaper the frames around the p95 of `others` are in a repeat that did not choose them. */
function fallOfHeldOut(heldOut: readonly number[], others: readonly number[]): number {
  const ranked = others
    .map((cost, frame) => ({ cost, fall: cost - (heldOut[frame] ?? cost) }))
    .sort((left, right) => left.cost - right.cost);
  // From p92.5 to p97.5.
  const middle = (ranked.length - 1) * 0.95;
  const reach = ranked.length * 0.025;
  const around = ranked.slice(Math.floor(middle - reach), Math.ceil(middle + reach) + 1);
  return median(around.map((frame) => frame.fall));
}

/** Half of the 95 % interval of a mean. https://en.wikipedia.org/wiki/Student%27s_t-distribution#Confidence_intervals */
function halfWidth(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  return (studentT95(values.length - 1) * deviation) / Math.sqrt(values.length);
}

// Two-sided 95 % values of Student's t for 1 to 14 degrees of freedom; the test integrates the density.
const studentT95Values = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448,
] as const;

/** Above 14 degrees of freedom the last value is used, which is slightly too large. */
export function studentT95(degreesOfFreedom: number): number {
  return studentT95Values[degreesOfFreedom - 1] ?? studentT95Values[13];
}
