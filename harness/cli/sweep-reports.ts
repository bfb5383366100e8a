import { join, relative } from "node:path";
import type { ExaminedSweep } from "../../src/formats/sweep.ts";
import { exitCodes, type InconclusivePolicy, sweepExitCode } from "../exit-codes.ts";
import { renderSweepPage } from "../render-page.ts";
import { stringifyJson } from "../report/json.ts";
import { renderShortSweep, renderSweep } from "../report/list-sweep.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { sweepNames, writeSweep } from "../report/write-report.ts";
import { gateAdvice } from "./gate-advice.ts";
import type { CommandIo } from "./io.ts";
import { listOptions } from "./run-display.ts";

/** Where the reports of a sweep go. */
export interface SweepReports {
  /** Absolute. */
  readonly folder: string;
  readonly flags: {
    readonly assertBudget?: true;
    readonly inconclusive: InconclusivePolicy;
    readonly quiet?: true;
    readonly json?: true;
  };
  /** True if the sweep ended early: `--json` then prints the error instead of the sweep. */
  readonly isStopped: boolean;
}

/** Writes a sweep and its page, shows it, and returns the exit code. Throws `write-failed`. */
export function reportSweep(
  examined: ExaminedSweep,
  { folder, flags, isStopped }: SweepReports,
  io: CommandIo,
): { readonly exitCode: number } {
  const { file, seeds } = examined;
  const path = writeSweep({ file, page: renderSweepPage(examined) }, folder);
  const render = flags.quiet === true ? renderShortSweep : renderSweep;
  const pagePath = join(folder, sweepNames.page);
  io.stderr.write(render(examined, listOptions(io)));
  io.stderr.write(`Sweep: ${nameOf(path, io)}\nHTML: ${nameOf(pagePath, io)}\n`);
  if (flags.json === true && !isStopped) io.stdout.write(stringifyJson(file));
  const { assertBudget = false, inconclusive } = flags;
  const exitCode = sweepExitCode(seeds, file.sweep.missing, { assertBudget, inconclusive });
  if (exitCode === exitCodes.pass && file.verdict.status === "fail") io.stderr.write(gateAdvice);
  return { exitCode };
}

function nameOf(path: string, { cwd }: CommandIo): string {
  return onOneLine(relative(cwd, path));
}
