import { resolve } from "node:path";
import type { Command } from "commander";
import type { MetricId } from "../../src/formats/metrics.ts";
import { examineSweep } from "../examine-sweep.ts";
import { checkWritable } from "../report/write-report.ts";
import { runMerge } from "../run-merge.ts";
import type { CommandIo } from "./io.ts";
import { assertBudgetFlag, inconclusiveOption } from "./perf-flags.ts";
import { sweepMetricFlag } from "./sweep.ts";
import { reportSweep, type SweepReports } from "./sweep-reports.ts";

type MergeFlags = SweepReports["flags"] & { readonly out: string; readonly metric?: MetricId };

const examples = `
Needs no browser. The sweeps must be of the same build of a game with the same options, in the same browser. A
seed in several of them must have given the same frames and counts in each; otherwise the exit code is 4. If
seeds of the list are missing, it is 2, and the result is marked as incomplete.

Examples:
  framegate merge shard-1 shard-2 shard-3 shard-4 --assert-budget
  framegate merge shards/* --out reports/night --json`;

/** Adds `merge` to the program. */
export function defineMerge(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("merge")
    .description("join the shards of a sweep")
    .argument("<folders...>", "folders of framegate sweep --out, or their sweep.json files")
    .option(...assertBudgetFlag)
    .option(...sweepMetricFlag)
    .addOption(inconclusiveOption())
    .option("--out <folder>", "folder for sweep.json and sweep.html", "reports/merged-sweep")
    .option("--quiet", "print the verdict and the paths, without figures")
    .option("--json", "print the sweep as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (folders: readonly string[], flags: MergeFlags) => {
      setExitCode(await merge(folders, flags, io));
    });
}

async function merge(folders: readonly string[], flags: MergeFlags, io: CommandIo): Promise<number> {
  const folder = resolve(io.cwd, flags.out);
  await checkWritable(folder);
  const sweep = runMerge(
    folders.map((each) => resolve(io.cwd, each)),
    { assertBudget: flags.assertBudget === true },
  );
  return reportSweep(examineSweep(sweep, flags.metric ?? null), { folder, flags, isStopped: false }, io).exitCode;
}
