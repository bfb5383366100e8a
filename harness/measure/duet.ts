import type { DuetEffect, DuetResult } from "../../src/formats/baseline.ts";
import { median } from "./quantile.ts";
import { flipSigns } from "./sign-flip.ts";
import { studentT } from "./student-t.ts";

/** Frame times of two builds that were stepped in lockstep, each in its own browser process. Milliseconds. */
export interface DuetPair {
  readonly baseline: readonly number[];
  readonly current: readonly number[];
}

/** A smaller difference should not stop a gate. */
export const minimumEffect = 0.02;

// Number of windows. Shorter windows find shorter regressions, but there are more of them, and each is noisier.
const windowCount = 8;

/** Share of the frames that count as the slowest. */
const tailShare = 0.05;

/** Numbers of pairs after which a comparison checks its figures. */
const looks = [5, 8, 12, 16, 20] as const;

export const firstDuetLook: number = looks[0];

/** Number of pairs at the look after `pairs`; null if there is none. */
export function nextDuetLook(pairs: number): number | null {
  return looks.find((look) => look > pairs) ?? null;
}

/**
 * The false alarm rate that each look may spend; all looks together spend 1 %. The first two have too few signs to
 * flip, so they can only conclude that there is no difference.
 */
const errorSpent: Readonly<Record<number, number>> = { 12: 0.002, 16: 0.003, 20: 0.005 };

/**
 * Compares the times of two builds. For each pair the ratio of each frame's times is taken, and of these the median
 * over all frames, over the slowest frames, and over each of eight windows. If the builds are equal, each value is as
 * likely to have the opposite sign. So all signs of a pair are flipped together, over and over, and p is the share of
 * flips whose largest value is at least the observed one. This needs no table and no noise model, and tests all values
 * for the price of one.
 *
 * The slowest frames are chosen by the times of both builds together, which does not depend on signs.
 */
export function compareDuet(pairs: readonly DuetPair[]): DuetResult {
  const effects = effectsOf(pairs);
  const shared = { pairs: pairs.length, minimumEffect };
  const { above: slower, below: faster } = flipSigns(effects.map(({ values }) => values));
  const t = studentT(Math.max(1, pairs.length - 1), 0.05);
  const figures = effects.map((effect) => figureOf(effect, pairs.length, t));
  const spent = errorSpent[pairs.length] ?? 0;
  const worst = figures[slower.index];
  const best = figures[faster.index];
  const [body] = figures;
  if (body === undefined || worst === undefined || best === undefined) throw new RangeError("No pairs to compare.");
  const result = { ...shared, body, tail: figures[1] ?? body };
  if (slower.p <= spent && worst.ratio - 1 >= minimumEffect) {
    return { ...result, verdict: "slower", p: slower.p, effect: worst };
  }
  if (faster.p <= spent && 1 - best.ratio >= minimumEffect) {
    return { ...result, verdict: "faster", p: faster.p, effect: best };
  }
  const verdict =
    isEqual([body, result.tail], pairs.length) && !isSuspicious(figures, pairs.length) ? "no-difference" : "undecided";
  return { ...result, verdict, p: slower.p, effect: worst };
}

function isEqual(figures: readonly DuetEffect[], pairs: number): boolean {
  if (pairs < firstDuetLook) return false;
  return figures.every(({ low, high }) => high - 1 < minimumEffect && 1 - low < minimumEffect);
}

/** A window that seems slower, by chance or not, deserves more pairs as long as there are any. */
function isSuspicious(figures: readonly DuetEffect[], pairs: number): boolean {
  return nextDuetLook(pairs) !== null && figures.some(({ low, ratio }) => low > 1 && ratio - 1 >= minimumEffect);
}

interface Effect {
  readonly scope: DuetEffect["scope"];
  readonly frames: readonly [number, number] | null;
  /** One value per pair: the logarithm of the ratio of current to baseline. */
  readonly values: readonly number[];
}

function effectsOf(pairs: readonly DuetPair[]): readonly Effect[] {
  const frames = Math.min(...pairs.flatMap(({ baseline, current }) => [baseline.length, current.length]));
  const logs = pairs.map((pair) => Array.from({ length: frames }, (_, frame) => logRatio(pair, frame)));
  const costs = Array.from({ length: frames }, (_, frame) => median(pairs.map((pair) => meanCost(pair, frame))));
  const slowest = costs
    .map((cost, frame) => ({ cost, frame }))
    .sort((left, right) => right.cost - left.cost)
    .slice(0, Math.max(1, Math.round(frames * tailShare)))
    .map(({ frame }) => frame);
  const windows = Array.from({ length: windowCount }, (_, index): readonly [number, number] => [
    Math.floor((frames * index) / windowCount),
    Math.floor((frames * (index + 1)) / windowCount),
  ]);
  return [
    { scope: "body", frames: null, values: logs.map(median) },
    { scope: "tail", frames: null, values: logs.map((ofPair) => median(slowest.map((frame) => ofPair[frame] ?? 0))) },
    ...windows.flatMap(([from, to]): readonly Effect[] =>
      to > from
        ? [{ scope: "window", frames: [from, to - 1], values: logs.map((ofPair) => median(ofPair.slice(from, to))) }]
        : [],
    ),
  ];
}

/** Resolution of a browser's clock: two times that differ by less are equal. */
const resolutionMs = 0.001;

function logRatio({ baseline, current }: DuetPair, frame: number): number {
  return Math.log(((current[frame] ?? 0) + resolutionMs) / ((baseline[frame] ?? 0) + resolutionMs));
}

function meanCost({ baseline, current }: DuetPair, frame: number): number {
  return Math.sqrt(((baseline[frame] ?? 0) + resolutionMs) * ((current[frame] ?? 0) + resolutionMs));
}

/** @param t Student's t for the 95 % interval of this many pairs. */
function figureOf({ scope, frames, values }: Effect, pairs: number, t: number): DuetEffect {
  const mean = values.reduce((sum, value) => sum + value, 0) / pairs;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = t * Math.sqrt(squares / Math.max(1, pairs - 1) / pairs);
  return { scope, frames, ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}
