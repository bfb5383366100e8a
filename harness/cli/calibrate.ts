import { hostname } from "node:os";
import { relative, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { MachineRecord } from "../../src/formats/machine.ts";
import { formatMs, formatPart } from "../../src/formats/format-figures.ts";
import { stringifyJson } from "../report/json.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritableFile, writeMachine } from "../report/write-report.ts";
import { runCalibrate } from "../run-calibrate.ts";
import type { CommandIo } from "./io.ts";
import { parsePositive } from "./run-flags.ts";

interface CalibrateFlags {
  readonly name?: string;
  readonly rounds: number;
  readonly minutes: number;
  readonly out: string;
  readonly json?: true;
}

const examples = `
Times a fixed workload in fresh browsers, spread over some minutes. perf --calibrated FILE then gives all
CPU times as of that machine: each timed run is divided by the time of the workload between its frames. If
one machine takes less than half or more than twice as long as the other, times decide nothing.

Examples:
  framegate calibrate --name ci-runner --out ci-runner.machine.json
  framegate perf --assert-budget --calibrated ci-runner.machine.json`;

/** Adds `calibrate` to the program. */
export function defineCalibrate(program: Command, io: CommandIo): void {
  program
    .command("calibrate")
    .description("measure the speed of this machine, so that other machines can give their times as of this one")
    .option("--name <name>", "name of the machine in reports (default: its host name)", parseName)
    .option("--rounds <count>", "fresh browsers, at least 2", parseRounds, 12)
    .option("--minutes <count>", "real time over which they are spread", parseMinutes, 2)
    .option("--out <file>", "file to write", "framegate.machine.json")
    .option("--json", "print the file on stdout, too, and nothing else there")
    .addHelpText("after", examples)
    .action(async (flags: CalibrateFlags) => {
      await calibrate(flags, io);
    });
}

async function calibrate(flags: CalibrateFlags, io: CommandIo): Promise<void> {
  const { name = hostname(), rounds, minutes } = flags;
  const path = resolve(io.cwd, flags.out);
  await checkWritableFile(path);
  const record = await runCalibrate({
    ...{ name, rounds, durationMs: minutes * 60_000, env: io.env, signal: io.signal },
    onRound: (round, workloadMs) =>
      io.stderr.write(`browser ${String(round)} of ${String(rounds)}: ${formatMs(workloadMs)}\n`),
  });
  writeMachine(record, path);
  if (flags.json === true) io.stdout.write(stringifyJson(record));
  io.stderr.write(`${describe(record)}\nMachine: ${onOneLine(relative(io.cwd, path))}\n`);
}

function describe({ name, machine, workloadMs, spread }: MachineRecord): string {
  return onOneLine(
    `${name} (${machine}): ${formatMs(workloadMs)} for the workload, ${formatPart(spread, 1)} between browsers`,
  );
}

function parseName(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("A name has at least one character.");
}

function parseRounds(text: string): number {
  const rounds = parsePositive(text);
  if (rounds >= 2) return rounds;
  throw new InvalidArgumentError("One browser has no spread.");
}

/** Decimals are allowed: 0.5 is half a minute. */
function parseMinutes(text: string): number {
  const minutes = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN;
  if (minutes <= 24 * 60) return minutes;
  throw new InvalidArgumentError("Expected a number of minutes, at most a day.");
}
