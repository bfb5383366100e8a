import { relative, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { MetricId } from "../../src/formats/metrics.ts";
import type { SweepShard } from "../../src/formats/sweep.ts";
import { FramegateError } from "../errors.ts";
import { examineSweep } from "../examine-sweep.ts";
import { parseSeeds } from "../plan/seed-list.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritable, createRunFolder } from "../report/write-report.ts";
import { runSweep, type SweepOutcome } from "../run-sweep.ts";
import type { CommandIo } from "./io.ts";
import {
  assertBudgetFlag,
  budgetFlag,
  entitiesFlag,
  framesFlag,
  inconclusiveOption,
  type MeasuringFlags,
  noScanFlag,
  parseMetric,
  rasterOption,
  toMeasuringOptions,
  viewportFlag,
  warmupFlag,
} from "./perf-flags.ts";
import { addRunFlagsOfAnySeed, parseCount } from "./run-flags.ts";
import { createSweepDisplay } from "./sweep-display.ts";
import { reportSweep } from "./sweep-reports.ts";

interface SweepFlags extends MeasuringFlags {
  readonly seeds: readonly number[];
  readonly shard?: SweepShard;
  readonly metric?: MetricId;
  readonly repeat: number;
  readonly out?: string;
  readonly quiet?: true;
}

const examples = `
Every seed is a run of counts: two passes, as of framegate perf --repeat 0, with the same frames. The game is
built once, and the browser starts once. A seed with which the game fails does not stop the others. The exit
code is that of the worst seed, in the order 70, 6, 2, 5, 4, 1, 3, 0. Without --repeat, limits of times are
not judged.

The worst seed has the highest figure of --metric. Without it, that is the budgeted metric of which a seed
uses most, or without a budget the first count that differs between the seeds.

Examples:
  framegate sweep --seeds 1..100                        which seed is worst, and by how much
  framegate sweep --seeds 1..1000 --assert-budget       as a gate
  framegate sweep --seeds 3,7,20..29 --metric maxTriangles
  framegate sweep --seeds 1..1000 --shard 1/4 --out shard-1
  framegate merge shard-1 shard-2 shard-3 shard-4 --assert-budget`;

/** Adds `sweep` to the program. */
export function defineSweep(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("sweep")
    .description("run a game with many seeds, and show the worst ones first")
    .argument("[game]", "folder, manifest or HTML file, or address of a running server", ".")
    .requiredOption("--seeds <list>", "seeds, such as 1..100 or 3,7,20..29", parseList)
    .option("--shard <i/n>", "run only part i of n of the list; framegate merge joins them", parseShard)
    .option(...assertBudgetFlag)
    .option(...budgetFlag)
    .option(...sweepMetricFlag)
    .option(...entitiesFlag)
    .option(...framesFlag)
    .option(...warmupFlag)
    .option("--repeat <count>", "timed repeats of each seed, 0 for counts only", parseCount, 0)
    .addOption(rasterOption())
    .option(...viewportFlag)
    .addOption(inconclusiveOption());
  addRunFlagsOfAnySeed(command)
    .option(...noScanFlag)
    .option("--out <folder>", "folder for sweep.json and sweep.html (default: a new one below reports)")
    .option("--quiet", "print the verdict and the paths, without progress and figures")
    .option("--json", "print the sweep as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (game: string, flags: SweepFlags) => {
      setExitCode(await sweep(game, flags, io));
    });
}

/** Option of `sweep` and `merge`. */
export const sweepMetricFlag = ["--metric <id>", "the metric that decides which seed is worst", parseMetric] as const;

async function sweep(game: string, flags: SweepFlags, io: CommandIo): Promise<number> {
  const startedAtMs = Date.now();
  await checkWritable(resolve(io.cwd, flags.out ?? defaultFolder));
  const { sweep: swept, total, stoppedBy } = await run(game, flags, io);
  const [seed = 0] = swept.seeds;
  const name = { game: `${swept.game.name} sweep`, seed, startedAtMs };
  const folder =
    flags.out === undefined ? await createRunFolder(resolve(io.cwd, defaultFolder), name) : resolve(io.cwd, flags.out);
  const isStopped = stoppedBy !== null;
  const written = reportSweep(examineSweep(swept, flags.metric ?? null), { folder, flags, isStopped }, io);
  if (!isStopped) return written.exitCode;
  if (!io.signal.aborted) throw stoppedBy;
  const path = onOneLine(relative(io.cwd, folder));
  throw new FramegateError("sweep-interrupted", { done: swept.seeds.length, total, path }, { cause: stoppedBy });
}

const defaultFolder = "reports";

async function run(game: string, flags: SweepFlags, io: CommandIo): Promise<SweepOutcome> {
  const { seeds, shard = null, repeat, tape, allowOrphan, root, context, scan } = flags;
  const display = createSweepDisplay(io, flags.quiet === true, () => performance.now());
  try {
    return await runSweep(game, {
      ...toMeasuringOptions(flags),
      ...{ seeds, shard, repeat, tape, allowOrphan, root, context, scan },
      ...{ cwd: io.cwd, env: io.env, signal: io.signal },
      onEvent: (event) => {
        display.show(event);
      },
    });
  } finally {
    display.finish();
  }
}

/** @throws {FramegateError} `bad-seed`, `bad-seeds`, `too-many-seeds`. */
function parseList(text: string): readonly number[] {
  return parseSeeds(text);
}

/** @throws {InvalidArgumentError} */
function parseShard(text: string): SweepShard {
  const [, index = 0, of = 0] = (/^(\d{1,6})\/(\d{1,6})$/u.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError("It needs a part and the number of parts, as in 1/4.");
}
