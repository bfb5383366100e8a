import { resolve } from "node:path";
import type { Command } from "commander";
import type { MetricId } from "../../src/formats/metrics.ts";
import { FramegateError } from "../errors.ts";
import { stringifyJson } from "../report/json.ts";
import { renderHistory } from "../report/list-history.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { type HistoryResult, runHistory } from "../run-history.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";
import { parseMetric } from "./perf-flags.ts";

interface HistoryFlags {
  readonly game?: string;
  readonly metric?: readonly MetricId[];
  readonly json?: true;
}

const examples = `
A count is marked if it differs from the previous run. A time is marked where its interval has nothing
in common with that of the last change, on machines of one class; shown is the class of the last run. Runs
with another seed, tape, query or number of frames have a table of their own.

Examples:
  framegate perf --history perf.history.jsonl
  framegate history perf.history.jsonl
  framegate history perf.history.jsonl --game Arena --metric maxDrawCalls --json`;

/** Adds `history` to the program. */
export function defineHistory(program: Command, io: CommandIo): void {
  program
    .command("history")
    .description("show how the metrics of games changed over the runs of perf --history")
    .argument("<file>", "file of framegate perf --history")
    .option("--game <name>", "only this game")
    .option("--metric <id>", "only this metric; repeatable", addMetric)
    .option("--json", "print every run and change as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action((file: string, flags: HistoryFlags) => {
      showHistory(file, flags, io);
    });
}

function showHistory(file: string, flags: HistoryFlags, io: CommandIo): void {
  const result = select(file, runHistory(resolve(io.cwd, file)), flags);
  for (const { line, problem } of result.skipped) {
    io.stderr.write(`${onOneLine(file)}:${String(line)}: the line is skipped. ${onOneLine(problem)}\n`);
  }
  if (flags.json === true) {
    io.stdout.write(stringifyJson(result));
    return;
  }
  const options = { colour: wantsColour(io.stdout, io.env), columns: io.stdout.columns ?? 120 };
  io.stdout.write(renderHistory(result.series, options));
}

/** The part of the result that the flags select. @throws {FramegateError} `no-history`. */
function select(file: string, { series, skipped }: HistoryResult, { game, metric }: HistoryFlags): HistoryResult {
  const games = [...new Set(series.map((one) => one.game))];
  const ofGame = series.filter((one) => game === undefined || one.game === game);
  if (ofGame.length === 0) {
    throw new FramegateError("no-history", { path: file, game: game ?? null, games: games.join(", ") });
  }
  if (metric === undefined) return { series: ofGame, skipped };
  const isAsked = ({ metric: id }: { readonly metric: MetricId }): boolean => metric.includes(id);
  return { series: ofGame.map((one) => ({ ...one, metrics: one.metrics.filter(isAsked) })), skipped };
}

/** @throws {InvalidArgumentError} */
function addMetric(text: string, previous: readonly MetricId[] = []): readonly MetricId[] {
  return [...previous, parseMetric(text)];
}
