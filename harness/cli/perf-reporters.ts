import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { reasonOf } from "../errors.ts";
import { renderBenchmark } from "../report/benchmark.ts";
import { renderGithub } from "../report/github.ts";
import { renderJunit } from "../report/junit.ts";
import type { GameEnd } from "../report/game-end.ts";
import { renderMarkdown } from "../report/markdown.ts";
import { harmlessText, markCommands } from "../report/terminal-text.ts";
import { checkWritableFile } from "../report/write-report.ts";
import { explainScanError } from "../scan-game.ts";
import type { CommandIo } from "./io.ts";
import type { PerfFlags } from "./perf-flags.ts";
import { type PlannedReporter, planReporters } from "./plan-reporters.ts";
import { writeReport } from "./write-report.ts";

type ReporterName = "list" | "json" | "html" | "junit" | "markdown" | "github" | "benchmark";

const names: readonly ReporterName[] = ["list", "json", "html", "junit", "markdown", "github", "benchmark"];

/** A report format of `perf` or `judge`. */
export type PerfReporter = PlannedReporter<ReporterName>;

/**
 * Reports requested by a command's flags. Throws `usage`, and `write-failed` if one cannot be written: before the run,
 * not after it.
 */
export async function planPerfReporters(
  flags: Pick<PerfFlags, "reporter" | "json">,
  io: CommandIo,
  command = "framegate perf",
): Promise<readonly PerfReporter[]> {
  const reporters = planReporters(flags, { names, command });
  for (const { file } of reporters) if (file !== null) await checkWritableFile(resolve(io.cwd, file));
  return reporters;
}

/** Whether people see the list: if it was requested, and beside `--json`. */
export function isListed(reporters: readonly PerfReporter[]): boolean {
  return reporters.some(({ name, file }) => name === "list" || (name === "json" && file === null));
}

/** Results of a command: how each game ended, and the same for programs. */
export interface PerfResults {
  readonly ends: readonly GameEnd[];
  /** Text of `--json`. */
  readonly json: () => string;
  /** Page of one game. */
  readonly html: () => string;
}

/**
 * Writes every report but the list. In a GitHub Actions job, annotations go to its log and Markdown to its summary even
 * if nobody asked.
 */
export async function reportPerf(
  { ends, json, html }: PerfResults,
  reporters: readonly PerfReporter[],
  io: CommandIo,
): Promise<void> {
  for (const { name, file } of reporters) {
    if (name === "list") continue;
    const text = name === "json" ? json() : name === "html" ? html() : renderFor(name, ends, io);
    if (file === null) io.stdout.write(text);
    else await write(resolve(io.cwd, file), harmlessText(text), io.signal);
  }
  if (io.env["GITHUB_ACTIONS"] !== "true") return;
  if (reporters.every(({ name }) => name !== "github")) io.stderr.write(renderFor("github", ends, io));
  addToSummary(renderFor("markdown", ends, io), io);
}

async function write(path: string, text: string, signal: AbortSignal): Promise<void> {
  try {
    await writeReport(path, text, signal);
  } catch (thrown) {
    throw explainScanError(thrown);
  }
}

function renderFor(
  name: Exclude<ReporterName, "list" | "json" | "html">,
  ends: readonly GameEnd[],
  { cwd }: Pick<CommandIo, "cwd">,
): string {
  switch (name) {
    case "junit":
      return renderJunit(ends, cwd);
    case "markdown":
      return renderMarkdown(ends);
    case "github":
      return markCommands(renderGithub(ends));
    case "benchmark":
      return renderBenchmark(ends);
  }
}

/** An unwritable summary must not fail a gate. */
function addToSummary(text: string, { env, stderr }: CommandIo): void {
  const file = env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  try {
    appendFileSync(file, harmlessText(text));
  } catch (thrown) {
    stderr.write(`The summary of the job could not be written: ${reasonOf(thrown)}\n`);
  }
}
