import { expect, it } from "vitest";
import { judgeByLimit, renderStory, wallFigures } from "./story-gates.ts";

it("a gate by wall clock decides on the mean or the p95 of its frames", () => {
  const intervals = Array.from({ length: 101 }, (_, index) => index);
  const frames = { intervals, work: intervals.map((ms) => ms * 2) };
  expect(wallFigures.map(({ of }) => of(frames))).toEqual([50, 95, 190]);
  expect([judgeByLimit(20, 20), judgeByLimit(20.1, 20)].map(({ status }) => status)).toEqual(["pass", "fail"]);
});

it("the table counts the gates that fail and those that cannot decide, under each load", () => {
  const row = {
    ...({ gate: "frame CPU p95", unit: "ms", limit: 12 } as const),
    quiet: [judgeByLimit(10, 12), judgeByLimit(11, 12)],
    busy: [judgeByLimit(13, 12), { value: 12.04, status: "inconclusive" }] as const,
  };
  const counted = { gate: "draw calls", unit: "", limit: 21, quiet: [judgeByLimit(18, 21)], busy: [] } as const;
  expect(
    renderStory([row, { ...counted, busy: counted.quiet }])
      .split("\n")
      .slice(2),
  ).toEqual([
    "| frame CPU p95 | 12.0 ms | 10.0 ms to 11.0 ms | 0 of 2 | 12.0 ms to 13.0 ms | 1 of 2, 1 inconclusive |",
    "| draw calls | 21 | 18 | 0 of 1 | 18 | 0 of 1 |",
    "",
  ]);
});
