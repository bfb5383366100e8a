import { resolve } from "node:path";
import type { Command } from "commander";
import { metricDefinitions, metricIds } from "../../src/formats/metrics.ts";
import { isFramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { expandGames, type GameList } from "../load/expand-games.ts";
import { readGameTitle } from "../load/game-title.ts";
import { selectGames } from "../load/select-games.ts";
import { renderFailurePage } from "../render-page.ts";
import { checkRunHistory } from "../run-history.ts";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import { renderShortVerdict } from "../report/list-games.ts";
import { nameWithPath } from "../report/name-games.ts";
import { checkWritable } from "../report/write-report.ts";
import type { CommandIo } from "./io.ts";
import { addPerfFlags, type PerfFlags } from "./perf-flags.ts";
import { describeError } from "./error-text.ts";
import { gateAdvice, isOnlySaid } from "./gate-advice.ts";
import { perfOne, type PerfOutcome } from "./perf-one.ts";
import { isListed, planPerfReporters, reportPerf } from "./perf-reporters.ts";
import { type PerfCommand, perfSeveral } from "./perf-several.ts";
import { listOptions } from "./run-display.ts";

/** Adds `perf` to the program. */
export function definePerf(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("perf")
    .description("run games frame by frame, measure them, and hold them to their budgets")
    .argument("[games...]", "folders, manifests or HTML files, or addresses of running servers (default: this folder)");
  addPerfFlags(command)
    .addHelpText("after", examples)
    .action(async (games: readonly string[], flags: PerfFlags) => {
      setExitCode(await perf(games, flags, io));
    });
}

/** Each metric with its label; docs/metrics.md defines them. */
function metricHelp(): string {
  const width = Math.max(...metricIds.map((id) => id.length));
  const lines = metricIds.map((id) => {
    const { label, unit } = metricDefinitions[id];
    return `  ${id.padEnd(width)}  ${label}${unit === "count" ? "" : `, ${unit}`}`;
  });
  return lines.join("\n");
}

const examples = `
Metrics for --budget:
${metricHelp()}

Several games: each has its verdict and its report, and a table comes last. The exit code is the most
severe one, in the order 70, 6, 2, 5, 4, 1, 3, 0: a judged game never hides one that could not be judged.
With --json the output is {"exitCode", "games": [{"game", "exitCode", and "report" and "verdict", or
"error"}]}. This applies to more than one argument, and to a quoted pattern.

Examples:
  framegate perf --assert-budget                    the game in this folder, as a gate
  framegate perf examples/arena --seed 7 --json     a report for another tool
  framegate perf dist/index.html                    an unmodified page, without a manifest
  framegate perf http://localhost:5173              the page of a running server on this machine
  framegate perf 'games/*' --assert-budget          all games in a folder, as one gate
  framegate perf 'games/*' --grep 'arena|lamps'     some of them
  framegate perf --watch --repeat 0                 while working on a game: its counts, after each change
  framegate perf --screenshot worst                 with screenshots of the worst frames
  framegate perf --screenshot every=60              with one of every 60th frame`;

async function perf(given: readonly string[], flags: PerfFlags, io: CommandIo): Promise<number> {
  const reporters = await planPerfReporters(flags, io);
  await checkWritable(resolve(io.cwd, flags.out));
  if (flags.history !== undefined) await checkRunHistory(resolve(io.cwd, flags.history));
  const list = await findGames(given, flags, io);
  const command = { flags, reporters };
  if (flags.watch === true) {
    const { gameToWatch, watchPerf } = await import("./perf-watch.ts");
    const game = gameToWatch(list, command);
    return await watchPerf(game, command, io, async () => (await runOne(game, command, io)).file.report);
  }
  const [game = "."] = list.games;
  if (list.isSeveral) return await perfSeveral(list, command, io);
  return (await runOne(game, command, io)).exitCode;
}

/** Runs a game, shows its verdict and writes its reports. */
async function runOne(game: string, { flags, reporters }: PerfCommand, io: CommandIo): Promise<PerfOutcome> {
  const outcome = await perfAlone(game, { flags, reporters }, io);
  const { file, exitCode, reportPath, page, pagePath, offer } = outcome;
  if (isListed(reporters)) {
    const render = flags.quiet === true ? renderShortVerdict : renderList;
    io.stderr.write(render(file, listOptions(io)));
  }
  io.stderr.write(`Report: ${reportPath}\nHTML: ${pagePath}\n`);
  if (isOnlySaid(file, exitCode)) io.stderr.write(gateAdvice);
  if (offer !== null && flags.assertBudget !== true) io.stderr.write(`To keep a budget for it in a file: ${offer}\n`);
  const ends = [{ state: "ran", game, exitCode, file }] as const;
  await reportPerf({ ends, json: () => stringifyJson(file), html: () => page }, reporters, io);
  return outcome;
}

/** The games of a command line, and how many of them `--grep` selects. */
async function findGames(given: readonly string[], { grep }: PerfFlags, io: CommandIo): Promise<GameList> {
  const list = await expandGames(given.length === 0 ? ["."] : given, io.cwd);
  if (grep === undefined) return list;
  const selected = await selectGames(list, grep, io.cwd);
  io.stderr.write(`--grep selects ${String(selected.games.length)} of ${String(list.games.length)} games.\n`);
  return selected;
}

/** Runs a command's only game. If it cannot be run, the reports say so too: a CI service shows nothing else. */
async function perfAlone(game: string, { flags, reporters }: PerfCommand, io: CommandIo): Promise<PerfOutcome> {
  try {
    return await perfOne(game, flags, io);
  } catch (thrown) {
    if (io.signal.aborted) throw thrown;
    const { code, message } = describeError(thrown);
    const exitCode = isFramegateError(thrown) ? thrown.exitCode : exitCodes.fault;
    const title = await readGameTitle(game, io.cwd);
    const ends = [{ state: "failed", game, title, exitCode, code, message }] as const;
    // The JSON of an error is printed where all errors are.
    const others = reporters.filter(({ name }) => name !== "json");
    const html = (): string => renderFailurePage({ game: nameWithPath(title, game), code, message });
    await reportPerf({ ends, json: () => "", html }, others, io);
    throw thrown;
  }
}
