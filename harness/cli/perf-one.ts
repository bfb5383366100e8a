import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { ViewTrend } from "../../src/formats/report-view.ts";
import { mainFileOf, type RunPlan } from "../../src/formats/run-plan.ts";
import { exitCodes, type VerdictExitCode } from "../exit-codes.ts";
import { FramegateError } from "../errors.ts";
import { isWithin } from "../load/served-folder.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { framesOfReading } from "../plan/run-options.ts";
import { quoteForShell } from "../report/reproduce-command.ts";
import {
  checkWritableFile,
  createRunFolder,
  fileNameOf,
  pageName,
  writeBaseline,
  writeRunFiles,
} from "../report/write-report.ts";
import { renderPage } from "../render-page.ts";
import { runGame } from "../run-game.ts";
import { keepRun, readTrends } from "../run-history.ts";
import type { CommandIo } from "./io.ts";
import { type PerfFlags, toBaselineOptions, toRunOptions } from "./perf-flags.ts";
import { createQuietDisplay, createRunDisplay } from "./run-display.ts";

/** A game that has run, with its report on disk. */
export interface PerfOutcome {
  readonly file: ReportFile;
  readonly exitCode: VerdictExitCode;
  /** Relative to the working directory. */
  readonly reportPath: string;
  /** The report's page, and its path relative to the working directory. */
  readonly page: string;
  readonly pagePath: string;
  /** A command that would give the game a budget; null if it has a manifest. */
  readonly offer: string | null;
}

/**
 * Runs one game and writes its report. Shows progress, but not the report. Throws the errors of `runGame`.
 *
 * @param others The main files of the games of this command by the names of their folders, to which this one is added:
 * copies of a game often share their name.
 */
export async function perfOne(
  game: string,
  flags: PerfFlags,
  io: CommandIo,
  others = new Map<string, string>(),
): Promise<PerfOutcome> {
  const startedAtMs = Date.now();
  const display = flags.quiet === true ? createQuietDisplay(io) : createRunDisplay(io);
  const planned: { plan: RunPlan | null } = { plan: null };
  const toUpdate = fileToUpdate(flags, io);
  if (toUpdate !== null) await checkWritableFile(toUpdate);
  try {
    const { report, verdict, exitCode, ...pictures } = await runGame(game, {
      ...toRunOptions(flags),
      // Later comparisons need its executed code.
      ...(toUpdate === null || flags.workEvery !== undefined ? {} : { work: framesOfReading }),
      tape: flags.tape,
      allowOrphan: flags.allowOrphan,
      root: flags.root,
      context: flags.context,
      // A run that becomes the baseline is not compared.
      baseline: toUpdate === null ? toBaselineOptions(flags) : undefined,
      calibrated: flags.calibrated,
      scan: flags.scan,
      cwd: io.cwd,
      env: io.env,
      signal: io.signal,
      onEvent: (event) => {
        if (event.kind === "planned") planned.plan = event.plan;
        display.show(event);
      },
    });
    display.finish();
    io.signal.throwIfAborted();
    const file = { report, verdict };
    const { plan } = planned;
    const name = plan === null ? report.game.name : folderNameOf(plan, others);
    const folder = await createRunFolder(resolve(io.cwd, flags.out), {
      ...{ game: name, seed: report.seed.value, startedAtMs },
    });
    const write = async (trends: readonly ViewTrend[]): Promise<Pick<PerfOutcome, "page" | "reportPath">> => {
      const page = renderPage(file, pictures, { trends });
      return { page, reportPath: await writeRunFiles({ file, page, pictures }, folder) };
    };
    const trends = await keepForTrends(file, flags, startedAtMs, io).catch(async (thrown: unknown) => {
      // A full disk at the history does not cost the report of a long run.
      await write([]);
      throw thrown;
    });
    const { page, reportPath } = await write(trends);
    if (toUpdate !== null) updateBaseline(toUpdate, { file, exitCode }, io);
    return {
      ...{ file, exitCode, page },
      reportPath: onOneLine(relative(io.cwd, reportPath)),
      pagePath: onOneLine(relative(io.cwd, join(folder, pageName))),
      offer: plan === null ? null : offerFor(game, plan, io.cwd),
    };
  } finally {
    display.finish();
  }
}

/** Appends the run to its history, if it has one, and returns the trends of it. */
async function keepForTrends(
  file: ReportFile,
  { history }: PerfFlags,
  startedAtMs: number,
  { cwd, env }: CommandIo,
): Promise<readonly ViewTrend[]> {
  if (history === undefined) return [];
  const path = resolve(cwd, history);
  await keepRun(file, { path, startedAtMs, cwd, env });
  return readTrends(path, file);
}

/** File to write the run to as a baseline; null for none. @throws {FramegateError} `usage`. */
function fileToUpdate(flags: PerfFlags, io: CommandIo): string | null {
  if (flags.updateBaseline !== true) return null;
  toBaselineOptions(flags);
  const path = resolve(io.cwd, flags.baseline ?? "");
  if (path.endsWith(".json") && basename(path) !== "framegate.game.json") return path;
  const problem = `--update-baseline writes a stored report, and --baseline names ${flags.baseline ?? ""}. Name a file that ends in .json.`;
  throw new FramegateError("usage", { problem, command: "framegate perf" });
}

/** Always printed, so that no baseline changes unnoticed. */
function updateBaseline(path: string, { file, exitCode }: Pick<PerfOutcome, "file" | "exitCode">, io: CommandIo): void {
  const name = onOneLine(relative(io.cwd, path));
  if (exitCode === exitCodes.pass) writeBaseline(file, path);
  io.stderr.write(
    exitCode === exitCodes.pass
      ? `The baseline was written: ${name}\n`
      : `The baseline was not written, because the run did not pass: ${name}\n`,
  );
}

const distinctLength = 6;

/**
 * Folder name for a game's reports. A manifest has a name that its author chose. Page titles are often alike, such as
 * "Vite App", so a page without a manifest is identified by its path.
 */
function folderNameOf({ game, target }: RunPlan, others: Map<string, string>): string {
  const mainFile = mainFileOf(target);
  const folderName = fileNameOf(game.name);
  if (game.manifestHash !== null && (others.get(folderName) ?? mainFile) === mainFile) {
    others.set(folderName, mainFile);
    return game.name;
  }
  return `${game.name} ${createHash("sha256").update(mainFile).digest("hex").slice(0, distinctLength)}`;
}

function offerFor(game: string, { target }: RunPlan, cwd: string): string | null {
  if (target.kind !== "page" || target.declared !== null) return null;
  const given = resolve(cwd, game);
  // Next to the page, if a folder was given; in the working directory if the page lies in a subfolder, like a bundler's
  // output.
  const isBelow = given === target.htmlPath && isWithin(target.htmlPath, cwd);
  const folder = isBelow ? cwd : dirname(target.htmlPath);
  if (existsSync(join(folder, "framegate.game.json"))) return null;
  const at = relative(cwd, folder);
  const html = relative(folder, target.htmlPath).replaceAll("\\", "/");
  return `framegate init ${at === "" ? "" : `${quoteForShell(at)} `}--html ${quoteForShell(html)}`;
}
