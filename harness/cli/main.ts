import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { FramegateError } from "../errors.ts";
import { packageVersion } from "../package-root.ts";
import { runDoctor } from "./doctor.ts";
import { renderError } from "./error-text.ts";
import { runInstallBrowser } from "./install-browser.ts";
import { interruptSignal, type SignalSource } from "./interrupt.ts";
import type { CommandIo, TextSink } from "./io.ts";
import { definePerf } from "./perf.ts";

/** What `main` uses of the process. Tests pass their own. */
export interface MainProcess extends SignalSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  cwd(): string;
}

/** Runs one command line and returns its exit code. Never throws for what a user can cause. */
export async function main(process: MainProcess): Promise<number> {
  const args = process.argv.slice(2);
  using interrupt = interruptSignal(process);
  const io: CommandIo = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: resolve(process.cwd()),
    signal: interrupt.signal,
  };
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (thrown) {
    // Help and version come as exceptions, too; what they have to say has been printed.
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    const error = toFramegateError(thrown, interrupt.signal);
    renderError(error, io, { json: args.includes("--json"), verbose: args.includes("--verbose") });
    return error instanceof FramegateError ? error.exitCode : 70;
  }
}

function createProgram(io: CommandIo, setExitCode: (code: number) => void): Command {
  const program = new Command("framegate")
    .description("Deterministic runs and performance budgets for browser games, in headless Chromium.")
    .version(packageVersion)
    .option("--verbose", "print stack traces")
    .showHelpAfterError(false)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Commander's own errors are thrown, and printed with all others.
      outputError: () => undefined,
    })
    .exitOverride();
  program.addHelpText(
    "after",
    `
Exit codes:
  0 pass   1 a gate failed   2 usage or an invalid file   3 inconclusive   4 nondeterminism
  5 the game failed   6 environment   130 interrupted`,
  );
  definePerf(program, io, setExitCode);
  program
    .command("doctor")
    .description("show what was found on this machine, and what to do about what is missing")
    .option("--json", "print the facts as JSON")
    .action(async (options: { readonly json?: boolean }) => {
      setExitCode(await runDoctor(io, { json: options.json ?? false }));
    });
  program
    .command("install-browser")
    .description("unpack the embedded browser, or fetch a pinned one where none is embedded")
    .option("--download", "fetch it also where one is embedded")
    .option("--base-url <url>", "fetch it from a mirror")
    .option("--json", "print where it is as JSON")
    .action(async (options: { readonly download?: true; readonly baseUrl?: string; readonly json?: true }) => {
      const { download = false, json = false, baseUrl } = options;
      setExitCode(await runInstallBrowser(io, { download, json, ...(baseUrl === undefined ? {} : { baseUrl }) }));
    });
  for (const command of program.commands) command.option("--verbose", "print stack traces").copyInheritedSettings(program);
  return program;
}

function toFramegateError(thrown: unknown, signal: AbortSignal): unknown {
  if (thrown instanceof FramegateError) return thrown;
  if (thrown instanceof CommanderError) {
    const problem = thrown.message.replace(/^error: /u, "");
    return new FramegateError("usage", { problem, command: "" }, { cause: thrown });
  }
  return signal.aborted ? new FramegateError("interrupted", {}, { cause: thrown }) : thrown;
}
