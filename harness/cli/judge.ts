import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Budget } from "../../src/formats/metrics.ts";
import { exitCodeFor, type InconclusivePolicy } from "../exit-codes.ts";
import { runDefaults } from "../plan/run-options.ts";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import { runJudge } from "../run-judge.ts";
import type { CommandIo } from "./io.ts";
import { parseBudget } from "./perf-flags.ts";
import { listOptions } from "./run-display.ts";

interface JudgeFlags {
  readonly budget?: Budget;
  readonly strict?: true;
  readonly inconclusive: InconclusivePolicy;
  readonly json?: true;
}

const examples = `
Needs no browser. The same reports give the same verdict, byte for byte. Several reports of one run count as
its repeats; times count only from the machine class and the browser of the first one.

Examples:
  framegate judge reports/arena/2026-01-31T120000Z-seed7/report.json
  framegate judge night-*/report.json --budget frameCpuMsP95=8 --json`;

/** Adds `judge` to the program. */
export function defineJudge(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("judge")
    .description("judge stored reports by a budget, without running anything")
    .argument("<reports...>", "report.json of framegate perf")
    .option("--budget <metric=limit>", "add or override a budget line; repeatable", parseBudget)
    .option("--strict", "exit with 4 if an API was used whose results cannot be repeated")
    .addOption(
      new Option("--inconclusive <verdict>", "exit code of an inconclusive verdict: 3 (keep), or that of pass or fail")
        .choices(["pass", "fail", "keep"])
        .default(runDefaults.inconclusive),
    )
    .option("--json", "print the report and the verdict as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action((reports: readonly string[], flags: JudgeFlags) => {
      setExitCode(judge(reports, flags, io));
    });
}

function judge(reports: readonly string[], flags: JudgeFlags, io: CommandIo): number {
  const paths = reports.map((report) => resolve(io.cwd, report));
  const file = runJudge(paths, { budget: flags.budget ?? {}, strict: flags.strict === true });
  if (flags.json === true) io.stdout.write(stringifyJson(file));
  io.stderr.write(renderList(file, listOptions(io)));
  return exitCodeFor(file.verdict, { assertBudget: true, inconclusive: flags.inconclusive });
}
