import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "../../src/formats/edit-distance.ts";

/** The definition, written as a recursion. */
function slowDistance(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  const cost = left.at(-1) === right.at(-1) ? 0 : 1;
  const plain = Math.min(
    slowDistance(left.slice(0, -1), right) + 1,
    slowDistance(left, right.slice(0, -1)) + 1,
    slowDistance(left.slice(0, -1), right.slice(0, -1)) + cost,
  );
  const isSwapped = left.length > 1 && right.length > 1 && left.at(-1) === right.at(-2) && left.at(-2) === right.at(-1);
  return isSwapped ? Math.min(plain, slowDistance(left.slice(0, -2), right.slice(0, -2)) + 1) : plain;
}

describe("editDistance", () => {
  it("agrees with the definition", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(editDistance(left, right)).toBe(slowDistance(left, right));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
