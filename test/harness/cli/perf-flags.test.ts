import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addPerfFlags, type PerfFlags, toRunOptions } from "../../../harness/cli/perf-flags.ts";
import { completeOptions, runDefaults, type CompleteOptions } from "../../../harness/plan/run-options.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { metricIds } from "../../../src/formats/metrics.ts";
import { validatePackageSettings } from "../../../src/formats/package-settings.ts";
import { manifestOf } from "../fixtures/game-folder.ts";

function parse(...args: string[]): CompleteOptions {
  const command = addPerfFlags(new Command("perf"))
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  command.parse(args, { from: "user" });
  return completeOptions(toRunOptions(command.opts<PerfFlags>()));
}

describe("the flags of perf", () => {
  it("are all absent by default", () => {
    expect(parse()).toEqual(runDefaults);
  });

  it("are all passed on", () => {
    const counts = "--frames 100 --warmup 0 --repeat 1 --boot-timeout 5 --frame-timeout 6 --seed -9007199254740991";
    const rest = "--assert-budget --allow-vacuous --allow-errors --raster real";
    expect(parse(...counts.split(" "), ...rest.split(" "))).toMatchObject({
      frames: 100,
      warmup: 0,
      repeat: 1,
      bootTimeoutMs: 5,
      frameTimeoutMs: 6,
      seed: Number.MIN_SAFE_INTEGER,
      assertBudget: true,
      allowVacuous: true,
      allowErrors: true,
      raster: "real",
    });
  });

  it("add up where they may be repeated", () => {
    expect(parse("--screenshot", "0", "--screenshot", "599").screenshotFrames).toEqual([0, 599]);
    expect(
      parse("--budget", "maxDrawCalls=9", "--budget", "frameCpuMsP95=4.5", "--budget", "maxDrawCalls=8").budget,
    ).toEqual({
      maxDrawCalls: 8,
      frameCpuMsP95: 4.5,
    });
  });

  it("take screenshots of frames, at intervals and of the worst frames", () => {
    expect(parse("--screenshot", "worst", "--screenshot", "every=60", "--screenshot", "7")).toMatchObject({
      screenshotFrames: [7],
      screenshotEvery: 60,
      screenshotWorst: true,
    });
    for (const text of ["best", "every=0", "every=", "every=6.5", "every=1000001", "-1", "1.5", "", "WORST"])
      expect(() => parse("--screenshot", text), text).toThrow(/such as 88, or every=60, or worst|at least|up to/u);
  });

  it("keep nothing of an earlier command line", () => {
    parse("--screenshot", "1", "--budget", "maxEntities=1");
    expect(parse()).toMatchObject({ screenshotFrames: [], budget: {} });
  });

  it("take a size of the page", () => {
    expect(parse("--viewport", "1920x1080").viewport).toEqual({ width: 1920, height: 1080 });
    for (const text of ["1920", "0x5", "1920x", "1e3x5", "-1x5", "1920X1080"])
      expect(() => parse("--viewport", text)).toThrow("1920x1080");
  });

  it("take a query with or without its question mark", () => {
    expect(parse("--query", "?level=3").query).toBe("level=3");
    expect(parse("--query", "level=3").query).toBe("level=3");
  });
});

describe("a senseless flag is refused", () => {
  it.each(["7.5", "0x10", "1e3", "", " 7", "9007199254740992", "seven"])("as the seed %o", (seed) => {
    expect(() => parse("--seed", seed)).toThrow(expect.objectContaining({ code: "bad-seed" }));
  });

  it.each(["0", "-1", "1.5", "1e3", "many", "1000001", ""])("as the number of frames %o", (frames) => {
    expect(() => parse("--frames", frames)).toThrow(expect.objectContaining({ code: "commander.invalidArgument" }));
  });

  it.each(["--work-every", "--boot-timeout", "--frame-timeout"])("as none for %s", (flag) => {
    expect(() => parse(flag, "0")).toThrow("It must be at least 1.");
  });

  it.each([
    "maxDrawCalls",
    "maxDrawCalls=",
    "maxDrawCalls=1=2",
    "maxDrawCalls=0x10",
    "maxDrawCalls= 5",
    "maxDrawCalls=1e2",
  ])("as the budget %o", (line) => {
    expect(() => parse("--budget", line)).toThrow(
      "maxDrawCalls needs a whole number from 1 up, as in maxDrawCalls=200.",
    );
  });

  it("as a pattern that is no regular expression", () => {
    expect(() => parse("--grep", "arena(")).toThrow(/It needs a regular expression: .*Unterminated group/u);
  });

  it("as an unknown metric, with the nearest or all of them", () => {
    expect(() => parse("--budget", "maxdrawcall=3")).toThrow(
      '"maxdrawcall" is not a metric. Did you mean maxDrawCalls?',
    );
    expect(() => parse("--budget", "fps=60")).toThrow(`"fps" is not a metric. Metrics: ${metricIds.join(", ")}.`);
  });
});

const ofManifest = ["frameCpuMsP95", "physicsMsP95", "maxEntities", "maxDrawCalls", "maxTriangles"] as const;

it.each(
  ofManifest.flatMap((metric) => ["0", "1", "0.5", "4.5", "9007199254740992"].map((limit) => [metric, limit] as const)),
)("bounds %s=%s as the manifest does", (metric, limit) => {
  const { ok } = validateManifest(JSON.stringify(manifestOf({ budget: { [metric]: Number(limit) } })));
  const attempt = (): unknown => parse("--budget", `${metric}=${limit}`).budget;
  if (ok) expect(attempt()).toEqual({ [metric]: Number(limit) });
  else expect(attempt).toThrow(`${metric} needs a`);
});

it.each(
  metricIds.flatMap((metric) => ["0", "1", "0.5", "4.5", "9007199254740992"].map((limit) => [metric, limit] as const)),
)("bounds %s=%s as a package.json does", (metric, limit) => {
  const settings = validatePackageSettings(JSON.stringify({ framegate: { budget: { [metric]: Number(limit) } } }));
  const attempt = (): unknown => parse("--budget", `${metric}=${limit}`).budget;
  if (settings?.ok === true) expect(attempt()).toEqual(settings.value.budget);
  else expect(attempt).toThrow(`${metric} needs a`);
});

it.each(["maxCanvasOperations", "maxDomChanges"])("knows %s, which a manifest does not", (metric) => {
  expect(parse("--budget", `${metric}=0`).budget).toEqual({ [metric]: 0 });
  expect(() => parse("--budget", `${metric}=0.5`)).toThrow(`${metric} needs a whole number from 0 up`);
  expect(validateManifest(JSON.stringify(manifestOf({ budget: { [metric]: 1 } }))).ok).toBe(false);
});
