import { describe, expect, it } from "vitest";
import { compareFunctionTimes, estimateTimes, type SampledBuild } from "../../../harness/measure/compare-profiles.ts";
import type { ProfiledRun } from "../../../src/formats/stack-samples.ts";
import type { WorkedFunction, WorkSamples } from "../../../src/formats/work.ts";
import { makeProfiledRun, span } from "../fixtures/make-profiled-run.ts";

/** A run of a frame of 10 ms, with as many samples of each stack as given. */
function runOf(stacks: Readonly<Record<string, number>>): ProfiledRun {
  const names = Object.entries(stacks).flatMap(([stack, count]) => Array.from({ length: count }, () => stack));
  return makeProfiledRun(
    [span(0, 10_000)],
    names.map((stack, index) => [index * 10, ...stack.split(" > ")] as const),
  );
}

/** Times of a frame without phases. */
function timesOf(frameMs: number): SampledBuild["times"] {
  return { cpuMs: [frameMs], phaseMs: [] };
}

function buildOf(
  frameMs: number,
  runs: readonly Readonly<Record<string, number>>[],
  work: WorkSamples | null = null,
): SampledBuild {
  return { runs: runs.map(runOf), times: timesOf(frameMs), work };
}

function workOf(functions: readonly WorkedFunction[]): WorkSamples {
  const nothing = { every: 1, readings: [], wasm: null, natives: [], flags: [], notes: [] };
  return { ...nothing, functions, texts: functions.map(({ text }) => text) };
}

describe("compareFunctionTimes", () => {
  it("has the function that takes more time first, with its part of a frame", () => {
    const before = buildOf(8, [
      { "g tick": 40, "g tick > g steer": 40 },
      { "g tick": 42, "g tick > g steer": 38 },
    ]);
    const now = buildOf(10, [
      { "g tick": 40, "g tick > g steer": 60 },
      { "g tick": 39, "g tick > g steer": 61 },
    ]);
    expect(compareFunctionTimes(before, now)).toMatchObject([
      { name: "steer", owner: "game", baselineMs: expect.closeTo(3.9, 6), currentMs: expect.closeTo(6.05, 6) },
    ]);
    expect(compareFunctionTimes(before, now)[0]?.part).toBeCloseTo(0.215, 4);
  });

  it("counts a library's time for the game's function that calls it, and lists the library's behind it", () => {
    const before = buildOf(5, [{ "g tick": 30, "g tick > g aim > l intersect": 20 }]);
    const now = buildOf(10, [{ "g tick": 30, "g tick > g aim > l intersect": 70 }]);
    expect(compareFunctionTimes(before, now)).toMatchObject([
      { name: "aim", baselineMs: 2, currentMs: 7, part: 0.5 },
      { name: "intersect", owner: "library", baselineMs: 2, currentMs: 7 },
    ]);
  });

  it("has a library first that takes more time for several functions of the game", () => {
    const before = buildOf(4, [{ "g aim > l intersect": 20, "g steer > l intersect": 20 }]);
    const now = buildOf(10, [{ "g aim > l intersect": 50, "g steer > l intersect": 50 }]);
    expect(compareFunctionTimes(before, now)).toMatchObject([
      { name: "intersect", owner: "library" },
      { name: expect.any(String), owner: "game" },
      { name: expect.any(String), owner: "game" },
    ]);
  });

  it("leaves out a function whose time varies more between runs than between builds", () => {
    const before = buildOf(10, [
      { "g tick": 50, "g wait": 10 },
      { "g tick": 50, "g wait": 45 },
    ]);
    const now = buildOf(10, [
      { "g tick": 50, "g wait": 30 },
      { "g tick": 50, "g wait": 50 },
    ]);
    expect(compareFunctionTimes(before, now)).toEqual([]);
  });

  it("knows a function of a minified build by the other name that it has now", () => {
    const worked = (name: string, text: string): WorkedFunction => ({
      ...{ name, position: `${name}.js:1:1`, owner: "game", work: 9, end: `${name}.js:9:9`, text },
    });
    const move = { before: worked("a", "move"), now: { ...worked("b", "move"), position: "a.js:1:9" } };
    const before = buildOf(5, [{ "g a": 50 }], workOf([move.before]));
    const sampled = makeProfiledRun(
      [span(0, 10_000)],
      Array.from({ length: 50 }, (_, index) => [index * 10, "g b"] as const),
    );
    const functions = sampled.stacks.functions.map((each) =>
      each.name === "b" ? { ...each, position: "a.js:1:10" } : each,
    );
    const now: SampledBuild = {
      runs: [{ ...sampled, stacks: { ...sampled.stacks, functions } }],
      ...{ times: timesOf(5), work: workOf([move.now]) },
    };
    expect(compareFunctionTimes(before, now)).toEqual([]);
    expect(compareFunctionTimes({ ...before, work: null }, { ...now, work: null })).toHaveLength(2);
  });

  it("blames an edited function for everything that it calls", () => {
    const worked = (name: string, text: string): WorkedFunction => ({
      ...{ name, position: `${name}.js:1:1`, owner: "game", work: 9, end: `${name}.js:9:9`, text },
    });
    const tick = worked("tick", "tick");
    const render = worked("render", "render");
    const before = buildOf(5, [{ "g tick": 10, "g tick > g render": 40 }], workOf([tick, render]));
    const now = buildOf(
      9,
      [{ "g tick": 10, "g tick > g render": 40, "g tick > g mirror > g render": 40 }],
      workOf([tick, render, worked("mirror", "mirror")]),
    );
    const [first, ...others] = compareFunctionTimes(before, now);
    expect(first).toMatchObject({ name: "mirror", baselineMs: 0, currentMs: 4 });
    expect(others.map(({ name }) => name)).toEqual(["render"]);
  });

  it("is empty for a build that was not sampled", () => {
    expect(compareFunctionTimes(buildOf(5, []), buildOf(5, [{ "g tick": 9 }]))).toEqual([]);
  });
});

describe("estimateTimes", () => {
  const phases = (physicsUs: number, renderUs: number): ProfiledRun => {
    const end = physicsUs + renderUs;
    const phaseEnds = [physicsUs, end].map((us) => ({ ts: us, tts: us }));
    return { ...runOf({}), spans: [{ ...span(0, end), phaseEnds }] };
  };

  it("takes from both builds what sampling adds to each phase of the current one", () => {
    const timed = { cpuMs: [7], phaseMs: [[5], [2]] };
    const times = estimateTimes([phases(3000, 4000)], [phases(6000, 4000)], timed);
    expect(times).toEqual({ baseline: { cpuMs: [4.5], phaseMs: [[2.5], [2]] }, current: timed });
  });

  it("has the times of the sampled runs if none was timed", () => {
    expect(estimateTimes([phases(3000, 4000)], [phases(6000, 4000)], null)).toEqual({
      baseline: { cpuMs: [7], phaseMs: [[3], [4]] },
      current: { cpuMs: [10], phaseMs: [[6], [4]] },
    });
  });
});
