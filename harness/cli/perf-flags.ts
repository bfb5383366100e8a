import { type Command, InvalidArgumentError, Option } from "commander";
import { type Budget, metricDefinitions, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import { nearestName } from "../../src/formats/nearest-name.ts";
import type { RasterMode, Viewport } from "../../src/formats/run-plan.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import type { InconclusivePolicy } from "../exit-codes.ts";
import { baselineDefaults } from "../plan/baseline-options.ts";
import { framesOfReading, runDefaults, type RunOptions } from "../plan/run-options.ts";
import type { GameOptions } from "../run-game.ts";
import { addRunFlags, parseCount, parsePositive, type RunFlags, type RunFlagsOfAnySeed } from "./run-flags.ts";

/** The options of `perf` that `sweep` has, too. */
export interface MeasuringFlags extends RunFlagsOfAnySeed {
  readonly assertBudget?: true;
  readonly budget?: Budget;
  readonly entities?: readonly string[];
  readonly frames: number;
  readonly warmup: number;
  readonly raster: RasterMode;
  readonly viewport?: Viewport;
  readonly inconclusive: InconclusivePolicy;
  /** False with `--no-scan`. */
  readonly scan: boolean;
}

/** The options of `perf`. */
export interface PerfFlags extends RunFlags, MeasuringFlags {
  readonly grep?: RegExp;
  readonly watch?: true;
  readonly repeat?: number;
  readonly timeLimit?: number;
  readonly calibrated?: string;
  readonly work?: true;
  readonly workEvery?: number;
  readonly allocations?: true;
  /** False with `--no-why`. */
  readonly why?: boolean;
  readonly screenshot?: ScreenshotFlags;
  readonly overdraw?: number;
  readonly baseline?: string;
  readonly baselineBuild?: string;
  readonly maxWorkGrowth: number;
  readonly failOn?: "time";
  readonly updateBaseline?: true;
  readonly out: string;
  readonly history?: string;
  readonly quiet?: true;
  readonly reporter?: readonly string[];
}

/** Adds the options of `perf` to a command. */
export function addPerfFlags(command: Command): Command {
  command
    .option("--grep <pattern>", "of several games, run those whose path or title matches", parsePattern)
    .option("--watch", "run again whenever a file of the game has changed, until Ctrl-C")
    .option(...assertBudgetFlag)
    .option(...budgetFlag)
    .option(...entitiesFlag)
    .option(...framesFlag)
    .option(...warmupFlag)
    .option(
      "--repeat <count>",
      "timed repeats, 0 for counts only (default: 5; with --assert-budget from 2 up to 15, until they decide)",
      parseCount,
    )
    .option("--time-limit <seconds>", "add no more repeats after this time", parsePositive)
    .option("--calibrated <file>", "judge times as of the machine in this file of framegate calibrate")
    .option("--work", "count the code that the game executes, in an extra run")
    .option(
      "--work-every <frames>",
      `the same, read every so many frames (default: ${String(framesOfReading)}, or 1 for a budget of work)`,
      parsePositive,
    )
    .option("--allocations", "count the bytes that each function allocates, in an extra run")
    .option("--why", "find the functions that take the time, in three extra runs")
    .option("--no-why", "do not look for them, even if a time limit is exceeded")
    .addOption(rasterOption())
    .option("--baseline <build>", "compare with another build: a folder, a stored report.json, or a git reference")
    .option("--baseline-build <command>", "builds a git reference, in a temporary worktree of it")
    .option(
      "--max-work-growth <percent>",
      "allowed growth of an exact count over 60 frames",
      parsePercent,
      baselineDefaults.maxWorkGrowth * 100,
    )
    .addOption(new Option("--fail-on <what>", "also fail if the same work takes longer").choices(["time"]))
    .option("--update-baseline", "write this run to the report.json of --baseline, without a comparison")
    .option(...viewportFlag)
    .option(
      "--screenshot <frame>",
      "take a screenshot of a measured frame, of every=60 frames, or of the worst ones; repeatable",
      parseScreenshot,
    )
    .option("--overdraw <frame>", "count the fragments of a measured frame's WebGL draws, in an extra run", parseCount)
    .addOption(inconclusiveOption());
  return addRunFlags(command)
    .option(...noScanFlag)
    .option("--out <folder>", "folder for reports", "reports")
    .option(...reporterFlag)
    .option("--history <file>", "append the run as a line to a file that framegate history reads")
    .option("--quiet", "print the verdict and the report's path, without progress and figures")
    .option("--json", "print the report as JSON on stdout, and nothing else there");
}

/** Maps the flags that `perf` shares with `sweep` to the options of a plan. */
export function toMeasuringOptions(flags: MeasuringFlags): RunOptions {
  const { assertBudget, frames, warmup, query, budget, raster, allowVacuous, allowErrors, strict, inconclusive } =
    flags;
  return {
    ...{ assertBudget, frames, warmup, query, budget, raster, allowVacuous, allowErrors, strict, inconclusive },
    viewport: flags.viewport,
    entities: flags.entities,
    allowMissing: flags.allow,
    allowHosts: flags.allowHost,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
  };
}

/** Maps the flags to the options of a plan. */
export function toRunOptions(flags: PerfFlags): RunOptions {
  const { seed, repeat, allocations, why } = flags;
  return {
    ...toMeasuringOptions(flags),
    ...{ seed, repeat, allocations, why },
    work: flags.workEvery ?? (flags.work === true ? framesOfReading : undefined),
    screenshotFrames: flags.screenshot?.frames,
    screenshotEvery: flags.screenshot?.every,
    screenshotWorst: flags.screenshot?.isWorst,
    overdrawFrame: flags.overdraw,
    timeLimitMs: flags.timeLimit === undefined ? undefined : flags.timeLimit * 1000,
  };
}

/** The baseline in the flags; undefined without one. @throws {FramegateError} `usage`. */
export function toBaselineOptions(flags: PerfFlags): GameOptions["baseline"] {
  const { baseline, baselineBuild, maxWorkGrowth, failOn, updateBaseline } = flags;
  if (baseline === undefined) {
    const given = [
      ...(baselineBuild === undefined ? [] : ["--baseline-build"]),
      ...(failOn === undefined ? [] : ["--fail-on"]),
      ...(updateBaseline === undefined ? [] : ["--update-baseline"]),
    ];
    if (given.length === 0) return undefined;
    throw new FramegateError("usage", {
      problem: `${given.join(" and ")} need --baseline.`,
      command: "framegate perf",
    });
  }
  return {
    ...{ name: baseline, build: baselineBuild ?? null },
    ...{ maxWorkGrowth: maxWorkGrowth / 100, failsOnTime: failOn === "time" },
  };
}

/** A percentage of at least 0. */
function parsePercent(text: string): number {
  const percent = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(percent)) throw new InvalidArgumentError("It needs a number of per cent, such as 2 or 0.5.");
  return percent;
}

/** A regular expression without regard to case. @throws {InvalidArgumentError} */
function parsePattern(text: string): RegExp {
  try {
    return new RegExp(text, "iu");
  } catch (thrown) {
    throw new InvalidArgumentError(`It needs a regular expression: ${reasonOf(thrown)}.`);
  }
}

/** Appends a value to those given before. */
function addText(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

// Options that several commands share, for `command.option(...flag)`.

export const assertBudgetFlag = ["--assert-budget", "exit with 1 when a budget is exceeded"] as const;

export const budgetFlag = [
  "--budget <metric=limit>",
  "add or override a budget line; repeatable",
  parseBudget,
] as const;

export const entitiesFlag = [
  "--entities <selector>",
  "nodes of an unmodified page that count as entities, such as Mesh[name^=enemy]; repeatable",
  addText,
] as const;

export const framesFlag = ["--frames <count>", "measured frames", parsePositive, runDefaults.frames] as const;

export const warmupFlag = [
  "--warmup <count>",
  "frames before the measured ones",
  parseCount,
  runDefaults.warmup,
] as const;

export const noScanFlag = [
  "--no-scan",
  "do not scan the sources of a game that declares seededRandom before it runs",
] as const;

export function rasterOption(): Option {
  return new Option("--raster <mode>", "real renders pixels; skip submits draws and leaves them unrendered")
    .choices(["skip", "real"])
    .default(runDefaults.raster);
}

export function inconclusiveOption(): Option {
  const about = "exit code of an inconclusive verdict: 3 (keep), or that of pass or fail";
  return new Option("--inconclusive <verdict>", about)
    .choices(["pass", "fail", "keep"])
    .default(runDefaults.inconclusive);
}

/** Option of `perf` and `judge` that selects report formats. */
export const reporterFlag = [
  "--reporter <name[=file]>",
  "list, json, html, junit, markdown, github or benchmark, each with its own file; repeatable",
  addText,
] as const;

/** Option of `perf` and `profile` for the page's size. */
export const viewportFlag = [
  "--viewport <size>",
  "size of the page in CSS pixels, such as 1920x1080; overrides the manifest's",
  parseSize,
] as const;

/** @throws {InvalidArgumentError} */
function parseSize(text: string): Viewport {
  const [, width = "", height = ""] = /^([1-9]\d*)x([1-9]\d*)$/u.exec(text) ?? [];
  if (width === "") throw new InvalidArgumentError("It needs a width and a height, as in 1920x1080.");
  return { width: Number(width), height: Number(height) };
}

/** The values of `--screenshot`. */
interface ScreenshotFlags {
  readonly frames: readonly number[];
  readonly every: number | null;
  readonly isWorst: boolean;
}

const noScreenshots: ScreenshotFlags = { frames: [], every: null, isWorst: false };

/** Adds one value of `--screenshot`. @throws {InvalidArgumentError} */
function parseScreenshot(text: string, previous: ScreenshotFlags = noScreenshots): ScreenshotFlags {
  if (text === "worst") return { ...previous, isWorst: true };
  const [, every] = /^every=([1-9]\d*)$/u.exec(text) ?? [];
  if (every !== undefined) return { ...previous, every: parsePositive(every) };
  if (/^\d+$/u.test(text)) return { ...previous, frames: [...previous.frames, parseCount(text)] };
  throw new InvalidArgumentError("It needs a frame, such as 88, or every=60, or worst.");
}

/** Adds one limit to a budget. @throws {InvalidArgumentError} */
export function parseBudget(text: string, previous: Budget = {}): Budget {
  const separator = text.indexOf("=");
  const metric = parseMetric(separator === -1 ? text : text.slice(0, separator));
  return { ...previous, [metric]: parseLimit(metric, separator === -1 ? "" : text.slice(separator + 1)) };
}

/** The id of a metric. @throws {InvalidArgumentError} */
export function parseMetric(text: string): MetricId {
  const metric = metricIds.find((id) => id === text);
  if (metric !== undefined) return metric;
  const nearest = nearestName(text, metricIds);
  const advice = nearest === null ? `Metrics: ${metricIds.join(", ")}.` : `Did you mean ${nearest}?`;
  throw new InvalidArgumentError(`"${text}" is not a metric. ${advice}`);
}

// A game can do without entities, canvases and DOM changes, but a manifest requires that it draws.
const countsFromOne: ReadonlySet<MetricId> = new Set(["maxDrawCalls", "maxTriangles", "workP95", "workMax"]);

/** The bounds are the manifest's. A test compares the two. */
function parseLimit(metric: MetricId, text: string): number {
  const isTime = metricDefinitions[metric].unit === "ms";
  // Number() alone would accept blanks, hexadecimal digits and the empty string.
  const limit = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  const minimum = countsFromOne.has(metric) ? 1 : 0;
  if (isTime ? limit > 0 && Number.isFinite(limit) : Number.isSafeInteger(limit) && limit >= minimum) return limit;
  const needed = isTime ? "a number above 0" : `a whole number from ${String(minimum)} up`;
  throw new InvalidArgumentError(`${metric} needs ${needed}, as in ${metric}=${isTime ? "4.5" : "200"}.`);
}
