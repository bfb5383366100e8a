import { resolve } from "node:path";
import { FramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { interruptSignal, type SignalSource } from "./interrupt.ts";
import type { CommandIo, TextSink } from "./io.ts";
import { scan } from "./scan.ts";
import { readScanArguments } from "./scan-flags.ts";

/** The part of the process that `main` uses. Tests pass their own. */
export interface MainProcess extends SignalSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: AsyncIterable<Uint8Array>;
  cwd(): string;
}

/** Runs one command line and returns its exit code. Never throws for mistakes of the user. */
export async function main(process: MainProcess): Promise<number> {
  const args = process.argv.slice(2);
  using interrupt = interruptSignal(process);
  const io: CommandIo = {
    // Node opens each one on first use.
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: resolve(process.cwd()),
    signal: interrupt.signal,
  };
  try {
    return await run(args, io);
  } catch (thrown) {
    return await explain(toFramegateError(thrown, interrupt.signal), args, io);
  }
}

async function explain(error: unknown, args: readonly string[], io: CommandIo): Promise<number> {
  const { renderError } = await import("./error-text.ts");
  renderError(error, io, { json: args.includes("--json"), verbose: args.includes("--verbose") });
  return error instanceof FramegateError ? error.exitCode : exitCodes.fault;
}

/** Loading all commands takes longer than scanning a game, and a scan runs at each save and each commit. */
async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const [command, ...others] = args;
  const asked = command === "scan" ? readScanArguments(others) : null;
  if (asked !== null) return await scan(asked.paths, asked.flags, io);
  const { runProgram } = await import("./program.ts");
  // A bare `framegate` is a question, not a mistake.
  return await runProgram(command === undefined ? ["help"] : args, io);
}

/** After an interruption every error counts as an interruption. */
function toFramegateError(thrown: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? new FramegateError("interrupted", {}, { cause: thrown }) : thrown;
}
