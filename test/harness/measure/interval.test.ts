import { describe, expect, it } from "vitest";
import { countFramesOver } from "../../../harness/measure/frames-over.ts";
import {
  bootInterval,
  collectorInterval,
  type Interval,
  quantileIntervals,
} from "../../../harness/measure/interval.ts";
import { pairFrames } from "../../../harness/measure/pair-frames.ts";
import { median, quantile, sortSamples } from "../../../harness/measure/quantile.ts";
import { disturb, variedCosts, type NoiseModel } from "../fixtures/noise-model.ts";
import { gaussian, seededRandom } from "../fixtures/seeded-random.ts";

const frames = 100;
const varied = variedCosts(frames);
const flat = varied.map(() => 2);

const ordinary: NoiseModel = {
  betweenRepeats: 0.03,
  betweenFrames: 0.03,
  inherited: 0.8,
  pauses: 0.02,
  slowRepeats: 0,
};
const crowded: NoiseModel = {
  betweenRepeats: 0.05,
  betweenFrames: 0.06,
  inherited: 0.9,
  pauses: 0.03,
  slowRepeats: 0.15,
};
const nervous: NoiseModel = {
  betweenRepeats: 0.005,
  betweenFrames: 0.06,
  inherited: 0.3,
  pauses: 0.02,
  slowRepeats: 0,
};

type Repeats = readonly (readonly number[])[];

function figureOf(repeats: Repeats, fraction = 0.95): number {
  return quantile(sortSamples(pairFrames(repeats)), fraction);
}

function intervalOf(repeats: Repeats, value: number, fraction = 0.95): Interval {
  return quantileIntervals(repeats, betweenGates)!({ value, fraction });
}

interface Situation {
  readonly costs: readonly number[];
  readonly model: NoiseModel;
  readonly repeats: number;
  /** Default: 0.95. */
  readonly fraction?: number;
}

// As measured on two shared cores, see docs/mechanisms.md.
const betweenGates = 0.03;

/** The definition: the share of many gates whose interval contains the value of endless repeats in endless gates. */
function coverage(
  { costs, model, repeats, fraction }: Situation,
  trials: number,
): { readonly share: number; readonly width: number } {
  const random = seededRandom(4242 + repeats);
  const measure = (count: number, level = 1): Repeats =>
    Array.from({ length: count }, () => disturb(costs, model, random).map((cost) => cost * level));
  const truth = figureOf(measure(801), fraction);
  let held = 0;
  let width = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const columns = measure(repeats, Math.exp(betweenGates * gaussian(random)));
    const interval = intervalOf(columns, figureOf(columns, fraction), fraction);
    if (interval.low <= truth && truth <= interval.high) held += 1;
    width += (interval.high - interval.low) / truth / trials;
  }
  return { share: held / trials, width };
}

/** A heavy frame that stands out, as after a level has loaded. */
const spiked = flat.map((cost, frame) => (frame === 77 ? 12 : cost));

describe("quantileIntervals", () => {
  // Noise of the test: 250 to 600 trials place a true share of 95 % within 1.8 to 2.7 points. An interval that contains
  // everything is worthless, so its mean width, as a share of the value, is limited.
  it.each([
    { machine: "an ordinary machine", costs: varied, model: ordinary, repeats: 2, widest: 0.44 },
    { machine: "an ordinary machine", costs: varied, model: ordinary, repeats: 5, widest: 0.2 },
    { machine: "an ordinary machine", costs: varied, model: ordinary, repeats: 8, widest: 0.17 },
    { machine: "an ordinary machine", costs: varied, model: ordinary, repeats: 15, widest: 0.14 },
    { machine: "a machine with slow repeats", costs: varied, model: crowded, repeats: 5, widest: 0.6 },
    { machine: "a machine with slow repeats", costs: varied, model: crowded, repeats: 15, widest: 0.3 },
    { machine: "a machine that differs from frame to frame", costs: varied, model: nervous, repeats: 5, widest: 0.22 },
    {
      machine: "frames of equal cost, where the worst are only unlucky",
      costs: flat,
      model: nervous,
      repeats: 5,
      widest: 0.24,
    },
    {
      machine: "frames of equal cost, where the worst are only unlucky",
      costs: flat,
      model: nervous,
      repeats: 10,
      widest: 0.18,
    },
  ])("holds the true p95 in 19 of 20 gates or more with $repeats repeats on $machine", (situation) => {
    const { share, width } = coverage(situation, situation.repeats > 8 ? 250 : 600);
    expect(share).toBeGreaterThan(0.92);
    expect(width).toBeLessThan(situation.widest);
  });

  it("does not mistake equal repeats for certainty", () => {
    const { low, high } = intervalOf([flat, flat, flat], 2);
    expect(low).toBeLessThan(1.88);
    expect(high).toBeGreaterThan(2.12);
  });

  it("narrows with repeats, but not below the variation between gates", () => {
    const widths = [2, 3, 5, 8, 15, 200].map((count) => {
      const interval = intervalOf(
        Array.from({ length: count }, () => flat),
        2,
      );
      return interval.high - interval.low;
    });
    expect(widths).toEqual([...widths].sort((left, right) => right - left));
    expect(widths.at(-1)).toBeGreaterThan(2 * 2 * 1.95 * betweenGates);
  });

  it("always holds the value that it belongs to and never goes below zero", () => {
    const random = seededRandom(5);
    for (let trial = 0; trial < 200; trial += 1) {
      const columns = Array.from({ length: 2 }, () => disturb(flat, crowded, random));
      const value = figureOf(columns);
      const { low, high } = intervalOf(columns, value);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
  });

  it("is refused for a single repeat", () => {
    expect(quantileIntervals([varied], betweenGates)).toBeNull();
  });

  it.each([
    { of: "the median", costs: varied, fraction: 0.5, widest: 0.2 },
    { of: "the p99", costs: varied, fraction: 0.99, widest: 0.2 },
    { of: "the worst frame", costs: varied, fraction: 1, widest: 0.24 },
    { of: "the worst of equal frames, which is only unlucky", costs: flat, fraction: 1, widest: 0.5 },
    { of: "a frame that stands out", costs: spiked, fraction: 1, widest: 0.22 },
  ])("holds the true value of $of in 19 of 20 gates or more", ({ costs, fraction, widest }) => {
    const { share, width } = coverage({ costs, model: ordinary, repeats: 5, fraction }, 300);
    expect(share).toBeGreaterThan(0.92);
    expect(width).toBeLessThan(widest);
  });
});

describe("countFramesOver", () => {
  /** Share of gates whose interval contains the true number, and its mean width in frames. */
  function countCoverage(costs: readonly number[], limit: number): { readonly share: number; readonly width: number } {
    const random = seededRandom(77);
    const measure = (count: number): Repeats => {
      const level = count > 100 ? 1 : Math.exp(betweenGates * gaussian(random));
      return Array.from({ length: count }, () => disturb(costs, ordinary, random).map((cost) => cost * level));
    };
    const truth = countFramesOver([pairFrames(measure(801))], limit, betweenGates).value;
    const trials = 300;
    let [held, width] = [0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      const { low, high } = countFramesOver(measure(5), limit, betweenGates).interval!;
      if (low <= truth && truth <= high) held += 1;
      width += (high - low) / trials;
    }
    return { share: held / trials, width };
  }

  it.each([
    { frames: "a few heavy frames, far above the limit", costs: varied, limit: 3, widest: 12 },
    { frames: "frames that rise slowly above the limit", costs: varied, limit: 2.4, widest: 70 },
    { frames: "equal frames at the limit, where anything is possible", costs: flat, limit: 2, widest: 101 },
    { frames: "equal frames below the limit", costs: flat, limit: 2.6, widest: 3 },
  ])("holds the true number in 19 of 20 gates or more for $frames", ({ costs, limit, widest }) => {
    const { share, width } = countCoverage(costs, limit);
    expect(share).toBeGreaterThan(0.92);
    expect(width).toBeLessThan(widest);
  });
});

describe("bootInterval", () => {
  it("holds the true boot in 19 of 20 gates or more, though it varies eight times as much", () => {
    const random = seededRandom(11);
    const trials = 2000;
    let held = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const level = 300 * Math.exp(8 * betweenGates * gaussian(random));
      const boots = Array.from({ length: 5 }, () => level * Math.exp(0.2 * gaussian(random)));
      const { low, high } = bootInterval(boots, boots.toSorted((one, other) => one - other)[2]!, betweenGates)!;
      if (low <= 300 && 300 <= high) held += 1;
    }
    expect(held / trials).toBeGreaterThan(0.94);
  });

  it("is refused for a single repeat", () => {
    expect(bootInterval([300], 300, betweenGates)).toBeNull();
  });
});

describe("collectorInterval", () => {
  it.each([2, 3, 5])("holds the true figure in 19 of 20 gates or more, with %i repeats", (count) => {
    const random = seededRandom(12);
    const trials = 2000;
    let held = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const level = Math.exp(betweenGates * gaussian(random));
      const repeats = Array.from({ length: count }, () => level * Math.exp(0.2 * gaussian(random)));
      const { low, high } = collectorInterval(repeats, median(repeats), betweenGates)!;
      if (low <= 1 && 1 <= high) held += 1;
    }
    expect(held / trials).toBeGreaterThan(0.94);
  });

  it("is refused for a single repeat", () => {
    expect(collectorInterval([3], 3, betweenGates)).toBeNull();
  });
});
