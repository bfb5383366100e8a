import { resolve } from "node:path";
import { CommanderError } from "commander";
import { FramegateError } from "../errors.ts";
import { renderError } from "./error-text.ts";
import { interruptSignal, type SignalSource } from "./interrupt.ts";
import type { CommandIo, TextSink } from "./io.ts";
import { createProgram } from "./program.ts";

/** What `main` uses of the process. Tests pass their own. */
export interface MainProcess extends SignalSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: AsyncIterable<Uint8Array>;
  cwd(): string;
}

/** What a fault of ours exits with: EX_SOFTWARE of sysexits.h, which no verdict uses. */
const faultExitCode = 70;

/** Runs one command line and returns its exit code. Never throws for what a user can cause. */
export async function main(process: MainProcess): Promise<number> {
  const args = process.argv.slice(2);
  using interrupt = interruptSignal(process);
  const io: CommandIo = {
    stdout: process.stdout,
    stderr: process.stderr,
    // Node opens it when it is first asked for, which most commands never do.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: resolve(process.cwd()),
    signal: interrupt.signal,
  };
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    // A bare `framegate` is a question, not a mistake.
    await program.parseAsync(args.length === 0 ? ["help"] : args, { from: "user" });
    return exitCode;
  } catch (thrown) {
    // Help and version come as exceptions, too; what they have to say has been printed.
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    const error = toFramegateError(thrown, interrupt.signal);
    renderError(error, io, { json: args.includes("--json"), verbose: args.includes("--verbose") });
    return error instanceof FramegateError ? error.exitCode : faultExitCode;
  }
}

/** Whatever a run broke off with after an interruption, the interruption is what broke it. */
function toFramegateError(thrown: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? new FramegateError("interrupted", {}, { cause: thrown }) : thrown;
}
