import { relative, resolve } from "node:path";
import type { RunReport } from "../../src/formats/report.ts";
import { FramegateError } from "../errors.ts";
import type { GameList } from "../load/expand-games.ts";
import { watchGame } from "../load/watch-game.ts";
import { renderChanges } from "../report/list-changes.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { blame } from "./blame.ts";
import { renderErrorText } from "./error-text.ts";
import type { CommandIo } from "./io.ts";
import type { PerfCommand } from "./perf-several.ts";
import { listOptions } from "./run-display.ts";

/** The one game to watch. @throws {FramegateError} `usage` for options that do not fit a watch. */
export function gameToWatch({ games }: GameList, { flags, reporters }: PerfCommand): string {
  const [game, ...others] = games;
  const usage = (problem: string): FramegateError =>
    new FramegateError("usage", { problem, command: "framegate perf" });
  if (game === undefined || others.length > 0)
    throw usage(`--watch watches one game, and there are ${String(games.length)}.`);
  if (/^https?:\/\//iu.test(game)) throw usage("--watch watches a game's files, and a running server has its own.");
  if (flags.updateBaseline === true) throw usage("--update-baseline writes one run, and --watch makes many.");
  const onStdout = reporters.find(({ name, file }) => name !== "list" && file === null);
  if (onStdout === undefined) return game;
  const { name } = onStdout;
  throw usage(
    `--watch makes a report of each run, and stdout has room for one. Write it to a file: --reporter ${name}=FILE`,
  );
}

/**
 * Runs a game, and again whenever one of its files has changed. A change during a run leads to the next one. A run that
 * fails does not end the watch. Ends by throwing `watch-interrupted`; before the first report is written, the abort
 * reason of the command's signal, or what `run` throws then.
 *
 * @param run Runs the game once, shows what it found, and writes its report.
 */
export async function watchPerf(
  game: string,
  command: PerfCommand,
  io: CommandIo,
  run: () => Promise<RunReport>,
): Promise<never> {
  let runs = 0;
  try {
    return await watchRuns(game, command, io, async () => {
      const report = await run();
      runs += 1;
      return report;
    });
  } catch (thrown) {
    if (!io.signal.aborted || runs === 0) throw thrown;
    throw new FramegateError("watch-interrupted", { runs }, { cause: thrown });
  }
}

async function watchRuns(
  game: string,
  { flags, reporters }: PerfCommand,
  io: CommandIo,
  run: () => Promise<RunReport>,
): Promise<never> {
  const { cwd, signal } = io;
  const files = [flags.out, flags.history, ...reporters.map(({ file }) => file)];
  const written = files.flatMap((file) => (file === undefined || file === null ? [] : [resolve(cwd, file)]));
  const { tape = null, root = null, context } = flags;
  let before: RunReport | null = null;
  for (;;) {
    // A new one for each run, because a manifest may refer to other folders now.
    await using watch = await watchGame(game, { cwd, tape, allowOrphan: true, root, context, signal, written });
    const report = await runOnce(run, flags.verbose === true, io);
    if (report !== null && before !== null) io.stderr.write(`\n${renderChanges(before, report, listOptions(io))}`);
    before = report ?? before;
    io.stderr.write("\nWatching the game's files. Ctrl-C ends it.\n");
    const changed = await watch.next();
    io.stderr.write(`\nChanged: ${describeFiles(changed, cwd)}\n`);
  }
}

/** Null for a run that failed, whose error was printed. Throws only if the command was interrupted. */
async function runOnce(run: () => Promise<RunReport>, verbose: boolean, io: CommandIo): Promise<RunReport | null> {
  try {
    return await run();
  } catch (thrown) {
    if (io.signal.aborted) throw thrown;
    io.stderr.write(renderErrorText(await blame(thrown), io, { verbose }));
    return null;
  }
}

const namedMax = 5;

function describeFiles(paths: readonly string[], cwd: string): string {
  const names = paths.slice(0, namedMax).map((path) => onOneLine(relative(cwd, path)));
  const more = paths.length - names.length;
  return more === 0 ? names.join(", ") : `${names.join(", ")} and ${String(more)} more`;
}
