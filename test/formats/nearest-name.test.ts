import { describe, expect, it } from "vitest";
import { createSuggester, nearestName } from "../../src/formats/nearest-name.ts";

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
