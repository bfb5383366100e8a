import { type Command, InvalidArgumentError, Option } from "commander";
import { type Budget, metricDefinitions, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import { nearestName } from "../../src/formats/nearest-name.ts";
import type { RasterMode } from "../../src/formats/run-plan.ts";
import type { InconclusivePolicy } from "../exit-codes.ts";
import { runDefaults, type RunOptions } from "../plan/run-options.ts";
import { addRunFlags, parseCount, parsePositive, type RunFlags } from "./run-flags.ts";

/** The options of `perf`. */
export interface PerfFlags extends RunFlags {
  readonly assertBudget?: true;
  readonly frames: number;
  readonly warmup: number;
  readonly repeat: number;
  readonly budget?: Budget;
  readonly entities?: readonly string[];
  readonly raster: RasterMode;
  readonly screenshot?: readonly number[];
  readonly inconclusive: InconclusivePolicy;
  /** False with `--no-scan`. */
  readonly scan: boolean;
  readonly out: string;
}

/** Adds the options of `perf` to a command. */
export function addPerfFlags(command: Command): Command {
  command
    .option("--assert-budget", "exit with 1 when a budget is exceeded")
    .option("--budget <metric=limit>", "add or override a budget line; repeatable", parseBudget)
    .option(
      "--entities <selector>",
      "nodes of an unmodified page that count as entities, such as Mesh[name^=enemy]; repeatable",
      addSelector,
    )
    .option("--frames <count>", "measured frames", parsePositive, runDefaults.frames)
    .option("--warmup <count>", "frames before the measured ones", parseCount, runDefaults.warmup)
    .option(
      "--repeat <count>",
      "timed repeats; more are added while a verdict is inconclusive",
      parsePositive,
      runDefaults.repeat,
    )
    .addOption(
      new Option("--raster <mode>", "real renders pixels; skip submits draws and leaves them unrendered")
        .choices(["skip", "real"])
        .default(runDefaults.raster),
    )
    .option("--screenshot <frame>", "save a picture after a measured frame; repeatable", parseFrames)
    .addOption(
      new Option("--inconclusive <verdict>", "exit code of an inconclusive verdict: 3 (keep), or that of pass or fail")
        .choices(["pass", "fail", "keep"])
        .default(runDefaults.inconclusive),
    );
  return addRunFlags(command)
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
    entities: flags.entities,
    allowMissing: flags.allow,
    allowHosts: flags.allowHost,
    screenshotFrames: flags.screenshot,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
  };
}

/** Adds a selector to those before. The plan reads them. */
function addSelector(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

function parseFrames(text: string, previous: readonly number[] = []): readonly number[] {
  return [...previous, parseCount(text)];
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

// A game can do without entities, canvases and changes of its DOM, but a manifest wants it to draw.
const countsFromOne: ReadonlySet<MetricId> = new Set(["maxDrawCalls", "maxTriangles"]);

/** The bounds are those of the manifest. A test compares the two. */
function parseLimit(metric: MetricId, text: string): number {
  const isTimed = metricDefinitions[metric].kind === "timed";
  // Number() alone would accept blanks, hexadecimal digits and the empty string.
  const limit = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  const minimum = countsFromOne.has(metric) ? 1 : 0;
  if (isTimed ? limit > 0 && Number.isFinite(limit) : Number.isSafeInteger(limit) && limit >= minimum) return limit;
  const needed = isTimed ? "a number above 0" : `a whole number from ${String(minimum)} up`;
  throw new InvalidArgumentError(`${metric} needs ${needed}, as in ${metric}=${isTimed ? "4.5" : "200"}.`);
}
