import { describe, expect, it } from "vitest";
import { createSuggester, nearestName } from "../../src/formats/nearest-name.ts";

describe("nearestName", () => {
  it("finds a different case, a typo and a swap", () => {
    expect(["zorder", "zOrdr", "zOrdre"].map((name) => nearestName(name, ["id", "zOrder"]))).toEqual([
      "zOrder",
      "zOrder",
      "zOrder",
    ]);
  });

  it("completes a shortened name", () => {
    expect(nearestName("pixi", ["threejs", "pixijs"])).toBe("pixijs");
  });

  it("suggests neither a distant name nor the name itself", () => {
    expect(nearestName("gpuMsP95", ["frameCpuMsP95", "maxEntities"])).toBeNull();
    expect(nearestName("a", ["a", "b"])).toBeNull();
    expect(nearestName("x".repeat(1000), ["x"])).toBeNull();
  });
});

describe("createSuggester", () => {
  it("always gives the same suggestion for a name", () => {
    const suggest = createSuggester(["threejs", "pixijs"]);
    expect(["pixi", "nothing", "pixi", "nothing"].map(suggest)).toEqual(["pixijs", null, "pixijs", null]);
  });

  it("stops suggesting after too many wrong names, and remembers its earlier suggestions", () => {
    const candidates = Array.from({ length: 1000 }, (_, index) => `candidate${index}`);
    const suggest = createSuggester(candidates);
    const suggestions = Array.from({ length: 300 }, (_, index) => suggest(`candidat${index}`));
    expect(suggestions.slice(0, 200)).not.toContain(null);
    expect(new Set(suggestions.slice(200))).toEqual(new Set([null]));
    expect(suggest("candidat7")).toBe("candidate7");
  });

  it("suggests for a single name among any number of candidates", () => {
    const suggest = createSuggester(Array.from({ length: 300_000 }, (_, index) => `candidate${index}`));
    expect(suggest("candidat7")).toBe("candidate7");
  });
});
