import { relative, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Budget, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import { FramegateError } from "../errors.ts";
import { exitCodeFor, type InconclusivePolicy } from "../judge/exit-code.ts";
import { loadProject } from "../load/load-project.ts";
import type { PerfOptions } from "../plan/perf-options.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import { createProgress } from "../report/progress.ts";
import { createRunFolder, writeReportFile, writeScreenshots } from "../report/write-report.ts";
import { runPerf } from "../run-perf.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";

/** Commander's view of the options, with its parsers applied. */
interface PerfFlags {
  readonly assertBudget?: true;
  readonly seed?: number;
  readonly frames: number;
  readonly warmup: number;
  readonly repeat: number;
  readonly tape?: string;
  readonly query: string;
  readonly budget: Budget;
  readonly raster: "skip" | "real";
  readonly screenshot: readonly number[];
  readonly bootTimeout: number;
  readonly frameTimeout: number;
  readonly allowEmpty?: true;
  readonly inconclusive: InconclusivePolicy;
  readonly out: string;
  readonly json?: true;
}

/** Adds `perf` to the program. */
export function definePerf(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("perf")
    .description("run a game frame by frame, measure it, and hold it to its budget")
    .argument("[game]", "folder, manifest or HTML file", ".")
    .option("--assert-budget", "exit with 1 when a budget is exceeded")
    .option("--seed <integer>", "seed; wins over the query, the manifest and the default", parseSeed)
    .option("--frames <count>", "measured frames", parsePositive, 600)
    .option("--warmup <count>", "frames before the measured ones", parseCount, 60)
    .option("--repeat <count>", "timed repeats; more are added while a verdict is inconclusive", parsePositive, 5)
    .option("--tape <file>", "input to play (default: framegate.tape.json beside the manifest)")
    .option("--query <string>", "query of the page, such as level=3&framegate-seed=7", parseQuery, "")
    .option("--budget <metric=limit>", "add or override a budget line; repeatable", parseBudget, {})
    .addOption(
      new Option("--raster <mode>", "real renders pixels; skip submits draws and leaves them unrendered")
        .choices(["skip", "real"])
        .default("skip"),
    )
    .option("--screenshot <frame>", "save a picture after a measured frame; repeatable", parseFrames, [])
    .option("--boot-timeout <ms>", "limit for setting up one root", parsePositive, 30_000)
    .option("--frame-timeout <ms>", "limit for one frame", parsePositive, 10_000)
    .option("--allow-empty", "do not fail a run in which nothing renders")
    .addOption(
      new Option("--inconclusive <verdict>", "what an inconclusive verdict exits with: 3, or as pass or fail")
        .choices(["pass", "fail", "keep"])
        .default("keep"),
    )
    .option("--out <folder>", "where reports go", "reports")
    .option("--json", "print the report as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (game: string, flags: PerfFlags) => {
      setExitCode(await perf(game, flags, io));
    });
}

const examples = `
Examples:
  framegate perf --assert-budget                    the game in this folder, as a gate
  framegate perf examples/arena --seed 7 --json     a report for another tool
  framegate perf dist/index.html                    a page as it is, without a manifest
  framegate perf --screenshot 0 --screenshot 599    with pictures of the first and the last frame`;

async function perf(game: string, flags: PerfFlags, io: CommandIo): Promise<number> {
  const startedAtMs = Date.now();
  const options = toOptions(game, flags);
  const project = await loadProject(game, { cwd: io.cwd, tape: options.tape });
  for (const warning of project.warnings) io.stderr.write(`${warning}\n`);
  const plan = planRuns(project, options);
  const colour = wantsColour(io.stderr, io.env);
  const columns = io.stderr.columns ?? 100;
  const isCi = io.env["CI"] !== undefined;
  const progress = createProgress({ stream: io.stderr, isTty: io.stderr.isTTY === true, ci: isCi, colour, columns });
  try {
    const { file, screenshots } = await runPerf(plan, {
      env: io.env,
      signal: io.signal,
      target: game,
      onProgress: progress.update,
    });
    progress.finish();
    const name = { game: plan.game.name, seed: plan.seed.value, startedAtMs };
    const folder = await createRunFolder(resolve(io.cwd, flags.out), name);
    await writeScreenshots(screenshots, folder);
    const reportPath = await writeReportFile(file, folder);
    if (flags.json === true) io.stdout.write(stringifyJson(file));
    io.stderr.write(renderList(file, { colour, columns }));
    io.stderr.write(`Report: ${relative(io.cwd, reportPath)}\n`);
    return exitCodeFor(file.verdict, { assertBudget: plan.assertBudget, inconclusive: flags.inconclusive });
  } finally {
    progress.finish();
  }
}

function toOptions(game: string, flags: PerfFlags): PerfOptions {
  return {
    game,
    assertBudget: flags.assertBudget ?? false,
    seed: flags.seed ?? null,
    frames: flags.frames,
    warmup: flags.warmup,
    repeat: flags.repeat,
    tape: flags.tape ?? null,
    query: flags.query,
    budget: flags.budget,
    raster: flags.raster,
    screenshotFrames: flags.screenshot,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
    allowEmpty: flags.allowEmpty ?? false,
  };
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(seed)) throw new FramegateError("bad-seed", { value: text });
  return seed;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/u.test(text) || count > 1_000_000) throw new InvalidArgumentError("A whole number up to 1000000 is needed.");
  return count;
}

function parsePositive(text: string): number {
  const count = parseCount(text);
  if (count === 0) throw new InvalidArgumentError("It must be at least 1.");
  return count;
}

function parseFrames(text: string, previous: readonly number[]): readonly number[] {
  return [...previous, parseCount(text)];
}

function parseQuery(text: string): string {
  return text.replace(/^\?/u, "");
}

function parseBudget(text: string, previous: Budget): Budget {
  const [name = "", limitText = ""] = text.split("=");
  const metric = metricIds.find((id) => id === name);
  if (metric === undefined) throw new InvalidArgumentError(`"${name}" is not a metric. Metrics: ${metricIds.join(", ")}.`);
  return { ...previous, [metric]: parseLimit(metric, limitText) };
}

/** The same bounds as in the manifest. */
function parseLimit(metric: MetricId, text: string): number {
  const limit = Number(text);
  const isTimed = metric.endsWith("P95");
  const isValid = isTimed ? limit > 0 && Number.isFinite(limit) : Number.isSafeInteger(limit) && limit >= (metric === "maxEntities" ? 0 : 1);
  if (text === "" || !isValid) {
    throw new InvalidArgumentError(`${metric} needs ${isTimed ? "a number above 0" : "a whole number above 0"}, as in ${metric}=${isTimed ? "4.5" : "200"}.`);
  }
  return limit;
}
