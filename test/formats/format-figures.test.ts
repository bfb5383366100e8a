import { expect, it } from "vitest";
import { formatCount, formatHeadroom, formatMs } from "../../src/formats/format-figures.ts";

it("groups thousands and leaves smaller numbers alone", () => {
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

it("prints milliseconds to the microsecond", () => {
  expect(formatMs(16.66666)).toBe("16.667 ms");
});

it("rounds headroom down, so that a slightly exceeded budget is never printed as met", () => {
  expect(formatHeadroom(4.0001, 4)).toBe("-0.1 %");
  expect(formatHeadroom(4, 4)).toBe("0.0 %");
  expect(formatHeadroom(3, 4)).toBe("25.0 %");
});

it("gives no headroom of a budget of zero", () => {
  expect(formatHeadroom(3, 0)).toBe("");
});
