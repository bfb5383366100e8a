import { type Command, InvalidArgumentError, Option } from "commander";
import { type Budget, metricDefinitions, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import { nearestName } from "../../src/formats/nearest-name.ts";
import type { RasterMode } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import type { InconclusivePolicy } from "../exit-codes.ts";
import { countMax, runDefaults, type RunOptions } from "../plan/run-options.ts";

/** The options as commander parses them. Absent if they were not given and have no default. */
export interface PerfFlags {
  readonly assertBudget?: true;
  readonly seed?: number;
  readonly frames: number;
  readonly warmup: number;
  readonly repeat: number;
  readonly tape?: string;
  readonly allowOrphan?: true;
  readonly query?: string;
  readonly root?: string;
  readonly budget?: Budget;
  readonly raster: RasterMode;
  readonly screenshot?: readonly number[];
  readonly bootTimeout: number;
  readonly frameTimeout: number;
  readonly allowVacuous?: true;
  readonly strict?: true;
  readonly allow?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly inconclusive: InconclusivePolicy;
  /** False with `--no-scan`. */
  readonly scan: boolean;
  readonly out: string;
  readonly json?: true;
}

export const rootHelp = "folder whose files the game can read (default: the smallest that holds what it names)";

export const allowHostHelp = "host that the game may reach, such as 127.0.0.1:8080; repeatable (default: none)";

/** Adds the options of `perf` to a command. */
export function addPerfFlags(command: Command): Command {
  return command
    .option("--assert-budget", "exit with 1 when a budget is exceeded")
    .option("--seed <integer>", "seed; wins over the query, the manifest and the default", parseSeed)
    .option("--frames <count>", "measured frames", parsePositive, runDefaults.frames)
    .option("--warmup <count>", "frames before the measured ones", parseCount, runDefaults.warmup)
    .option(
      "--repeat <count>",
      "timed repeats; more are added while a verdict is inconclusive",
      parsePositive,
      runDefaults.repeat,
    )
    .option("--tape <file>", "input to play (default: framegate.tape.json beside the manifest)")
    .option("--allow-orphan", "play a tape of another version of the game")
    .option("--query <string>", "query of the page, such as level=3&framegate-seed=7", parseQuery)
    .option("--root <folder>", rootHelp)
    .option("--budget <metric=limit>", "add or override a budget line; repeatable", parseBudget)
    .addOption(
      new Option("--raster <mode>", "real renders pixels; skip submits draws and leaves them unrendered")
        .choices(["skip", "real"])
        .default(runDefaults.raster),
    )
    .option("--screenshot <frame>", "save a picture after a measured frame; repeatable", parseFrames)
    .option(
      "--boot-timeout <ms>",
      "limit for loading the game and setting up its roots",
      parsePositive,
      runDefaults.bootTimeoutMs,
    )
    .option("--frame-timeout <ms>", "limit for one frame", parsePositive, runDefaults.frameTimeoutMs)
    .option("--allow-vacuous", "do not fail a run in which nothing changes and nothing is drawn")
    .option("--strict", "exit with 4 if an API is used whose results cannot be repeated, even if all runs are equal")
    .option("--allow <missing=glob>", "do not fail a run in which these files are missing; repeatable", parseAllowed)
    .option("--allow-host <host>", allowHostHelp, parseHost)
    .addOption(
      new Option("--inconclusive <verdict>", "exit code of an inconclusive verdict: 3 (keep), or that of pass or fail")
        .choices(["pass", "fail", "keep"])
        .default(runDefaults.inconclusive),
    )
    .option("--no-scan", "do not scan the sources of a game that declares seededRandom before it runs")
    .option("--out <folder>", "folder for reports", "reports")
    .option("--json", "print the report as JSON on stdout, and nothing else there");
}

/** Maps the flags to the options of a plan. */
export function toRunOptions(flags: PerfFlags): RunOptions {
  const { assertBudget, seed, frames, warmup, repeat, query, budget, raster, allowVacuous, strict, inconclusive } =
    flags;
  return {
    ...{ assertBudget, seed, frames, warmup, repeat, query, budget, raster, allowVacuous, strict, inconclusive },
    allowMissing: flags.allow,
    allowHosts: flags.allowHost,
    screenshotFrames: flags.screenshot,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
  };
}

/** @throws {FramegateError} `bad-seed`. */
export function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(seed)) throw new FramegateError("bad-seed", { value: text });
  return seed;
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/u.test(text) || count > countMax)
    throw new InvalidArgumentError(`A whole number up to ${String(countMax)} is needed.`);
  return count;
}

/** A whole number from 1 up. @throws {InvalidArgumentError} */
export function parsePositive(text: string): number {
  const count = parseCount(text);
  if (count === 0) throw new InvalidArgumentError("It must be at least 1.");
  return count;
}

function parseFrames(text: string, previous: readonly number[] = []): readonly number[] {
  return [...previous, parseCount(text)];
}

/** A query with or without its question mark. */
export function parseQuery(text: string): string {
  return text.replace(/^\?/u, "");
}

/** The pattern of `missing=PATTERN`, added to those before. */
export function parseAllowed(text: string, previous: readonly string[] = []): readonly string[] {
  const [, pattern = ""] = /^missing=(.+)$/u.exec(text) ?? [];
  if (pattern === "") throw new InvalidArgumentError("It needs a pattern of files, as in missing=saves/*.json.");
  return [...previous, pattern];
}

/** A host name or address with or without a port, added to those before. */
export function parseHost(text: string, previous: readonly string[] = []): readonly string[] {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu.test(text))
    throw new InvalidArgumentError("It needs a host, with or without a port, as in 127.0.0.1:8080.");
  return [...previous, text];
}

function parseBudget(text: string, previous: Budget = {}): Budget {
  const separator = text.indexOf("=");
  const name = separator === -1 ? text : text.slice(0, separator);
  const metric = metricIds.find((id) => id === name);
  if (metric === undefined) {
    const nearest = nearestName(name, metricIds);
    const advice = nearest === null ? `Metrics: ${metricIds.join(", ")}.` : `Did you mean ${nearest}?`;
    throw new InvalidArgumentError(`"${name}" is not a metric. ${advice}`);
  }
  return { ...previous, [metric]: parseLimit(metric, separator === -1 ? "" : text.slice(separator + 1)) };
}

// A game can do without entities, canvases and changes of its DOM.
const countsFromZero: ReadonlySet<MetricId> = new Set(["maxEntities", "maxCanvasOperations", "maxDomChanges"]);

/** The bounds are those of the manifest. A test compares the two. */
function parseLimit(metric: MetricId, text: string): number {
  const isTimed = metricDefinitions[metric].kind === "timed";
  // Number() alone would accept blanks, hexadecimal digits and the empty string.
  const limit = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  const minimum = countsFromZero.has(metric) ? 0 : 1;
  if (isTimed ? limit > 0 && Number.isFinite(limit) : Number.isSafeInteger(limit) && limit >= minimum) return limit;
  const needed = isTimed ? "a number above 0" : `a whole number from ${String(minimum)} up`;
  throw new InvalidArgumentError(`${metric} needs ${needed}, as in ${metric}=${isTimed ? "4.5" : "200"}.`);
}
