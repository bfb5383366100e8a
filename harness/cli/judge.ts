import { resolve } from "node:path";
import type { Command } from "commander";
import type { Budget } from "../../src/formats/metrics.ts";
import { noPictures } from "../../src/formats/run-pictures.ts";
import { exitCodeFor, type InconclusivePolicy } from "../exit-codes.ts";
import { renderPage } from "../render-page.ts";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import { runJudge } from "../run-judge.ts";
import type { CommandIo } from "./io.ts";
import { budgetFlag, inconclusiveOption, reporterFlag } from "./perf-flags.ts";
import { isListed, planPerfReporters, reportPerf } from "./perf-reporters.ts";
import { listOptions } from "./run-display.ts";

interface JudgeFlags {
  readonly budget?: Budget;
  readonly strict?: true;
  readonly inconclusive: InconclusivePolicy;
  readonly reporter?: readonly string[];
  readonly json?: true;
}

const examples = `
Needs no browser. The same reports give the same verdict, byte for byte. Several reports of one run count as
its repeats; times count only from the machine class and the browser of the first one.

Examples:
  framegate judge reports/arena/2026-01-31T120000Z-seed7
  framegate judge night-*/report.json --budget frameCpuMsP95=8 --json
  framegate judge report.json --reporter junit=junit.xml,markdown=comment.md`;

/** Adds `judge` to the program. */
export function defineJudge(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("judge")
    .description("judge stored reports by a budget, without running anything")
    .argument(
      "<reports...>",
      "report.json files of framegate perf, run folders, or folders of reports, for their newest",
    )
    .option(...budgetFlag)
    .option("--strict", "exit with 4 if the game used an API whose results are not repeatable")
    .addOption(inconclusiveOption())
    .option(...reporterFlag)
    .option("--json", "print the report and the verdict as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (reports: readonly string[], flags: JudgeFlags) => {
      setExitCode(await judge(reports, flags, io));
    });
}

async function judge(reports: readonly string[], flags: JudgeFlags, io: CommandIo): Promise<number> {
  const reporters = await planPerfReporters(flags, io, "framegate judge");
  const paths = reports.map((report) => resolve(io.cwd, report));
  const file = runJudge(paths, { budget: flags.budget ?? {}, strict: flags.strict === true });
  const exitCode = exitCodeFor(file.verdict, { assertBudget: true, inconclusive: flags.inconclusive });
  if (isListed(reporters)) io.stderr.write(renderList(file, listOptions(io)));
  const ends = [{ state: "ran", game: file.report.target, exitCode, file }] as const;
  await reportPerf({ ends, json: () => stringifyJson(file), html: () => renderPage(file, noPictures) }, reporters, io);
  return exitCode;
}
