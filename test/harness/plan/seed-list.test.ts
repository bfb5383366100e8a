import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSeeds, parseSeed, parseSeeds, seedsMax, seedsOfShard } from "../../../harness/plan/seed-list.ts";

/** Few different seeds, so that lists have ranges and repetitions. */
const seedLists = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 40 });

function sortedOnce(seeds: readonly number[]): readonly number[] {
  return [...new Set(seeds)].toSorted((one, other) => one - other);
}

describe("parseSeeds", () => {
  it.each([
    ["7", [7]],
    ["1..4", [1, 2, 3, 4]],
    ["-2..1", [-2, -1, 0, 1]],
    ["3, 7 ,20..22", [3, 7, 20, 21, 22]],
    ["5,1..3,2,5", [1, 2, 3, 5]],
    ["4..4", [4]],
    ["-0", [0]],
    ["9007199254740990..9007199254740991", [9007199254740990, 9007199254740991]],
  ])("reads %s", (text, seeds) => {
    expect(parseSeeds(text)).toEqual(seeds);
  });

  it.each([
    ["1-9", "Did you mean 1..9?"],
    ["9..1", "Did you mean 1..9?"],
    ["1...9", "Did you mean 1..9?"],
    ["2:4,8", "Did you mean 2..4?"],
    ["1,,9", "a part of it is empty"],
    ["", "a part of it is empty"],
    ["1.5", '"1.5" is neither a seed nor a range.'],
    ["0x10", '"0x10" is neither a seed nor a range.'],
    ["1..9..12", "is neither a seed nor a range."],
  ])("refuses %j: %s", (text, message) => {
    expect(() => parseSeeds(text)).toThrow(expect.objectContaining({ code: "bad-seeds" }));
    expect(() => parseSeeds(text)).toThrow(message);
  });

  it("refuses a seed that --seed refuses", () => {
    expect(() => parseSeeds("1..9007199254740992")).toThrow(expect.objectContaining({ code: "bad-seed" }));
    expect(() => parseSeed("9007199254740992")).toThrow(expect.objectContaining({ code: "bad-seed" }));
  });

  it("refuses more seeds than the limit, however large the range", () => {
    expect(parseSeeds(`1..${String(seedsMax)}`)).toHaveLength(seedsMax);
    for (const text of [`0..${String(seedsMax)}`, `1..${String(seedsMax)},3`, "0..9007199254740991"]) {
      expect(() => parseSeeds(text)).toThrow(expect.objectContaining({ code: "too-many-seeds" }));
    }
  });

  it("gives every seed of a list once, ascending", () => {
    fc.assert(
      fc.property(seedLists, (seeds) => {
        expect(parseSeeds(seeds.join(","))).toEqual(sortedOnce(seeds));
      }),
      { seed: 7 },
    );
  });
});

describe("formatSeeds", () => {
  it.each([
    [[1, 2, 3, 7], "1..3,7"],
    [[1, 2], "1,2"],
    [[-3, -2, -1, 0, 5], "-3..0,5"],
    [[], null],
  ])("writes %j", (seeds, text) => {
    expect(formatSeeds(seeds)).toBe(text);
  });

  it("writes what parseSeeds reads", () => {
    fc.assert(
      fc.property(seedLists, (seeds) => {
        expect(parseSeeds(formatSeeds(sortedOnce(seeds)) ?? "")).toEqual(sortedOnce(seeds));
      }),
      { seed: 7 },
    );
  });
});

describe("seedsOfShard", () => {
  it("splits a list into blocks of nearly the same length", () => {
    fc.assert(
      fc.property(seedLists, fc.integer({ min: 1, max: 12 }), (list, of) => {
        const seeds = sortedOnce(list);
        const shards = Array.from({ length: of }, (_, part) => seedsOfShard(seeds, { index: part + 1, of }));
        expect(shards.flat()).toEqual(seeds);
        const lengths = shards.map(({ length }) => length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
      { seed: 7 },
    );
  });
});
