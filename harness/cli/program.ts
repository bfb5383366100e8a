import { Command, CommanderError } from "commander";
import { nearestName } from "../../src/formats/nearest-name.ts";
import { FramegateError } from "../errors.ts";
import { exitCodes, exitMeanings } from "../exit-codes.ts";
import { packageVersion } from "../package-root.ts";
import { defineCalibrate } from "./calibrate.ts";
import { defineCheck } from "./check.ts";
import { defineCompletion } from "./completion.ts";
import { defineDev } from "./dev.ts";
import { runDoctor } from "./doctor.ts";
import { defineHistory } from "./history.ts";
import { defineInit } from "./init.ts";
import { runInstallBrowser } from "./install-browser.ts";
import type { CommandIo } from "./io.ts";
import { defineJudge } from "./judge.ts";
import { defineMerge } from "./merge.ts";
import { definePerf } from "./perf.ts";
import { defineProfile } from "./profile.ts";
import { defineRecord } from "./record.ts";
import { defineReport } from "./report.ts";
import { defineReplay } from "./replay.ts";
import { defineScan } from "./scan.ts";
import { defineSchema } from "./schema.ts";
import { defineSweep } from "./sweep.ts";
import { defineTape } from "./tape.ts";
import { defineVerify } from "./verify.ts";

/** Runs any command line and returns its exit code. Throws the errors of the command. */
export async function runProgram(args: readonly string[], io: CommandIo): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (thrown) {
    // Commander throws for help and version, too, after printing them.
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    throw thrown;
  }
}

/**
 * Defines every command and its options. User errors are thrown as `FramegateError`. Help and version are printed and
 * then thrown as `CommanderError` with exit code 0.
 */
export function createProgram(io: CommandIo, setExitCode: (code: number) => void): Command {
  const program = new Command("framegate")
    .description("Deterministic runs and performance budgets for browser games, in headless Chromium.")
    .version(packageVersion, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .showHelpAfterError(false)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Commander's own errors are thrown, and printed like all others.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .addHelpText("after", `\nExit codes:\n${exitCodeLines().join("\n")}`);
  definePerf(program, io, setExitCode);
  defineJudge(program, io, setExitCode);
  defineHistory(program, io);
  defineSweep(program, io, setExitCode);
  defineMerge(program, io, setExitCode);
  defineReport(program, io);
  defineVerify(program, io, setExitCode);
  defineReplay(program, io, setExitCode);
  defineProfile(program, io, setExitCode);
  defineRecord(program, io, setExitCode);
  defineDev(program, io, setExitCode);
  defineTape(program, io);
  defineCheck(program, io, setExitCode);
  defineScan(program, io, setExitCode);
  defineInit(program, io, setExitCode);
  defineCalibrate(program, io);
  defineSchema(program, io);
  defineDoctor(program, io, setExitCode);
  defineInstallBrowser(program, io, setExitCode);
  defineCompletion(program, io);
  defineHelp(program);
  for (const command of [program, ...listCommands(program)]) {
    command.option("--verbose", "print stack traces");
    if (command !== program) command.copyInheritedSettings(program);
    command.exitOverride((thrown) => {
      throw explainUsage(thrown, command);
    });
  }
  return program;
}

function exitCodeLines(): readonly string[] {
  return exitMeanings.map(([reason, meaning]) => `${String(exitCodes[reason]).padStart(5)}  ${meaning}`);
}

/** All commands below one. Each precedes its own subcommands. */
export function listCommands(parent: Command): readonly Command[] {
  return parent.commands.flatMap((command) => [command, ...listCommands(command)]);
}

/** The command as it is typed: `framegate tape print`. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}

function defineDoctor(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("doctor")
    .description("check this machine, and say what to do about problems")
    .option("--json", "print the facts as JSON on stdout, and nothing else there")
    .addHelpText(
      "after",
      "\nExamples:\n  framegate doctor\n  FRAMEGATE_BROWSER=/usr/bin/chromium framegate doctor --json",
    )
    .action(async (options: { readonly json?: true }) => {
      setExitCode(await runDoctor(io, { json: options.json ?? false }));
    });
}

function defineInstallBrowser(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("install-browser")
    .description("unpack the embedded browser, or download a pinned one if there is none")
    .option("--download", "download it even if there is an embedded one")
    .option("--base-url <url>", "download it from a mirror")
    .option("--json", "print where it is as JSON on stdout, and nothing else there")
    .addHelpText(
      "after",
      "\nExamples:\n  framegate install-browser\n  framegate install-browser --download --base-url https://mirror.example/chrome",
    )
    .action(async (options: { readonly download?: true; readonly baseUrl?: string; readonly json?: true }) => {
      const { download = false, json = false, baseUrl } = options;
      setExitCode(await runInstallBrowser(io, { download, json, ...(baseUrl === undefined ? {} : { baseUrl }) }));
    });
}

/** Commander's own help command prints the whole help for an unknown command. */
function defineHelp(program: Command): void {
  program
    .command("help")
    .description("print the help of a command")
    .argument("[command...]")
    .action((names: readonly string[]) => {
      names.reduce(findCommand, program).outputHelp();
    });
}

function findCommand(parent: Command, name: string): Command {
  const command = parent.commands.find((one) => one.name() === name);
  if (command === undefined) throw unknownCommand(name, parent);
  return command;
}

function explainUsage(thrown: CommanderError, command: Command): Error {
  if (thrown.exitCode === 0) return thrown;
  if (thrown.code === "commander.unknownCommand") return unknownCommand(command.args[0] ?? "", command);
  const problem = thrown.code === "commander.help" ? "No command was given." : sentence(thrown.message);
  return new FramegateError("usage", { problem, command: commandPath(command) }, { cause: thrown });
}

function unknownCommand(name: string, parent: Command): FramegateError {
  const before = parent.parent === null ? "" : `${commandPath(parent).replace("framegate ", "")} `;
  const names = parent.commands.map((command) => command.name());
  const nearest = nearestName(name, names);
  return new FramegateError("unknown-command", {
    name: `${before}${name}`,
    nearest: nearest === null ? null : `${before}${nearest}`,
    commands: names.map((known) => `${before}${known}`).join(", "),
  });
}

/** Turns commander's `error: unknown option '--frame'` and its bracketed suggestion into a sentence. */
function sentence(message: string): string {
  const plain = message.replace(/^error: /u, "").replace(/\n\((Did you mean .*\?)\)$/u, ". $1");
  const text = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.?]$/u.test(text) ? text : `${text}.`;
}
