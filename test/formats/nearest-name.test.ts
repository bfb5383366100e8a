import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSuggester, editDistance, nearestName } from "../../src/formats/nearest-name.ts";

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

describe("nearestName", () => {
  it("finds another case, a slip and a swap", () => {
    expect(["zorder", "zOrdr", "zOrdre"].map((name) => nearestName(name, ["id", "zOrder"]))).toEqual([
      "zOrder",
      "zOrder",
      "zOrder",
    ]);
  });

  it("completes a name that was shortened", () => {
    expect(nearestName("pixi", ["threejs", "pixijs"])).toBe("pixijs");
  });

  it("suggests nothing that is far away or the name itself", () => {
    expect(nearestName("gpuMsP95", ["frameCpuMsP95", "maxEntities"])).toBeNull();
    expect(nearestName("a", ["a", "b"])).toBeNull();
    expect(nearestName("x".repeat(1000), ["x"])).toBeNull();
  });
});

describe("createSuggester", () => {
  it("gives one name always the same suggestion", () => {
    const suggest = createSuggester(["threejs", "pixijs"]);
    expect(["pixi", "nothing", "pixi", "nothing"].map(suggest)).toEqual(["pixijs", null, "pixijs", null]);
  });

  it("stops suggesting when more names are wrong than anybody wrote by hand, and remembers what it said", () => {
    const candidates = Array.from({ length: 1000 }, (_, index) => `candidate${index}`);
    const suggest = createSuggester(candidates);
    const suggestions = Array.from({ length: 300 }, (_, index) => suggest(`candidat${index}`));
    expect(suggestions.slice(0, 200)).not.toContain(null);
    expect(new Set(suggestions.slice(200))).toEqual(new Set([null]));
    expect(suggest("candidat7")).toBe("candidate7");
  });

  it("suggests for a single name however many candidates there are", () => {
    const suggest = createSuggester(Array.from({ length: 300_000 }, (_, index) => `candidate${index}`));
    expect(suggest("candidat7")).toBe("candidate7");
  });
});
