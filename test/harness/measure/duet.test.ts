import { describe, expect, it } from "vitest";
import { compareDuet, type DuetPair, firstDuetLook, nextDuetLook } from "../../../harness/measure/duet.ts";
import type { DuetResult } from "../../../src/formats/baseline.ts";
import { disturb, type NoiseModel, variedCosts } from "../fixtures/noise-model.ts";
import { gaussian, seededRandom } from "../fixtures/seeded-random.ts";

const frames = 160;
const costs = variedCosts(frames);
const slowest = new Set(
  costs
    .map((cost, frame) => ({ cost, frame }))
    .sort((left, right) => right.cost - left.cost)
    .slice(0, frames / 20)
    .map(({ frame }) => frame),
);

// A pair runs in lockstep, so its processes share their level; the rest of the noise is not shared.
const machine: NoiseModel = {
  betweenRepeats: 0.01,
  betweenFrames: 0.05,
  inherited: 0.5,
  pauses: 0.02,
  slowRepeats: 0,
};

function measurePair(random: () => number, slowdown: (frame: number) => number): DuetPair {
  const level = Math.exp(0.05 * gaussian(random));
  const shared = costs.map((cost) => cost * level);
  const slower = shared.map((cost, frame) => cost * slowdown(frame));
  return { baseline: disturb(shared, machine, random), current: disturb(slower, machine, random) };
}

function runGate(random: () => number, slowdown: (frame: number) => number): DuetResult {
  const pairs: DuetPair[] = [];
  for (let look: number | null = firstDuetLook; look !== null; look = nextDuetLook(look)) {
    while (pairs.length < look) pairs.push(measurePair(random, slowdown));
    const result = compareDuet(pairs);
    if (result.verdict !== "undecided" || nextDuetLook(look) === null) return result;
  }
  throw new Error("There is a last look.");
}

function countVerdicts(gates: number, slowdown: (frame: number) => number): Readonly<Record<string, number>> {
  const random = seededRandom(99);
  const counts: Record<string, number> = {};
  for (let gate = 0; gate < gates; gate += 1) {
    const { verdict } = runGate(random, slowdown);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

describe("compareDuet, on a simulated machine", () => {
  it("finds no difference between equal builds, in at least 98 of 100 gates", () => {
    const { slower = 0, faster = 0 } = countVerdicts(100, () => 1);
    expect(slower + faster).toBeLessThanOrEqual(2);
  });

  it.each([
    { what: "a build that is 3 % slower", slowdown: () => 1.03, gates: 30, found: 28 },
    {
      what: "a build whose slowest frames take 10 % more",
      slowdown: (frame: number) => (slowest.has(frame) ? 1.1 : 1),
      gates: 30,
      found: 28,
    },
    {
      what: "a build that is 8 % slower in a tenth of its frames",
      slowdown: (frame: number) => (frame >= 84 && frame < 100 ? 1.08 : 1),
      gates: 20,
      found: 18,
    },
  ])("finds $what", ({ slowdown, gates, found }) => {
    expect(countVerdicts(gates, slowdown)["slower"]).toBeGreaterThanOrEqual(found);
  });

  it("names the place: the window, or the slowest frames", () => {
    const random = seededRandom(5);
    const window = runGate(random, (frame) => (frame >= 80 && frame < 100 ? 1.15 : 1));
    expect(window.effect).toMatchObject({ scope: "window", frames: [80, 99] });
    const tail = runGate(random, (frame) => (slowest.has(frame) ? 1.2 : 1));
    expect(tail.effect.scope).toBe("tail");
    expect(tail.effect.ratio).toBeGreaterThan(1.1);
  });

  it("reports a faster build as faster", () => {
    expect(runGate(seededRandom(1), () => 0.9)).toMatchObject({ verdict: "faster", effect: { scope: "body" } });
  });
});

describe("compareDuet", () => {
  it("is reversed when the builds are swapped", () => {
    const random = seededRandom(12);
    const pairs = Array.from({ length: 12 }, () => measurePair(random, () => 1.1));
    const swapped = pairs.map(({ baseline, current }) => ({ baseline: current, current: baseline }));
    const [one, other] = [compareDuet(pairs), compareDuet(swapped)];
    expect([one.verdict, other.verdict]).toEqual(["slower", "faster"]);
    expect(one.body.ratio * other.body.ratio).toBeCloseTo(1, 10);
    expect(one.tail.ratio * other.tail.ratio).toBeCloseTo(1, 10);
  });

  it("never fails a build after five or eight pairs, which have too few signs", () => {
    const random = seededRandom(2);
    for (const count of [5, 8]) {
      const pairs = Array.from({ length: count }, () => measurePair(random, () => 2));
      expect(compareDuet(pairs).verdict).toBe("undecided");
    }
  });

  it("treats frames below the clock's resolution as equal", () => {
    const still = { baseline: costs.map(() => 0), current: costs.map(() => 0) };
    expect(compareDuet([still, still, still, still, still])).toMatchObject({
      verdict: "no-difference",
      body: { ratio: 1 },
    });
  });
});
