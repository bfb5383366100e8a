import { resolve } from "node:path";
import type { Command } from "commander";
import { type Breathe, createBreather } from "../../scanner/find/breather.ts";
import type { Group } from "../../scanner/findings/finding.ts";
import { groups } from "../../scanner/findings/finding.ts";
import { runScan, type ScanOptions, type ScanResult } from "../../scanner/run-scan.ts";
import { FramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { harmlessText, onOneLine } from "../report/terminal-text.ts";
import { explainScanError } from "../scan-game.ts";
import type { CommandIo } from "./io.ts";
import { addToList, cacheFileOf, scanFlagTable, type ScanFlags } from "./scan-flags.ts";
import { planScanReporters, renderScan, type ScanReporter } from "./scan-reporters.ts";
import { listColumns, renderScanned } from "./scan-text.ts";
import { writeReport } from "./write-report.ts";

/** Adds `scan` to the program. */
export function defineScan(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("scan")
    .description("find raw randomness and wall-clock reads in a game's sources")
    .argument("[paths...]", "games, folders, files, or patterns in quotes (default: this folder)");
  for (const { name, value, isList, description } of scanFlagTable) {
    const usage = value === null ? `--${name}` : `--${name} ${value}`;
    if (isList) command.option(usage, description, addToList);
    else command.option(usage, description);
  }
  command.addHelpText("after", notes).action(async (paths: readonly string[], flags: ScanFlags) => {
    setExitCode(await scan(paths, flags, io));
  });
}

const notes = `
A game is scanned when its manifest sets determinism.seededRandom; any other path always is.
Code that may stay says why: // framegate-ignore-next-line raw-random -- title screen only
Exits with 1 for findings, and with 0 for notices.

Examples:
  framegate scan                                     the game in this folder
  framegate scan src 'lib/**/*.ts' --group library   folders and patterns, packages too
  framegate scan --reporter sarif --output scan.sarif
  framegate scan --baseline scan.json --update-baseline`;

/**
 * Scans and reports. Returns the exit code. Throws `usage`, `nothing-to-scan`, `baseline-invalid`, `file-unreadable`
 * and `write-failed`.
 */
export async function scan(paths: readonly string[], flags: ScanFlags, io: CommandIo): Promise<number> {
  const reportOptions = { reporters: planScanReporters(flags), all: flags.all === true, io };
  const options = toScanOptions(flags, io);
  try {
    const named = paths.length === 0 ? ["."] : paths;
    if (flags.watch === true) {
      const { watchScan } = await import("../../scanner/find/watch.ts");
      const { renderError } = await import("./error-text.ts");
      await watchScan(named, options, {
        onResult: async (result) => {
          await report(result, reportOptions);
        },
        onProblem: (problem) => {
          renderError(explainScanError(problem), io, { json: false, verbose: flags.verbose === true });
          io.stderr.write("Still watching: it is tried again every second.\n");
        },
      });
      return exitCodes.pass;
    }
    if (flags.fix === true) await fix(named, options, io);
    const result = await runScan(named, options);
    await report(result, reportOptions);
    return result.findings.length === 0 ? exitCodes.pass : exitCodes.failed;
  } catch (thrown) {
    throw explainScanError(thrown);
  }
}

function toScanOptions(flags: ScanFlags, io: CommandIo): ScanOptions {
  const { baseline = null, updateBaseline = false, force = false, deps = false, ignore = [] } = flags;
  if (updateBaseline && baseline === null)
    throw usage("--update-baseline needs the file: --baseline scan-baseline.json");
  return {
    cwd: io.cwd,
    groups: (flags.group ?? []).map(readGroup),
    ignore,
    force,
    deps,
    baseline,
    updateBaseline,
    cache: cacheFileOf(flags),
    signal: io.signal,
  };
}

function readGroup(name: string): Group {
  const group = groups.find((one) => one === name);
  if (group === undefined) throw usage(`There is no group "${name}". Groups: ${groups.join(", ")}.`);
  return group;
}

function usage(problem: string): FramegateError {
  return new FramegateError("usage", { problem, command: "framegate scan" });
}

async function fix(named: readonly string[], options: ScanOptions, io: CommandIo): Promise<void> {
  const { fixSources } = await import("../../scanner/findings/fix.ts");
  const { renderFixed } = await import("../../scanner/report/fixed.ts");
  const { findings } = await runScan(named, { ...options, baseline: null, updateBaseline: false });
  const fixed = await fixSources(findings, options.cwd, io.signal);
  io.stderr.write(`${renderFixed(fixed, listColumns(io.stderr))}\n`);
}

interface ReportOptions {
  readonly reporters: readonly ScanReporter[];
  readonly all: boolean;
  readonly io: CommandIo;
}

/** Makes each report and writes it to its place. */
async function report(result: ScanResult, { reporters, all, io }: ReportOptions): Promise<void> {
  for (const { manifest } of result.off) {
    io.stderr.write(
      `Not scanned: ${onOneLine(manifest)} does not set determinism.seededRandom. --force scans it anyway.\n`,
    );
  }
  for (const { manifest } of result.games.filter(({ isSeeded }) => isSeeded === null)) {
    io.stderr.write(
      `${onOneLine(manifest)} is not valid JSON. Its game is scanned, since it may promise determinism.\n`,
    );
  }
  const breathe = createBreather(io.signal);
  for (const { name, file } of reporters) {
    await breathe();
    if (name === "list") {
      await readAhead(result, all, breathe);
      io.stderr.write(renderScanned(result, io, all));
      continue;
    }
    const text = await renderScan(name, result);
    if (file === null) io.stdout.write(text);
    else await writeReport(resolve(io.cwd, file), harmlessText(text), io.signal);
  }
}

/** Loads the lines and file kinds for the list, pausing between findings, because rendering does not pause. */
async function readAhead(
  { findings, readLine, foreignKindOf }: ScanResult,
  all: boolean,
  breathe: Breathe,
): Promise<void> {
  for (const { file, line } of findings) {
    await breathe();
    if (all) readLine(file, line);
    else foreignKindOf(file);
  }
}
