import { dirname, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { validateReportFile } from "../../src/formats/validate-report.ts";
import { acceptFile } from "../load/accept-file.ts";
import { findReport, readPictures } from "../load/find-report.ts";
import { readText } from "../load/read-text.ts";
import { renderPage } from "../render-page.ts";
import { readTrends } from "../run-history.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritable, pageName, writePage } from "../report/write-report.ts";
import type { CommandIo } from "./io.ts";
import { openPage } from "./open-in-browser.ts";

interface ReportFlags {
  readonly out?: string;
  readonly history?: string;
  readonly open?: true;
}

const examples = `
The page is one file, which needs no network: figures, a chart of every frame with what happened in it, and
the pictures of the run. framegate perf writes it beside each report.json; this command makes it again, or
from a report of another machine.

Examples:
  framegate report --open                the newest run below reports/, in the browser
  framegate report reports/arena         the newest run of a game
  framegate report --history perf.history.jsonl --open
  framegate report from-ci/report.json --out /tmp/report.html`;

/** Adds `report` to the program. */
export function defineReport(program: Command, io: CommandIo): void {
  program
    .command("report")
    .description("write the HTML report of a run, with a frame viewer")
    .argument("[report]", "report.json of framegate perf, a run's folder, or a folder of reports", "reports")
    .option("--out <file>", "the file to write (default: report.html beside the report)")
    .option("--history <file>", "also show the trend of the metrics over the runs in this file of perf --history")
    .option("--open", "open it in the browser")
    .addHelpText("after", examples)
    .action(async (report: string, flags: ReportFlags) => {
      await writeReportPage(report, flags, io);
    });
}

async function writeReportPage(given: string, { out, history, open }: ReportFlags, io: CommandIo): Promise<void> {
  const path = findReport(resolve(io.cwd, given));
  const text = readText(path);
  const file = acceptFile(path, text, validateReportFile(text)).value;
  const target = out === undefined ? join(dirname(path), pageName) : resolve(io.cwd, out);
  await checkWritable(dirname(target));
  const trends = history === undefined ? [] : readTrends(resolve(io.cwd, history), file);
  if (history !== undefined && trends.length === 0) {
    const { name } = file.report.game;
    io.stderr.write(
      `${onOneLine(history)} has fewer than two runs of ${onOneLine(name)} with this input, so there is no chart of them.\n`,
    );
  }
  writePage(renderPage(file, readPictures(dirname(path)), trends), target);
  io.stdout.write(`${onOneLine(relative(io.cwd, target))}\n`);
  if (open === true) await openPage(target, io);
}
