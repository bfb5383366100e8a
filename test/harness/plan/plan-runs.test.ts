import { describe, expect, it } from "vitest";
import type { Project } from "../../../harness/load/load-project.ts";
import { planAnotherRepeat, planPixels, planRuns, requireTimes } from "../../../harness/plan/plan-runs.ts";
import { countMax, runDefaults, type RunOptions } from "../../../harness/plan/run-options.ts";
import type { Budget } from "../../../src/formats/metrics.ts";
import type { ManifestTarget, RunPlan } from "../../../src/formats/run-plan.ts";
import { plainOptions } from "../fixtures/perf-options.ts";

const asked: RunOptions = { ...plainOptions, repeat: 3, allowVacuous: false };

const game: Project["game"] = {
  name: "Demo",
  version: "1.0.0",
  appId: null,
  engineVersion: "0.3.0",
  manifestHash: "abc",
};
const page: Project = {
  target: { kind: "page", htmlPath: "/games/pong.html", served: { folder: "/games", because: null }, declared: null },
  delivery: { context: "local", ignoredFiles: [] },
  game,
  tape: null,
  packageBudget: null,
  warnings: [],
};

function gameOf(change: Partial<ManifestTarget["manifest"]> = {}): Project {
  const manifest: ManifestTarget["manifest"] = {
    name: "Demo",
    version: "1.0.0",
    appId: null,
    engineVersion: "0.3.0",
    editorPort: null,
    roots: [],
    resolution: { width: 640, height: 360 },
    determinism: { seededRandom: true, defaultSeed: 11 },
    budget: null,
    declaresResolution: false,
    allowProductionDebug: false,
    server: null,
    authoring: null,
    learn: null,
    ...change,
  };
  return {
    ...page,
    target: {
      kind: "manifest",
      gameDir: "/g",
      manifestPath: "/g/game.json",
      manifest,
      inputMap: null,
      served: { folder: "/g", because: null },
    },
  };
}

function withBudget(budget: Budget): Project {
  return gameOf({ budget });
}

describe("the runs of a plan", () => {
  it("are two count passes and then the timed repeats, numbered through and within their pass", () => {
    const runs = planRuns(gameOf(), asked).runs.map(({ index, pass, repeat }) => `${index} ${pass} ${repeat}`);
    expect(runs).toEqual(["0 count 0", "1 count 1", "2 timed 0", "3 timed 1", "4 timed 2"]);
  });

  it("end with a work pass on request, read per frame for a budget of single frames", () => {
    const passes = ({ runs, workEvery }: RunPlan): unknown => [runs.at(-1)?.pass, workEvery];
    expect(passes(planRuns(gameOf(), asked))).toEqual(["timed", null]);
    expect(passes(planRuns(gameOf(), { ...asked, work: 10 }))).toEqual(["work", 10]);
    expect(passes(planRuns(gameOf(), { ...asked, work: 10, budget: { workMax: 5 } }))).toEqual(["work", 1]);
    expect(passes(planRuns(gameOf(), { ...asked, budget: { workP95: 5 } }))).toEqual(["work", 1]);
    expect(() => planRuns(gameOf(), { ...asked, work: 0 })).toThrow("work is 0");
  });

  it("end with an allocations pass on request, or for a budget of allocations", () => {
    const passes = ({ runs }: RunPlan): unknown => runs.slice(-2).map(({ pass }) => pass);
    expect(passes(planRuns(gameOf(), { ...asked, allocations: true }))).toEqual(["timed", "allocations"]);
    expect(passes(planRuns(gameOf(), { ...asked, work: 10, budget: { heapBytes: 5 } }))).toEqual([
      "work",
      "allocations",
    ]);
  });

  it("all have the plan's seed", () => {
    const plan = planRuns(gameOf(), { ...asked, seed: -5 });
    expect(plan.seed).toMatchObject({ value: -5, source: "explicit" });
    expect(plan.runs.every(({ seed }) => seed === -5)).toBe(true);
  });

  it("render the pixels of a screenshot only in the first count pass", () => {
    const rasters = (options: RunOptions): readonly string[] =>
      planRuns(gameOf(), { ...asked, repeat: 1, ...options }).runs.map(({ raster }) => raster);
    expect(rasters({})).toEqual(["skip", "skip", "skip"]);
    expect(rasters({ screenshotFrames: [0] })).toEqual(["real", "skip", "skip"]);
    expect(rasters({ raster: "real" })).toEqual(["real", "real", "real"]);
  });

  it("take one more timed repeat at a time, with the next free numbers", () => {
    const plan = planRuns(gameOf(), asked);
    const sixth = planAnotherRepeat(plan);
    expect(sixth).toEqual({ index: 5, pass: "timed", repeat: 3, seed: 11, raster: "skip" });
    expect(planAnotherRepeat({ ...plan, runs: [...plan.runs, sixth] })).toMatchObject({ index: 6, repeat: 4 });
  });

  it.each([
    { case: "a look at the figures", options: {}, timed: 5 },
    { case: "a gate on a time", options: { assertBudget: true, budget: { frameCpuMsP95: 4 } }, timed: 2 },
    { case: "a gate on exact metrics alone", options: { assertBudget: true, budget: { maxDrawCalls: 9 } }, timed: 0 },
    {
      case: "such a gate with a number of repeats",
      options: { assertBudget: true, budget: { maxDrawCalls: 9 }, repeat: 1 },
      timed: 1,
    },
  ])("begin with $timed timed repeats for $case", ({ options, timed }) => {
    const { runs } = planRuns(page, { frames: 100, ...options });
    expect(runs.filter(({ pass }) => pass === "timed")).toHaveLength(timed);
  });

  it("all rasterise if the game needs pixels, and nothing else changes", () => {
    const plan = planRuns(gameOf(), asked);
    const real = planPixels(plan, { during: "frames", api: "readPixels" });
    expect(real.runs.every(({ raster }) => raster === "real")).toBe(true);
    expect({ ...real, raster: plan.raster, runs: plan.runs }).toEqual(plan);
    expect(plan.runs.every(({ raster }) => raster === "skip")).toBe(true);
  });

  it("render the draws during loading if the game needs them, and nothing else changes", () => {
    const plan = planRuns(gameOf(), asked);
    expect(plan.rendersBoot).toBe(false);
    const boot = planPixels(plan, { during: "boot", api: "readPixels" });
    expect(boot).toEqual({ ...plan, rendersBoot: true });
    expect(planPixels(boot, { during: "boot", api: "readPixels" }).raster).toBe("real");
  });

  it("render only 2D canvases for a game that reads only these", () => {
    const plan = planRuns(page, asked);
    const need = { during: "frames", api: "getImageData" } as const;
    const canvases = planPixels(plan, need);
    expect(canvases).toEqual({ ...plan, rendersCanvases: true });
    expect(planPixels(canvases, need)).toMatchObject({ raster: "real" });
  });
});

describe("the inputs of a plan", () => {
  it("give the same plan for the same files and options", () => {
    expect(planRuns(gameOf(), asked)).toEqual(planRuns(gameOf(), asked));
  });

  it("include the manifest's resolution, and a default for a page", () => {
    expect(planRuns(gameOf(), asked)).toMatchObject({ width: 640, height: 360 });
    expect(planRuns(page, asked)).toMatchObject({ width: 1280, height: 720, seededRandom: false });
  });

  it("include limits in milliseconds, one for each wait", () => {
    const { limits } = planRuns(page, { ...asked, bootTimeoutMs: 5, frameTimeoutMs: 6 });
    expect(limits).toEqual({ bootMs: 5, frameMs: 6, settleMs: 10_000 });
  });

  it("include the seed by precedence: option, query, manifest", () => {
    const sourceOf = (options: RunOptions): string => planRuns(gameOf(), { ...asked, ...options }).seed.source;
    const query = "framegate-seed=3";
    expect([sourceOf({ seed: 1, query }), sourceOf({ query }), sourceOf({})]).toEqual([
      "explicit",
      "query",
      "defaultSeed",
    ]);
    expect(planRuns(gameOf({ determinism: { seededRandom: false, defaultSeed: null } }), asked).seed.source).toBe(
      "runtime-default",
    );
  });

  it("give a notice if the seed differs from the tape's", () => {
    const played = (ofTape: object): readonly string[] => {
      const tape = {
        file: "boss.tape.json",
        hash: "ab",
        tape: { version: 1, stepHz: 60, events: [], ...ofTape },
      } as const;
      return planRuns({ ...page, tape }, { ...asked, seed: 7 }).seed.notices;
    };
    expect(played({ seed: 3 })).toEqual([
      "The tape boss.tape.json was recorded with the seed 3 and is played with 7. Pass --seed 3 for the recorded run.",
    ]);
    expect([played({ seed: 7 }), played({})]).toEqual([[], []]);
  });

  it("never include a seed beyond the safe integers", () => {
    expect(() => planRuns(page, { ...asked, seed: 2 ** 53 })).toThrow(
      expect.objectContaining({ code: "bad-seed", message: '"9007199254740992" is not a seed.' }),
    );
  });
});

describe("an option", () => {
  it("has the default of the command line if it is left out or undefined", () => {
    const { frames, warmup, raster, allowVacuous } = planRuns(page);
    expect({ frames, warmup, raster, allowVacuous }).toEqual({
      frames: 600,
      warmup: 60,
      raster: "skip",
      allowVacuous: false,
    });
    expect(planRuns(page, { frames: undefined, seed: null })).toEqual(planRuns(page));
    expect(planRuns(page, runDefaults)).toEqual(planRuns(page));
  });

  it.each([
    ["frames", 0],
    ["frames", 1.5],
    ["frames", countMax + 1],
    ["warmup", -1],
    ["repeat", -1],
    ["bootTimeoutMs", Number.NaN],
    ["frameTimeoutMs", Number.POSITIVE_INFINITY],
  ] as const)("is refused if invalid: %s of %d", (name, value) => {
    expect(() => planRuns(page, { [name]: value })).toThrow(
      expect.objectContaining({
        code: "usage",
        message: expect.stringContaining(`${name} is ${value}, not a`) as string,
      }),
    );
  });
});

describe("the budget", () => {
  it("is the manifest's, with the options' lines added or in their place", () => {
    const project = withBudget({ maxDrawCalls: 10, maxEntities: 4 });
    expect(planRuns(project, { ...asked, budget: { maxDrawCalls: 20, maxTriangles: 9 } }).budget).toEqual({
      maxDrawCalls: 20,
      maxEntities: 4,
      maxTriangles: 9,
    });
    expect(planRuns(page, asked).budget).toBeNull();
  });

  it("is the manifest's, then the package.json's, then the options'", () => {
    const project = {
      ...withBudget({ maxDrawCalls: 1, maxEntities: 1, maxTriangles: 1 }),
      packageBudget: { maxEntities: 2, maxTriangles: 2, maxDomChanges: 2 },
    };
    expect(planRuns(project, { ...asked, budget: { maxTriangles: 3 } }).budget).toEqual({
      maxDrawCalls: 1,
      maxEntities: 2,
      maxTriangles: 3,
      maxDomChanges: 2,
    });
  });

  it("is required if it is asserted, by the option or by the manifest", () => {
    const asserted = { ...asked, assertBudget: true };
    expect(() => planRuns(gameOf(), asserted)).toThrow(
      expect.objectContaining({ code: "no-budget", where: "/g/game.json" }),
    );
    expect(() => planRuns(page, asserted)).toThrow(
      expect.objectContaining({ code: "no-budget", where: "/games/pong.html" }),
    );
    expect(() => planRuns(withBudget({}), asserted)).toThrow(expect.objectContaining({ code: "no-budget" }));
    expect(planRuns(page, { ...asserted, budget: { maxEntities: 0 } }).assertBudget).toBe(true);
  });

  it.each([{ frameCpuMsP95: 4 }, { physicsMsP95: 4 }])("of %o needs a hundred frames to be asserted", (budget) => {
    const asserted = { ...asked, assertBudget: true };
    expect(() => planRuns(withBudget(budget), { ...asserted, frames: 99 })).toThrow(
      expect.objectContaining({ code: "too-few-frames", exitCode: 2 }),
    );
    expect(planRuns(withBudget(budget), { ...asserted, frames: 100 }).frames).toBe(100);
    expect(planRuns(withBudget(budget), { ...asked, frames: 1 }).frames).toBe(1);
  });

  it("of counts alone may be asserted over a single frame", () => {
    expect(planRuns(withBudget({ maxDrawCalls: 1 }), { ...asked, assertBudget: true, frames: 1 }).frames).toBe(1);
  });
});

describe("requireTimes", () => {
  const counted = { ...asked, repeat: 0 };
  const gate = { ...counted, assertBudget: true };

  it("refuses a gate of times that measures none, and names what it limits", () => {
    const plan = planRuns(withBudget({ frameCpuMsP95: 4, physicsMsP95: 4, maxDrawCalls: 1 }), gate);
    expect(() => {
      requireTimes(plan);
    }).toThrow(expect.objectContaining({ code: "nothing-timed", message: expect.stringContaining("frame CPU p95, ") }));
  });

  it.each([
    ["a gate of counts", planRuns(withBudget({ maxDrawCalls: 1 }), gate)],
    ["a budget that is only told of", planRuns(withBudget({ frameCpuMsP95: 4 }), counted)],
    ["a gate with timed runs", planRuns(withBudget({ frameCpuMsP95: 4 }), { ...gate, repeat: 1 })],
  ])("accepts %s", (_, plan) => {
    expect(() => {
      requireTimes(plan);
    }).not.toThrow();
  });
});

describe("the frame whose fragments are counted", () => {
  it("is a measured one", () => {
    expect(planRuns(page, asked).overdrawFrame).toBeNull();
    expect(planRuns(page, { ...asked, overdrawFrame: 599 }).overdrawFrame).toBe(599);
    expect(() => planRuns(page, { ...asked, overdrawFrame: 600 })).toThrow(
      "--overdraw 600: the last measured frame is 599.",
    );
  });
});

describe("the defaults of a page without a manifest", () => {
  it("include a seed in its query, because nothing says that it has none", () => {
    const plan = planRuns(page, { ...asked, query: "framegate-seed=7" });
    expect(plan.seed).toEqual({ value: 7, source: "query", notices: [] });
  });
});

describe("the size of a run", () => {
  it("is in whole pixels, at least one a side", () => {
    const { width, height } = planRuns(gameOf({ resolution: { width: 641.5, height: 0.4 } }), asked);
    expect({ width, height }).toEqual({ width: 642, height: 1 });
  });

  it("is refused if no browser could draw it", () => {
    const plan = (): unknown => planRuns(gameOf({ resolution: { width: 1e9, height: 360 } }), asked);
    expect(plan).toThrow(expect.objectContaining({ code: "not-supported", exitCode: 2, where: "/g/game.json" }));
  });
});
