import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FrameSpan, SampledFunction, StackSamples } from "../../../src/formats/stack-samples.ts";
import { profileFrames } from "../../../harness/measure/profile.ts";

function sampled(name: string, owner: SampledFunction["owner"]): SampledFunction {
  return { name, position: owner === "browser" ? "" : `src/${name}.ts:1:1`, owner, url: "", line: 0, column: 0 };
}

const emptyFrame = { cpuMs: 0, phaseMs: [] };
const root = sampled("(root)", "browser");
const tick = sampled("tick", "game");
const steer = sampled("steer", "game");
const sort = sampled("sort", "browser");
const hook = sampled("drawElements", "framegate");
const mark = sampled("mark", "framegate");
const collector = sampled("(garbage collector)", "browser");
const idle = sampled("(idle)", "browser");

/** Stacks, outermost function first, each a sample at its time in microseconds. */
function samplesOf(stacks: readonly (readonly [timeUs: number, ...stack: SampledFunction[]])[]): StackSamples {
  const functions = [...new Set(stacks.flatMap(([, ...stack]) => stack))];
  const nodes: StackSamples["nodes"][number][] = [];
  const samples = stacks.map(([, ...stack]) => {
    let parent: number | null = null;
    for (const each of stack) parent = nodes.push({ function: functions.indexOf(each), parent }) - 1;
    return parent ?? 0;
  });
  return { intervalUs: 100, functions, nodes, samples, timesUs: stacks.map(([timeUs]) => timeUs) };
}

/** Frames of a millisecond each, of which their thread ran for half. */
function frames(count: number): readonly FrameSpan[] {
  return Array.from({ length: count }, (_, frame) => {
    const start = { ts: frame * 2000, tts: frame * 500 };
    return { start, phaseEnds: [], end: { ts: start.ts + 1000, tts: start.tts + 500 } };
  });
}

describe("the functions of a run", () => {
  it("share out the CPU time of a frame by their samples", () => {
    const stacks = samplesOf([
      [100, root, tick, steer],
      [200, root, tick, steer],
      [300, root, tick, steer],
      [400, root, tick],
    ]);
    expect(profileFrames([{ stacks, spans: frames(1), pictures: [], emptyFrame }], null)).toEqual({
      ...{ intervalUs: 100, passes: 1, samples: 4, frameMs: 0.5 },
      functions: [
        { name: "steer", position: "src/steer.ts:1:1", owner: "game", selfMs: 0.375, totalMs: 0.375 },
        { name: "tick", position: "src/tick.ts:1:1", owner: "game", selfMs: 0.125, totalMs: 0.5 },
      ],
      frames: [{ frame: 0, cpuMs: 0.5, functions: [0, 1], selfMs: [0.375, 0.125] }],
    });
  });

  it("share out the time that was measured without sampling, if there is one", () => {
    const stacks = samplesOf([
      [100, root, tick],
      [2100, root, steer],
      [2200, root, steer],
      [2300, root, steer],
    ]);
    const profile = profileFrames([{ stacks, spans: frames(2), pictures: [], emptyFrame }], {
      cpuMs: [0.1, 0.3],
      phaseMs: [],
    });
    expect(profile?.frameMs).toBe(0.2);
    expect(profile?.functions.map(({ name, selfMs }) => [name, selfMs])).toEqual([
      ["steer", 0.15],
      ["tick", 0.05],
    ]);
    expect(profile?.frames.map(({ selfMs }) => selfMs)).toEqual([[0.1], [0.3]]);
  });

  it("share out the time of each phase by the samples in it", () => {
    const start = { ts: 0, tts: 0 };
    const spans = [{ start, phaseEnds: [{ ts: 400, tts: 300 }], end: { ts: 1000, tts: 500 } }];
    const stacks = samplesOf([
      [100, root, tick],
      [200, root, tick],
      [300, root, steer],
      [500, root, steer],
    ]);
    expect(profileFrames([{ stacks, spans, pictures: [], emptyFrame }], null)?.functions).toMatchObject([
      { name: "steer", selfMs: 0.3 },
      { name: "tick", selfMs: 0.2 },
    ]);
    const timed = { cpuMs: [1.4], phaseMs: [[0.6]] };
    expect(profileFrames([{ stacks, spans, pictures: [], emptyFrame }], timed)?.functions).toMatchObject([
      { name: "steer", selfMs: 1 },
      { name: "tick", selfMs: 0.4 },
    ]);
  });

  it("leave out the work that the harness does for itself", () => {
    const stacks = samplesOf([
      [100, root, tick],
      [200, root, hook],
      [300, root, hook, sort],
      [1500, root, hook],
    ]);
    const profile = profileFrames([{ stacks, spans: frames(1), pictures: [], emptyFrame }], {
      cpuMs: [0.3],
      phaseMs: [],
    });
    expect(profile).toMatchObject({ samples: 1, functions: [{ name: "tick", selfMs: 0.3 }] });
  });

  it("leave out the time that the harness takes where no other run was timed", () => {
    const stacks = samplesOf([[100, root, tick]]);
    const taken = { cpuMs: 0.1, phaseMs: [] };
    const run = { stacks, spans: frames(2), pictures: [], emptyFrame: taken };
    expect(profileFrames([run], null)).toMatchObject({ frameMs: 0.4, functions: [{ name: "tick", selfMs: 0.4 }] });
  });

  it("include the work that the browser and the harness do for them", () => {
    const stacks = samplesOf([
      [100, root, hook, tick, sort],
      [200, root, hook, tick, hook, sort],
    ]);
    const profile = profileFrames([{ stacks, spans: frames(1), pictures: [], emptyFrame }], null);
    expect(profile?.functions).toMatchObject([{ name: "tick", selfMs: 0.5, totalMs: 0.5 }]);
  });

  it("count once in a total, however often they recurse", () => {
    const stacks = samplesOf([[100, root, tick, steer, tick, steer]]);
    const profile = profileFrames([{ stacks, spans: frames(1), pictures: [], emptyFrame }], null);
    expect(profile?.functions.map(({ name, totalMs }) => [name, totalMs])).toEqual([
      ["steer", 0.5],
      ["tick", 0.5],
    ]);
  });

  it("stand for the WebAssembly without names that they call", () => {
    const inModule = sampled("wasm-function[30]", "game");
    const stacks = samplesOf([
      [100, root, tick, inModule, inModule],
      [200, root, tick],
    ]);
    const profile = profileFrames([{ stacks, spans: frames(1), pictures: [], emptyFrame }], null);
    expect(profile?.functions.map(({ name, selfMs, totalMs }) => [name, selfMs, totalMs])).toEqual([
      ["tick", 0.25, 0.5],
      ["tick in WebAssembly", 0.25, 0.25],
    ]);
  });

  it("are matched by name and position, in whatever order each run compiled them", () => {
    const one = samplesOf([
      [100, root, tick],
      [200, root, steer],
    ]);
    const other = samplesOf([
      [100, root, steer],
      [200, root, steer],
    ]);
    const spans = frames(1);
    const profile = profileFrames(
      [
        { stacks: one, spans, pictures: [], emptyFrame },
        { stacks: other, spans, pictures: [], emptyFrame },
      ],
      null,
    );
    expect(profile).toMatchObject({ passes: 2, samples: 4 });
    expect(profile?.functions).toMatchObject([
      { name: "steer", selfMs: 0.375 },
      { name: "tick", selfMs: 0.125 },
    ]);
  });
});

describe("samples", () => {
  it.each([
    ["of a mark that the harness makes", [300, root, hook, mark] as const],
    ["of a mark that the game makes", [300, root, tick, mark] as const],
    ["of a physics step's mark, within the game", [300, root, tick, hook, mark] as const],
    ["of doing nothing", [300, root, idle] as const],
    ["between two frames", [1500, root, steer] as const],
    ["after the last frame", [9500, root, steer] as const],
  ])("%s are left out", (_, stack) => {
    const stacks = samplesOf([[100, root, tick], stack]);
    const profile = profileFrames([{ stacks, spans: frames(2), pictures: [], emptyFrame }], null);
    expect(profile).toMatchObject({ samples: 1, functions: [{ name: "tick", selfMs: 0.5 }] });
  });

  it("of the browser's own work have a row of their own", () => {
    const stacks = samplesOf([
      [100, root, collector],
      [200, root, sampled("forceLayout", "framegate"), sort],
    ]);
    const profile = profileFrames([{ stacks, spans: frames(1), pictures: [], emptyFrame }], null);
    expect(profile?.functions).toMatchObject([
      { name: "(garbage collector)", owner: "browser", selfMs: 0.25 },
      { name: "(layout)", owner: "browser", selfMs: 0.25 },
    ]);
  });

  it("leave out the browser's own frames, and so does the time that they share", () => {
    const spans = [
      { start: { ts: 0, tts: 0 }, phaseEnds: [], end: { ts: 1000, tts: 900 } },
      { start: { ts: 2000, tts: 1000 }, phaseEnds: [], end: { ts: 2400, tts: 1300 } },
    ];
    const pictures = [
      { ts: 300, wallUs: 500, tts: 290, cpuUs: 480, pid: 1, tid: 1 },
      { ts: 1100, wallUs: 100, tts: 910, cpuUs: 50, pid: 1, tid: 1 },
    ];
    const stacks = samplesOf([
      [200, root, tick],
      ...[310, 500, 790].map((ts) => [ts, root, steer] as const),
      [810, root, tick],
      [2100, root, steer],
    ]);
    const profile = profileFrames([{ stacks, spans, pictures, emptyFrame }], null);
    expect(profile).toMatchObject({ samples: 3, frameMs: 0.36 });
    expect(profile?.frames.map(({ cpuMs }) => cpuMs)).toEqual([0.42, 0.3]);
    expect(profile?.functions.map(({ name, selfMs }) => [name, selfMs])).toEqual([
      ["tick", 0.24],
      ["steer", 0.12],
    ]);
  });

  it("give no profile if all are in a phase without time", () => {
    const spans = [{ start: { ts: 0, tts: 0 }, phaseEnds: [{ ts: 400, tts: 0 }], end: { ts: 1000, tts: 500 } }];
    expect(
      profileFrames([{ stacks: samplesOf([[100, root, tick]]), spans, pictures: [], emptyFrame }], null),
    ).toBeNull();
  });

  it("give no profile if there are none", () => {
    expect(profileFrames([], null)).toBeNull();
    expect(
      profileFrames([{ stacks: samplesOf([[100, root, mark]]), spans: frames(1), pictures: [], emptyFrame }], null),
    ).toBeNull();
  });
});

describe("whatever was sampled", () => {
  const everyFunction = [root, tick, steer, sort, hook, mark, collector, idle];
  const stack = fc.tuple(
    fc.integer({ min: 0, max: 12_000 }),
    fc.array(fc.constantFrom(...everyFunction), { minLength: 1, maxLength: 6 }),
  );

  it("the functions' own times add up to the frame's, and none is above its total", () => {
    fc.assert(
      fc.property(fc.array(stack, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), (given, count) => {
        const ordered = given.toSorted(([one], [other]) => one - other);
        const stacks = samplesOf(ordered.map(([timeUs, functions]) => [timeUs, ...functions] as const));
        const profile = profileFrames([{ stacks, spans: frames(count), pictures: [], emptyFrame }], null);
        if (profile === null) return;
        const sum = profile.functions.reduce((total, { selfMs }) => total + selfMs, 0);
        expect(Math.abs(sum - profile.frameMs)).toBeLessThan(1e-3);
        for (const { selfMs, totalMs } of profile.functions) expect(selfMs).toBeLessThanOrEqual(totalMs);
        for (const { selfMs } of profile.frames) {
          expect(Math.abs(selfMs.reduce((total, each) => total + each, 0) - 0.5)).toBeLessThan(1e-3);
        }
      }),
    );
  });
});
