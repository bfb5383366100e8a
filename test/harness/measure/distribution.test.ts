import fc from "fast-check";
import { expect, it } from "vitest";
import { distributionsOf } from "../../../harness/measure/distribution.ts";
import { makeRow, makeSweep } from "../../formats/sweep-document.ts";

it("has the ends, the median and the p95 of what was measured", () => {
  const rows = Array.from({ length: 21 }, (_, index) => makeRow(index, 100 + index));
  const failed = { ...makeRow(50, 0), metrics: {} };
  expect(distributionsOf(makeSweep([...rows, failed]))).toEqual({
    maxDrawCalls: { min: 100, median: 110, p95: 119, max: 120 },
  });
});

it("is empty if nothing was measured", () => {
  expect(distributionsOf(makeSweep([]))).toEqual({});
  expect(distributionsOf(makeSweep([{ ...makeRow(1, 0), metrics: {} }]))).toEqual({});
});

it("is in order, between figures of the seeds, whatever the order of the seeds", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 }), (values) => {
      const rows = values.map((value, seed) => makeRow(seed, value));
      const shuffled = values.toReversed().map((value, seed) => makeRow(seed, value));
      const { maxDrawCalls } = distributionsOf(makeSweep(rows));
      expect(distributionsOf(makeSweep(shuffled)).maxDrawCalls).toEqual(maxDrawCalls);
      const { min = 0, median = 0, p95 = 0, max = 0 } = maxDrawCalls ?? {};
      expect([min, max]).toEqual([Math.min(...values), Math.max(...values)]);
      expect(min <= median && median <= p95 && p95 <= max).toBe(true);
      expect(values.filter((value) => value <= median).length * 2).toBeGreaterThanOrEqual(values.length);
    }),
    { seed: 7 },
  );
});
