import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flipSigns } from "../../../harness/measure/sign-flip.ts";
import { gaussian, seededRandom } from "../fixtures/seeded-random.ts";

describe("flipSigns", () => {
  it("gives the probability of one pattern if every value is above zero", () => {
    expect(flipSigns([[1, 2, 3, 4, 5]]).above).toEqual({ p: 1 / 32, index: 0 });
    expect(flipSigns([[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]]).above.p).toBe(1 / 256);
  });

  it("gives one if every value is below zero, or is zero", () => {
    expect(flipSigns([[-1, -2, -3]]).above.p).toBe(1);
    expect(flipSigns([[0, 0, 0]]).above.p).toBe(1);
  });

  it("tests the other direction with the same flips", () => {
    const columns = [
      [3, -1, 2, -0.5, 1, 0.3],
      [-1, -2, 0.5, -3, -1, -2],
    ];
    const { above, below } = flipSigns(columns);
    const negated = flipSigns(columns.map((column) => column.map((value) => -value)));
    expect([negated.below, negated.above]).toEqual([above, below]);
  });

  it("names the column that is the most certain, not the one with the largest values", () => {
    const [steady, wild] = [
      [1, 1.1, 0.9, 1, 1.05, 0.95],
      [90, -80, 40, 70, -30, 60],
    ];
    expect(flipSigns([wild, steady]).above.index).toBe(1);
  });

  it("does not depend on the unit of a column, nor on the order of the pairs", () => {
    const values = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.001, max: 1000, noNaN: true }), (column, factor) => {
        fc.pre(column.some((value) => Math.abs(value) > 1e-6));
        const { p } = flipSigns([column]).above;
        expect(flipSigns([column.map((value) => value * factor)]).above.p).toBeCloseTo(p, 10);
        expect(flipSigns([column.toReversed()]).above.p).toBeCloseTo(p, 10);
      }),
    );
  });

  it("gives p below a level as often as the level says, with ten columns of noise, in sampled patterns too", () => {
    const random = seededRandom(31);
    for (const [pairs, trials] of [
      [10, 400],
      [16, 60],
    ] as const) {
      const ps = Array.from({ length: trials }, () => {
        const level = Array.from({ length: pairs }, () => gaussian(random));
        return flipSigns(Array.from({ length: 10 }, () => level.map((value) => value + 0.5 * gaussian(random)))).above
          .p;
      });
      const below = ps.filter((p) => p <= 0.1).length / trials;
      // Three standard deviations of that share.
      expect(Math.abs(below - 0.1)).toBeLessThan(3 * Math.sqrt((0.1 * 0.9) / trials));
    }
  });
});
