import { resolve } from "node:path";
import type { Command } from "commander";
import { FramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { loadRecorded } from "../load/load-recorded.ts";
import { readReport } from "../load/read-report.ts";
import { planReplay } from "../plan/plan-replay.ts";
import { stringifyJson } from "../report/json.ts";
import { renderReplay, renderSurroundings } from "../report/replay-text.ts";
import { type ReplayEvent, runReplay } from "../run-replay.ts";
import type { CommandIo } from "./io.ts";
import { addRoot } from "./run-flags.ts";

interface ReplayFlags {
  readonly game?: string;
  readonly root?: string;
  readonly json?: true;
}

const examples = `
First lists differences in the environment: browser, flags, the game's files, tape. Then compares every frame.
Exits with 0 if all frames match the report, with 4 if not, and with 5 if the game fails. If they do not match
because it is another game, whose files, manifest or tape differ from the report's, exits with 2.

Examples:
  framegate replay reports/arena/2026-01-31T120000Z-seed7
  framegate replay from-ci/report.json --game examples/arena --json`;

/** Adds `replay` to the program. */
export function defineReplay(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("replay")
    .description("repeat the run of a stored report on this machine, and compare every frame")
    .argument("<report>", "report.json of framegate perf, a run's folder, or a folder of reports, for its newest")
    .option("--game <path>", "folder, manifest or HTML file, if it has moved since the report");
  addRoot(command)
    .option("--json", "print the result as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (report: string, flags: ReplayFlags) => {
      setExitCode(await replay(report, flags, io));
    });
}

async function replay(given: string, flags: ReplayFlags, io: CommandIo): Promise<number> {
  const { path, file } = readReport(resolve(io.cwd, given));
  const { report } = file;
  const { replay: recorded } = report;
  if (recorded === null) throw new FramegateError("report-not-replayable", { path });
  const project = await loadRecorded(report, {
    ...{ path, cwd: io.cwd, signal: io.signal },
    game: flags.game ?? null,
    root: flags.root ?? null,
  });
  const result = await runReplay(report, recorded, planReplay(project, report), {
    env: io.env,
    signal: io.signal,
    onEvent: (event) => io.stderr.write(describeEvent(event)),
  });
  if (flags.json === true) io.stdout.write(stringifyJson(result));
  io.stderr.write(renderReplay(result));
  if (result.identical) return exitCodes.pass;
  return result.sameGame ? exitCodes.nondeterminism : exitCodes.usage;
}

function describeEvent(event: ReplayEvent): string {
  switch (event.kind) {
    case "building":
      return "building the game\n";
    case "running":
      return "running\n";
    case "surroundings":
      return renderSurroundings(event.differences);
  }
}
