import { resolve } from "node:path";
import type { Command } from "commander";
import type { Tape } from "../../src/formats/tape.ts";
import { FramegateError } from "../errors.ts";
import { loadTape } from "../load/load-tape.ts";
import { stringifyJson } from "../report/json.ts";
import { plainText } from "../report/text-layout.ts";
import { checkWritableFile } from "../report/write-report.ts";
import { summarizeTape, tapeLines } from "../tape/describe-tape.ts";
import { findOverlaps, mergeTapes, type NamedTape, type Overlap } from "../tape/merge-tapes.ts";
import { trimTape } from "../tape/trim-tape.ts";
import { refuseToReplace, writeTape } from "../tape/write-tape.ts";
import type { CommandIo } from "./io.ts";
import { parseCount } from "./run-flags.ts";

interface OutputFlags {
  readonly out: string;
  readonly force?: true;
  readonly json?: true;
}

interface TrimFlags extends OutputFlags {
  readonly from?: number;
  readonly to?: number;
}

const groupExamples = `
Examples:
  framegate tape print framegate.tape.json
  framegate tape trim boss.tape.json --from 600 --out boss-only.tape.json
  framegate tape merge left-hand.tape.json right-hand.tape.json --out both.tape.json`;

const printExamples = `
Examples:
  framegate tape print framegate.tape.json           one event per line
  framegate tape print framegate.tape.json --json    for another tool`;

const trimNotes = `
Steps count from 0, in the new tape, too. Events of its first step press the keys and buttons that
were held at the cut, and set sticks and pads, so that every level stays as it was. A mouse that only
moved by dx and dy, or clicked on an element, has no position to set. Waits before the cut are gone.

Examples:
  framegate tape trim boss.tape.json --from 600 --out boss-only.tape.json
  framegate tape trim boss.tape.json --from 600 --to 1199 --out ten-seconds.tape.json --force`;

const mergeNotes = `
Within a step the events of the first tape come first. The step rates, input maps and games of both
must be the same. A seed that differs is left out. While one tape waits for an element, both stand still.

Examples:
  framegate tape merge left-hand.tape.json right-hand.tape.json --out both.tape.json`;

/** Adds `tape` and its subcommands to the program. */
export function defineTape(program: Command, io: CommandIo): void {
  const tape = program
    .command("tape")
    .description("print, cut and join recorded input")
    .usage("<command> [options]")
    .helpCommand(false)
    .addHelpText("after", groupExamples);
  tape
    .command("print")
    .description("list the events of a tape")
    .argument("<file>", "a tape")
    .option("--json", "print a summary and the events as JSON on stdout, and nothing else there")
    .addHelpText("after", printExamples)
    .action((file: string, flags: { readonly json?: true }) => {
      printTape(file, flags.json ?? false, io);
    });
  const trim = tape
    .command("trim")
    .description("keep some steps of a tape")
    .argument("<file>", "a tape")
    .option("--from <step>", "first step to keep (default: 0)", parseCount)
    .option("--to <step>", "last step to keep (default: that of the last event)", parseCount);
  addOutputFlags(trim, trimNotes).action(async (file: string, flags: TrimFlags) => {
    await cutTape(file, flags, io);
  });
  const merge = tape
    .command("merge")
    .description("join two tapes into one that plays both at once")
    .argument("<first>", "a tape")
    .argument("<second>", "another of the same game");
  addOutputFlags(merge, mergeNotes).action(async (first: string, second: string, flags: OutputFlags) => {
    await joinTapes([first, second], flags, io);
  });
}

function addOutputFlags(command: Command, notes: string): Command {
  return command
    .requiredOption("--out <file>", "file of the new tape")
    .option("--force", "replace an existing file")
    .option("--json", "print a summary as JSON on stdout, and nothing else there")
    .addHelpText("after", notes);
}

function printTape(file: string, asJson: boolean, io: CommandIo): void {
  const { tape } = readTape(file, io);
  const summary = summarizeTape(tape);
  if (asJson) io.stdout.write(stringifyJson({ tape: file, ...summary, events: tape.events }));
  else io.stderr.write([describeTape(file, tape), "", ...tapeLines(tape).map(plainLine), ""].join("\n"));
}

async function cutTape(
  file: string,
  { from = 0, to = Number.MAX_SAFE_INTEGER, ...flags }: TrimFlags,
  io: CommandIo,
): Promise<void> {
  if (to < from) {
    const problem = `--to ${String(to)} is before --from ${String(from)}: there is nothing to keep.`;
    throw new FramegateError("usage", { problem, command: "framegate tape trim" });
  }
  const { tape } = readTape(file, io);
  const { lastStep } = summarizeTape(tape);
  await keepTape(trimTape(tape, { from, to }), { ...flags, command: "framegate tape trim" }, io);
  if (lastStep !== null && lastStep < from) {
    io.stderr.write(
      `warning: the last event of ${plainText(file)} is in step ${String(lastStep)}, before --from ${String(from)}: only what is held from there on was kept.\n`,
    );
  }
}

async function joinTapes([first, second]: readonly [string, string], flags: OutputFlags, io: CommandIo): Promise<void> {
  const [left, right] = [readTape(first, io), readTape(second, io)];
  await keepTape(mergeTapes(left, right), { ...flags, command: "framegate tape merge" }, io);
  for (const overlap of findOverlaps(left.tape, right.tape)) io.stderr.write(`${describeOverlap(overlap)}\n`);
}

function describeOverlap({ source, from, to }: Overlap): string {
  const steps = from === to ? `step ${String(from)}` : `steps ${String(from)} to ${String(to)}`;
  return `warning: both tapes use ${plainText(source)} in ${steps}, and each overrides the other there.`;
}

function readTape(file: string, io: CommandIo): NamedTape {
  const { value, warnings } = loadTape(file, io.cwd);
  for (const warning of warnings) io.stderr.write(`${warning}\n`);
  return value;
}

async function keepTape(tape: Tape, flags: OutputFlags & { readonly command: string }, io: CommandIo): Promise<void> {
  const path = resolve(io.cwd, flags.out);
  refuseToReplace({ path, force: flags.force ?? false, command: flags.command });
  await checkWritableFile(path);
  writeTape(path, tape);
  if (flags.json === true) io.stdout.write(stringifyJson({ tape: flags.out, ...summarizeTape(tape) }));
  io.stderr.write(`${describeTape(flags.out, tape)}\n`);
}

/** `boss.tape.json: 60 Hz, seed 7, Arena 1.0.0; 12 events up to step 41 (0.7 s)`. */
function describeTape(file: string, tape: Tape): string {
  const { stepHz, seed, game, eventCount, lastStep } = summarizeTape(tape);
  const head = [
    `${String(stepHz)} Hz`,
    ...(seed === null ? [] : [`seed ${String(seed)}`]),
    ...(game === null ? [] : [`${game.name} ${game.version}`]),
  ].join(", ");
  const span = lastStep === null ? "" : ` up to step ${String(lastStep)} (${(lastStep / stepHz).toFixed(1)} s)`;
  const events = `${String(eventCount)} ${eventCount === 1 ? "event" : "events"}`;
  return plainText(`${file}: ${head}; ${events}${span}`);
}

/** Replaces control characters, because a source may have any name. The table's blanks stay. */
function plainLine(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
}
