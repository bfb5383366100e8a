import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { exitCodeFor } from "../exit-codes.ts";
import { loadProject } from "../load/load-project.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { stringifyJson } from "../report/json.ts";
import { renderList } from "../report/list.ts";
import { createProgress } from "../report/progress.ts";
import { checkWritable, createRunFolder, writeRunFiles } from "../report/write-report.ts";
import { runPerf } from "../run-perf.ts";
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
  const project = await loadProject(game, {
    cwd: io.cwd,
    tape: flags.tape ?? null,
    allowOrphan: flags.allowOrphan ?? false,
  });
  for (const warning of project.warnings) io.stderr.write(`${warning}\n`);
  const plan = planRuns(project, toRunOptions(flags));
  const outDir = resolve(io.cwd, flags.out);
  await checkWritable(outDir);
  const colour = wantsColour(io.stderr, io.env);
  const columns = io.stderr.columns ?? 100;
  const isCi = !["", "0", "false", undefined].includes(io.env["CI"]);
  const progress = createProgress({ stream: io.stderr, isTty: io.stderr.isTTY === true, ci: isCi, colour, columns });
  try {
    const { file, screenshots } = await runPerf(plan, {
      env: io.env,
      signal: io.signal,
      target: game,
      cwd: io.cwd,
      skipsScan: !flags.scan,
      onScanned: async (result) => {
        progress.finish();
        io.stderr.write(renderScanned(result, io));
      },
      onProgress: progress.update,
    });
    progress.finish();
    const name = { game: plan.game.name, seed: plan.seed.value, startedAtMs };
    const folder = await createRunFolder(outDir, name);
    const reportPath = await writeRunFiles({ file, screenshots }, folder);
    if (flags.json === true) io.stdout.write(stringifyJson(file));
    io.stderr.write(renderList(file, { colour, columns }));
    io.stderr.write(`Report: ${relative(io.cwd, reportPath)}\n`);
    return exitCodeFor(file.verdict, { assertBudget: plan.assertBudget, inconclusive: flags.inconclusive });
  } finally {
    progress.finish();
  }
}
