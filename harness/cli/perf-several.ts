import type { ReportFile } from "../../src/formats/report-file.ts";
import { FramegateError, isFramegateError } from "../errors.ts";
import { exitCodes, mostSevereExitCode } from "../exit-codes.ts";
import type { GameList } from "../load/expand-games.ts";
import { readGameTitle } from "../load/game-title.ts";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import type { GameEnd } from "../report/game-end.ts";
import { renderGames, renderShortVerdict } from "../report/list-games.ts";
import { nameWithPath } from "../report/name-games.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { blame } from "./blame.ts";
import { describeError, type DescribedError, renderErrorText } from "./error-text.ts";
import type { CommandIo } from "./io.ts";
import type { PerfFlags } from "./perf-flags.ts";
import { gateAdvice, isOnlySaid } from "./gate-advice.ts";
import { perfOne } from "./perf-one.ts";
import { type PerfReporter, reportPerf } from "./perf-reporters.ts";
import { listOptions } from "./run-display.ts";

/** The flags of a command, with its reports. */
export interface PerfCommand {
  readonly flags: PerfFlags;
  readonly reporters: readonly PerfReporter[];
}

/** JSON of one game among several. */
interface JsonOfGame {
  readonly game: string;
  readonly exitCode: number;
  readonly report?: ReportFile["report"];
  readonly verdict?: ReportFile["verdict"];
  readonly error?: DescribedError;
}

interface Ended {
  readonly end: GameEnd;
  readonly json: JsonOfGame;
}

/**
 * Runs games one after the other, because two at once would disturb each other's times. A game that cannot be run does
 * not stop the others. Throws `games-interrupted`, and `usage` for options that only fit one game.
 */
export async function perfSeveral(list: GameList, { flags, reporters }: PerfCommand, io: CommandIo): Promise<number> {
  const { games, leftOut } = list;
  if (flags.updateBaseline === true) {
    const problem = `--update-baseline writes the report of one game, and there are ${String(games.length)}.`;
    throw new FramegateError("usage", { problem, command: "framegate perf" });
  }
  if (reporters.some(({ name }) => name === "html")) {
    const problem = `--reporter html shows one game, and there are ${String(games.length)}. Each has its page beside its report.json.`;
    throw new FramegateError("usage", { problem, command: "framegate perf" });
  }
  for (const path of leftOut) io.stderr.write(`${onOneLine(path)} is not a game, and is left out.\n`);
  const ended: Ended[] = [];
  const names = new Map<string, string>();
  for (const [index, game] of games.entries()) {
    const title = await readGameTitle(game, io.cwd);
    io.stderr.write(`\n${String(index + 1)} of ${String(games.length)}: ${onOneLine(nameWithPath(title, game))}\n`);
    const one = await runNext({ game, title }, { flags, io, names });
    if (one === null) throw await explainInterruption(games, ended, io);
    ended.push(one);
  }
  const exitCode = mostSevereExitCode(ended.map(({ json }) => json.exitCode));
  const ends = ended.map(({ end }) => end);
  io.stderr.write(renderGames(ends, listOptions(io)));
  if (ended.some(({ end }) => end.state === "ran" && isOnlySaid(end.file, end.exitCode))) io.stderr.write(gateAdvice);
  const json = (): string => stringifyJson({ exitCode, games: ended.map((one) => one.json) });
  await reportPerf({ ends, json, html: () => "" }, reporters, io);
  return exitCode;
}

interface Surroundings {
  readonly flags: PerfFlags;
  readonly io: CommandIo;
  /** See `perfOne`. */
  readonly names: Map<string, string>;
}

interface NextGame {
  readonly game: string;
  /** Null if it has none. */
  readonly title: string | null;
}

/** Null if the command was interrupted. */
async function runNext({ game, title }: NextGame, { flags, io, names }: Surroundings): Promise<Ended | null> {
  try {
    io.signal.throwIfAborted();
    const { file, exitCode, reportPath, pagePath } = await perfOne(game, flags, io, names);
    // The figures of a passing game are in its report, and in a row of the table.
    const text =
      exitCode === exitCodes.pass || flags.quiet === true
        ? renderShortVerdict(file, listOptions(io))
        : renderList(file, listOptions(io));
    io.stderr.write(`${text}Report: ${reportPath}\nHTML: ${pagePath}\n`);
    return { end: { state: "ran", game, exitCode, file }, json: { game, exitCode, ...file } };
  } catch (thrown) {
    if (io.signal.aborted) return null;
    return explainFailure({ game, title }, await blame(thrown), flags, io);
  }
}

function explainFailure({ game, title }: NextGame, thrown: unknown, { verbose }: PerfFlags, io: CommandIo): Ended {
  io.stderr.write(renderErrorText(thrown, io, { verbose: verbose === true }));
  const exitCode = isFramegateError(thrown) ? thrown.exitCode : exitCodes.fault;
  const error = describeError(thrown);
  return {
    end: { state: "failed", game, title, exitCode, code: error.code, message: error.message },
    json: { game, exitCode, error },
  };
}

async function explainInterruption(
  games: readonly string[],
  ended: readonly Ended[],
  io: CommandIo,
): Promise<FramegateError> {
  const left = games.slice(ended.length);
  const ends: readonly GameEnd[] = [
    ...ended.map(({ end }) => end),
    ...(await Promise.all(
      left.map(async (game): Promise<GameEnd> => {
        return { state: "not-run", game, title: await readGameTitle(game, io.cwd) };
      }),
    )),
  ];
  io.stderr.write(renderGames(ends, listOptions(io)));
  return new FramegateError("games-interrupted", { done: ended.length, total: games.length, left: left.join(", ") });
}
