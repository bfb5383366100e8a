import { dirname, join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { ViewTrend } from "../../src/formats/report-view.ts";
import { readPictures } from "../load/find-report.ts";
import { readReport, type StoredReport } from "../load/read-report.ts";
import { renderPage } from "../render-page.ts";
import { countFrames } from "../report/html-view.ts";
import { givenRoot } from "../report/reproduce-command.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritableFile, pageName, writePage } from "../report/write-report.ts";
import { readTrends } from "../run-history.ts";
import { runServeReport } from "../serve-report/run-serve-report.ts";
import { describeError, renderErrorText } from "./error-text.ts";
import type { CommandIo } from "./io.ts";
import { openPage } from "./open-in-browser.ts";
import { parsePort } from "./run-flags.ts";

interface ReportFlags {
  readonly out?: string;
  readonly history?: string;
  readonly open?: true;
  readonly serve?: true;
  readonly port?: number;
  readonly game?: string;
}

const examples = `
The page is one file, which needs no network: figures, a chart of every frame with what happened in it, and
the pictures of the run. framegate perf writes it beside each report.json; this command makes it again, or
from a report of another machine.

With --serve the page comes from this machine, and shows a picture of any frame: the game is run to it again,
with the report's seed, input and options, and so is the baseline's build. Nothing is written.

Examples:
  framegate report --open                the newest run below reports/, in the browser
  framegate report --serve --open        the same, with a picture of any frame
  framegate report reports/arena         the newest run of a game
  framegate report --history perf.history.jsonl --open
  framegate report from-ci/report.json --out /tmp/report.html`;

/** Adds `report` to the program. */
export function defineReport(program: Command, io: CommandIo): void {
  program
    .command("report")
    .description("write the HTML report of a run, with a frame viewer, or serve it with pictures of its frames")
    .argument(
      "[report]",
      "report.json of framegate perf, a run's folder, or a folder of reports, for its newest",
      "reports",
    )
    .option("--out <file>", "the file to write (default: report.html beside the report)")
    .option("--history <file>", "also show the trend of the metrics over the runs in this file of perf --history")
    .option("--open", "open it in the browser")
    .addOption(
      new Option(
        "--serve",
        "serve the page on this machine, and render the frames that it asks for; Ctrl-C ends it",
      ).conflicts("out"),
    )
    .addOption(
      new Option(
        "--port <number>",
        "port of --serve on 127.0.0.1; if it is taken, up to 20 higher ones are tried\n(default: any free one)",
      )
        .argParser(parsePort)
        .implies({ serve: true }),
    )
    .addOption(
      new Option(
        "--game <path>",
        "folder, manifest or HTML file for --serve, if it has moved since the report",
      ).implies({
        serve: true,
      }),
    )
    .addHelpText("after", examples)
    .action(async (report: string, flags: ReportFlags) => {
      const stored = readReport(resolve(io.cwd, report));
      if (flags.serve === true) await serveReportPage(stored, flags, io);
      else await writeReportPage(stored, flags, io);
    });
}

async function writeReportPage(
  { path, file }: StoredReport,
  { out, history, open }: ReportFlags,
  io: CommandIo,
): Promise<void> {
  const target = out === undefined ? join(dirname(path), pageName) : resolve(io.cwd, out);
  await checkWritableFile(target);
  const trends = trendsIn(history, file, io);
  writePage(renderPage(file, readPictures(dirname(path)), { trends }), target);
  io.stdout.write(`${onOneLine(relative(io.cwd, target))}\n`);
  if (open === true) await openPage(target, io);
}

async function serveReportPage({ path, file }: StoredReport, flags: ReportFlags, io: CommandIo): Promise<void> {
  const { report } = file;
  const { cwd, env, signal, stderr } = io;
  const { game = null, port = null } = flags;
  const trends = trendsIn(flags.history, file, io);
  await runServeReport({
    ...{ report, path, game, cwd, env, signal, port },
    // The report's paths are relative to its working directory. A game that has moved has its own.
    root: game === null ? givenRoot(report) : null,
    page: renderPage(file, readPictures(dirname(path)), { trends, isServed: true }),
    frameCount: countFrames(report),
    onReady: (url) => {
      stderr.write(`${onOneLine(report.game.name)}: ${url}\nCtrl-C ends it.\n`);
      // If no browser opens, the user still has the address.
      if (flags.open === true) void openPage(url, io);
    },
    onError: (thrown) => {
      stderr.write(renderErrorText(thrown, io, { verbose: false }));
      return describeError(thrown);
    },
  });
}

function trendsIn(history: string | undefined, file: ReportFile, io: CommandIo): readonly ViewTrend[] {
  if (history === undefined) return [];
  const trends = readTrends(resolve(io.cwd, history), file);
  if (trends.length === 0) {
    const { name } = file.report.game;
    io.stderr.write(
      `${onOneLine(history)} has fewer than two runs of ${onOneLine(name)} with this input, so there is no chart of them.\n`,
    );
  }
  return trends;
}
