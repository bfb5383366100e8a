import { errorSpentAt } from "../looks.ts";
import { pairFrames } from "./pair-frames.ts";
import { median, quantile, sortSamples, withoutSample } from "./quantile.ts";
import { studentT } from "./student-t.ts";

/** Description of the method in every report. */
export const intervalMethod =
  "95 % over all looks: each repeat held out in turn, Student's t on its level in the frames around the p95 that the others choose, with what is known of repeats before, and the spread between gates";

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

/** Two-sided 95 % of a normal distribution. */
const normal95 = 1.96;

/**
 * A 95 % interval, in the columns' unit, around `value`, the p95 of the per-frame medians of `repeats`, each from its own
 * browser.
 *
 *     low              value        high
 *      |------|----------|-----------|
 *       luck   uncertainty uncertainty
 *
 * Each repeat is held out in turn. The others choose the frames around the p95, and the repeat that was held out, which
 * had no part in the choice, measures how far the cost of these frames falls.
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
 * intervals of this method contain the true value. It falls to 90 % if exactly 5 % of the frames are far heavier than
 * the rest.
 *
 * Null for fewer than two repeats, because one run says nothing about the next.
 */
export function p95Interval(
  repeats: readonly (readonly number[])[],
  value: number,
  betweenGates: number,
): Interval | null {
  if (repeats.length < 2) return null;
  const others = pairOthers(repeats);
  const falls = repeats.map((heldOut, index) => fallOfHeldOut(heldOut, others[index] ?? []));
  const uncertainty = Math.hypot(halfWidth(falls, value), normal95 * betweenGates * value);
  const luck = Math.max(0, median(falls));
  return { low: Math.max(0, value - uncertainty - luck), high: value + uncertainty };
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

/** How much cheaper the frames around the p95 of `others` are in a repeat that had no part in choosing them. */
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

/**
 * Half width of a mean's interval. Its variance combines that of the falls with the prior, each by its weight.
 * https://en.wikipedia.org/wiki/Student%27s_t-distribution#Confidence_intervals
 */
function halfWidth(falls: readonly number[], value: number): number {
  const mean = falls.reduce((sum, each) => sum + each, 0) / falls.length;
  const squares = falls.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const degreesOfFreedom = priorRepeats + falls.length - 1;
  const variance = (priorRepeats * (priorSpread * value) ** 2 + squares) / degreesOfFreedom;
  return studentT(degreesOfFreedom, errorSpentAt(falls.length)) * Math.sqrt(variance / falls.length);
}
