import { expect, it } from "vitest";
import { planCollections, planReadings, planStops } from "../../../harness/capture/plan-stops.ts";

it("steps a short run without a stop", () => {
  expect(planStops(60, 600, [])).toEqual([660]);
});

it("stops after every frame that a picture is taken of, once where that is the last one", () => {
  expect(planStops(60, 600, [599, 0, 9])).toEqual([61, 70, 660]);
});

it("never records more steps at once than a browser keeps, however long the run", () => {
  const stops = planStops(60, 150_000, [7500]);
  const stretches = stops.map((stop, index) => stop - (stops[index - 1] ?? 0));
  expect(stretches.reduce((total, steps) => total + steps, 0)).toBe(150_060);
  expect(Math.max(...stretches)).toBe(1000);
  expect(Math.min(...stretches)).toBeGreaterThan(0);
});

it("stops to collect garbage in neighbouring frames and in distant ones, and never past the end", () => {
  const collections = planCollections(300);
  const gaps = collections.map((stop, index) => stop - (collections[index - 1] ?? 0));
  expect(new Set(gaps)).toEqual(new Set([1, 2, 5, 23, 41]));
  expect(Math.max(...collections)).toBeLessThan(300);
  expect(planStops(0, 300, [], collections)).toEqual([...collections, 300]);
});

it("reads work at the end of the warm-up, every so many frames, and after the last one", () => {
  expect(planReadings(60, 25, 10)).toEqual([60, 70, 80, 85]);
  expect(planReadings(0, 2, 1)).toEqual([1, 2]);
});
