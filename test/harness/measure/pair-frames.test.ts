import { expect, it } from "vitest";
import { pairFrames } from "../../../harness/measure/pair-frames.ts";

it("takes the median of each frame, so that one disturbed repeat does not count", () => {
  expect(
    pairFrames([
      [1, 5],
      [2, 90],
      [80, 6],
    ]),
  ).toEqual([2, 6]);
});

it("leaves out frames that a repeat lacks", () => {
  expect(
    pairFrames([
      [1, 2, 3],
      [1, 2],
    ]),
  ).toEqual([1, 2]);
});

it("gives no frames for no repeats", () => {
  expect(pairFrames([])).toEqual([]);
});
