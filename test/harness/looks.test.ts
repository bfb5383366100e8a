import { describe, expect, it } from "vitest";
import { errorSpentAt, firstLook, nextLook } from "../../harness/looks.ts";

describe("the looks of a gate", () => {
  function walk(from: number): readonly number[] {
    const next = nextLook(from);
    return next === null ? [] : [next, ...walk(next)];
  }

  it("are few, and spend one error in twenty together", () => {
    const looks = [firstLook, ...walk(firstLook)];
    expect(looks).toEqual([2, 3, 5, 8, 12, 15]);
    expect(looks.reduce((sum, look) => sum + errorSpentAt(look), 0)).toBeCloseTo(0.05, 12);
  });

  it("go on from any number of repeats that a user asked for", () => {
    expect(walk(4)).toEqual([5, 8, 12, 15]);
    expect(walk(40)).toEqual([]);
  });
});
