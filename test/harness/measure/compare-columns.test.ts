import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareColumns,
  compareFunctions,
  type ExactColumns,
  type ExactWork,
  judgeWork,
} from "../../../harness/measure/compare-columns.ts";
import { recordByCount } from "../../../src/formats/frame-counts.ts";
import { functionsListed, type FunctionWork, type WorkedFunction } from "../../../src/formats/work.ts";

const none: ExactColumns = recordByCount(() => null);

function draws(column: readonly number[]): ExactColumns {
  return { ...none, drawCalls: column };
}

function constant(value: number, frames = 300): readonly number[] {
  return Array.from({ length: frames }, () => value);
}

describe("compareColumns", () => {
  it("finds equal columns equal, and leaves out columns that neither build has", () => {
    const [only, ...others] = compareColumns(draws(constant(18)), draws(constant(18)));
    expect(others).toEqual([]);
    expect(only).toEqual({
      count: "drawCalls",
      baseline: 5400,
      current: 5400,
      firstDifference: null,
      worstWindow: null,
    });
  });

  it("names the first frame that differs and the second that grew the most", () => {
    const now = constant(18).map((value, frame) => (frame >= 150 && frame < 210 ? 27 : frame === 30 ? 19 : value));
    const [only] = compareColumns(draws(constant(18)), draws(now));
    expect(only).toMatchObject({ firstDifference: 30, worstWindow: { frames: [150, 209], growth: 0.5 } });
  });

  it("treats a column missing in one build as zeros, and gives growth as a share of one per frame", () => {
    const [only] = compareColumns(none, draws(constant(2)));
    expect(only).toMatchObject({ baseline: 0, current: 600, firstDifference: 0, worstWindow: { growth: 2 } });
    expect(compareColumns(draws(constant(2)), none)[0]).toMatchObject({ worstWindow: { growth: -1 } });
  });

  it("treats a longer run as different from the end of the other", () => {
    const [only] = compareColumns(draws(constant(3, 100)), draws(constant(3, 120)));
    expect(only).toMatchObject({ firstDifference: 100 });
  });

  it("covers every frame with a window, for any length of the run", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (frames, at) => {
        const burst = at % frames;
        const now = constant(0, frames).map((value, frame) => (frame === burst ? 1 : value));
        const worst = compareColumns(draws(constant(0, frames)), draws(now))[0]?.worstWindow;
        expect(worst?.growth).toBeCloseTo(1 / Math.min(60, frames), 12);
        expect(worst?.frames[0]).toBeLessThanOrEqual(burst);
        expect(worst?.frames[1]).toBeGreaterThanOrEqual(burst);
      }),
    );
  });
});

describe("judgeWork", () => {
  const judge = (now: readonly number[], limit = 0.02): string =>
    judgeWork(compareColumns(draws(constant(100)), draws(now)), limit);

  it.each([
    { now: constant(100), verdict: "same" },
    { now: constant(99), verdict: "less" },
    { now: constant(102), verdict: "more" },
    { now: constant(103), verdict: "too-much" },
    // One more draw in one frame.
    { now: constant(100).map((value, frame) => (frame === 7 ? value + 1 : value)), verdict: "more" },
    // Less in total, but one second of the run is worse.
    { now: constant(90).map((value, frame) => (frame < 60 ? 110 : value)), verdict: "too-much" },
  ])("is $verdict", ({ now, verdict }) => {
    expect(judge(now)).toBe(verdict);
  });

  it("allows no growth at all with a limit of zero", () => {
    expect(
      judge(
        constant(100).map((value, frame) => (frame === 7 ? value + 1 : value)),
        0,
      ),
    ).toBe("too-much");
    expect(judge(constant(100), 0)).toBe("same");
  });
});

describe("compareFunctions", () => {
  const listed = (name: string, work: number, position = "src/a.ts:1:1"): FunctionWork => ({
    ...{ name, position, owner: "game", work },
  });
  const workOf = (functions: ExactWork["functions"]): ExactWork => ({
    ...{ every: 1, readings: [], wasm: null, functions },
  });

  it("identifies a function by name and file, wherever its line and its package have moved", () => {
    const before = [listed("spawn", 10, "src/a.ts:4:1"), listed("clone", 7, "../node_modules/three/three.js:9:2")];
    const now = [listed("spawn", 16, "src/a.ts:8:1"), listed("clone", 7, "../../node_modules/three/three.js:9:2")];
    expect(compareFunctions(workOf(before), workOf(now))).toEqual([
      { name: "spawn", position: "src/a.ts:8:1", owner: "game", baseline: 10, current: 16 },
    ]);
  });

  it("takes a function missing from a short list as not run, and from a full list as its last entry", () => {
    const added = listed("added", 500);
    const full = Array.from({ length: functionsListed }, (_, index) => listed(`f${String(index)}`, 1000 - index));
    const last = full.at(-1)!.work;
    expect(compareFunctions(workOf([]), workOf([added]))).toMatchObject([{ baseline: 0, current: 500 }]);
    const found = compareFunctions(workOf(full), workOf([...full.slice(0, -1), listed("added", last + 3)]));
    expect(found).toMatchObject([{ name: "added", baseline: last, current: last + 3 }]);
  });

  const worked = (name: string, work: number, text: string, position: string): WorkedFunction => ({
    ...{ name, position, owner: "game", work, end: position, text },
  });

  const complete = (functions: readonly WorkedFunction[]): ExactWork => ({
    ...{ every: 1, readings: [], wasm: null, functions, texts: [functions.map(({ text }) => `${text};`).join("")] },
  });

  it("finds a function of a minified build by its text, whatever it and its file are called now", () => {
    const file = (hash: string, column: number): string => `assets/index-${hash}.js:1:${String(column)}`;
    const before = [
      worked("a", 900, "move", file("Bx1Yz12a", 10)),
      worked("b", 500, "draw", file("Bx1Yz12a", 90)),
      worked("c", 70, "steer", file("Bx1Yz12a", 200)),
    ];
    const now = [
      worked("b", 900, "move", file("C0ffee_1", 10)),
      worked("d", 800, "burn", file("C0ffee_1", 60)),
      worked("c", 500, "draw", file("C0ffee_1", 120)),
      worked("a", 75, "steer and burn", file("C0ffee_1", 230)),
    ];
    expect(compareFunctions(complete(before), complete(now))).toMatchObject([
      { name: "d", baseline: 0, current: 800 },
      { name: "a", baseline: 70, current: 75 },
    ]);
  });

  it("tells functions of one name in a file apart", () => {
    const before = [worked("set", 40, "x", "src/a.ts:1:1"), worked("set", 30, "y", "src/a.ts:9:1")];
    const now = [worked("set", 90, "y", "src/a.ts:12:1"), worked("set", 40, "x", "src/a.ts:1:1")];
    expect(compareFunctions(complete(before), complete(now))).toEqual([
      { name: "set", position: "src/a.ts:12:1", owner: "game", baseline: 30, current: 90 },
    ]);
  });

  it("does not take a function that fell out of a full list for one that ran less", () => {
    const full = Array.from({ length: functionsListed - 1 }, (_, index) => listed(`f${String(index)}`, 1000));
    const before = [...full, listed("f0", 20)];
    const now = [listed("added", 5000), ...full];
    expect(compareFunctions(workOf(before), workOf(now))).toMatchObject([{ name: "added", current: 5000 }]);
  });

  describe("the cause", () => {
    const clone = (work: number, text = "clone"): WorkedFunction => ({
      ...worked("clone", work, text, "node_modules/three/three.js:1:1"),
      owner: "library",
    });
    const aim = (work: number, text = "aim"): WorkedFunction => worked("aim", work, text, "a.js:1:1");
    const before = complete([clone(9000), aim(20)]);
    const namesOf = (...now: readonly WorkedFunction[]): readonly string[] =>
      compareFunctions(before, complete(now)).map(({ name }) => name);

    it("is the edited function, even if those that it calls grew more", () => {
      expect(namesOf(clone(18_000), aim(40, "aim twice"))).toEqual(["aim", "clone"]);
      expect(namesOf(clone(18_000), aim(20), worked("again", 2, "again", "b.js:9:1"))).toEqual(["again", "clone"]);
      expect(namesOf(clone(18_000, "copy"), aim(40))).toEqual(["clone", "aim"]);
    });

    it("is the game's own function if none was edited", () => {
      expect(namesOf(clone(18_000), aim(40))).toEqual(["aim", "clone"]);
    });
  });

  it("lists the five that differ the most, and the game's own one that grew the most", () => {
    const library = Array.from({ length: 7 }, (_, index): FunctionWork => {
      return { ...listed(`f${String(index)}`, 1000 - index, "node_modules/three/a.js:1:1"), owner: "library" };
    });
    const now = [...library, listed("small", 3), listed("own", 9), listed("generated", 20, ":1:2")];
    const names = compareFunctions(workOf([]), workOf(now)).map(({ name }) => name);
    expect(names).toEqual(["own", "f0", "f1", "f2", "f3", "f4"]);
  });
});
