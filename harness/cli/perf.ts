import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import { createProgress, type Progress } from "../report/progress.ts";
import { checkWritable, createRunFolder, writeRunFiles } from "../report/write-report.ts";
import { type GameEvent, runGame } from "../run-game.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";
import { addPerfFlags, type PerfFlags, toRunOptions } from "./perf-flags.ts";
import { renderScanned } from "./scan-text.ts";

/** Adds `perf` to the program. */
export function definePerf(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("perf")
    .description("run a game frame by frame, measure it, and hold it to its budget")
    .argument("[game]", "folder, manifest or HTML file", ".");
  addPerfFlags(command)
    .addHelpText("after", examples)
    .action(async (game: string, flags: PerfFlags) => {
      setExitCode(await perf(game, flags, io));
    });
}

const examples = `
Examples:
  framegate perf --assert-budget                    the game in this folder, as a gate
  framegate perf examples/arena --seed 7 --json     a report for another tool
  framegate perf dist/index.html                    a page as it is, without a manifest
  framegate perf --screenshot 0 --screenshot 599    with pictures of the first and the last frame`;

async function perf(game: string, flags: PerfFlags, io: CommandIo): Promise<number> {
  const startedAtMs = Date.now();
  const outDir = resolve(io.cwd, flags.out);
  await checkWritable(outDir);
  const colour = wantsColour(io.stderr, io.env);
  const columns = io.stderr.columns ?? 100;
  const isCi = !["", "0", "false", undefined].includes(io.env["CI"]);
  const progress = createProgress({ stream: io.stderr, isTty: io.stderr.isTTY === true, ci: isCi, colour, columns });
  try {
    const { report, verdict, exitCode, screenshots } = await runGame(game, {
      ...toRunOptions(flags),
      tape: flags.tape,
      allowOrphan: flags.allowOrphan,
      root: flags.root,
      scan: flags.scan,
      cwd: io.cwd,
      env: io.env,
      signal: io.signal,
      onEvent: (event) => {
        showEvent(event, progress, io);
      },
    });
    progress.finish();
    const file = { report, verdict };
    const folder = await createRunFolder(outDir, { game: report.game.name, seed: report.seed.value, startedAtMs });
    const reportPath = await writeRunFiles({ file, screenshots }, folder);
    if (flags.json === true) io.stdout.write(stringifyJson(file));
    io.stderr.write(renderList(file, { colour, columns }));
    io.stderr.write(`Report: ${relative(io.cwd, reportPath)}\n`);
    return exitCode;
  } finally {
    progress.finish();
  }
}

function showEvent(event: GameEvent, progress: Progress, io: CommandIo): void {
  switch (event.kind) {
    case "warning":
      io.stderr.write(`${event.message}\n`);
      return;
    case "planned":
      return;
    case "scanned":
      progress.finish();
      io.stderr.write(renderScanned(event.result, io, false));
      return;
    case "building":
      progress.update({ stage: "building the game", done: 0, total: event.total });
      return;
    case "launching":
      progress.update({ stage: "starting the browser", done: 0, total: event.total });
      return;
    case "looking-again": {
      const { total } = event;
      progress.update({ stage: "two runs differ: running both again for the reason", done: total, total });
      return;
    }
    case "run-started": {
      const { run, ofPass, total } = event;
      const suffix = ofPass === null ? ", because the limit lies within the noise" : ` of ${String(ofPass)}`;
      progress.update({ stage: `${run.pass} pass ${String(run.repeat + 1)}${suffix}`, done: run.index, total });
    }
  }
}
