import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { median, quantile, quantileMethod, sortSamples } from "../../../harness/measure/quantile.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";

/**
 * The definition of R's type 7, written without a library: linear interpolation between the two adjacent order
 * statistics.
 */
function plainQuantile(samples: readonly number[], fraction: number): number {
  const ascending = [...samples].sort((left, right) => left - right);
  const position = fraction * (ascending.length - 1);
  const below = ascending[Math.floor(position)]!;
  const above = ascending[Math.ceil(position)]!;
  return below * (1 - (position - Math.floor(position))) + above * (position - Math.floor(position));
}

describe("quantile", () => {
  it("agrees with the definition of its method on generated samples", () => {
    const random = seededRandom(11);
    for (let trial = 0; trial < 300; trial += 1) {
      const samples = Array.from({ length: 1 + Math.floor(random() * 50) }, () => random() * 20);
      for (const fraction of [0, 0.05, 0.5, 0.95, 0.99, 1]) {
        expect(quantile(sortSamples(samples), fraction)).toBeCloseTo(plainQuantile(samples, fraction), 10);
      }
    }
  });

  it("names the version of the library that is installed, so that an upgrade cannot change the method in silence", () => {
    const packageJson = readFileSync("node_modules/simple-statistics/package.json", "utf8");
    expect(packageJson).toContain(`"version": "${quantileMethod.split(" ").at(-1)!}"`);
  });
});

describe("sortSamples", () => {
  it("sorts numerically, and leaves its input unchanged", () => {
    const samples = [10, 9, 2];
    expect(sortSamples(samples)).toEqual([2, 9, 10]);
    expect(samples).toEqual([10, 9, 2]);
  });

  it("refuses an empty list, and NaN", () => {
    expect(() => sortSamples([])).toThrow(RangeError);
    expect(() => sortSamples([1, Number.NaN])).toThrow(RangeError);
  });
});

describe("median", () => {
  it("is the mean of the middle two of an even number", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});
