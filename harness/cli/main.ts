import { resolve } from "node:path";
import { FramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { blame } from "./blame.ts";
import { untilEnded } from "./ending.ts";
import { harmlessSink } from "./harmless-sink.ts";
import { type Interruption, interruptSignal, type SignalSource } from "./interrupt.ts";
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
  /** Resolves with the first uncaught error. */
  readonly uncaught: Promise<unknown>;
}

/** Runs one command line and returns its exit code. Never throws for user errors. */
export async function main(process: MainProcess): Promise<number> {
  const args = process.argv.slice(2);
  using interrupt = interruptSignal(process);
  const io: CommandIo = {
    stdout: harmlessSink(() => process.stdout, { forPeople: false }),
    stderr: harmlessSink(() => process.stderr, { forPeople: true }),
    // Node opens it on first use, like the outputs.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: resolve(process.cwd()),
    signal: interrupt.signal,
  };
  try {
    return await untilEnded(run(args, io), interrupt, process.uncaught);
  } catch (thrown) {
    return await explain(await blame(thrown), args, { io, interrupt });
  }
}

async function explain(
  error: unknown,
  args: readonly string[],
  { io, interrupt }: { readonly io: CommandIo; readonly interrupt: Interruption },
): Promise<number> {
  const { renderError } = await import("./error-text.ts");
  renderError(error, io, { json: args.includes("--json"), verbose: args.includes("--verbose") });
  if (!(error instanceof FramegateError)) return exitCodes.fault;
  return error.exitCode === exitCodes.interrupted ? (interrupt.exitCode() ?? error.exitCode) : error.exitCode;
}

/** Loading all commands takes longer than scanning a game, and a scan may run on each save and commit. */
async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const [command, ...others] = args;
  const asked = command === "scan" ? readScanArguments(others) : null;
  if (asked !== null) return await scan(asked.paths, asked.flags, io);
  const { runProgram } = await import("./program.ts");
  // A bare `framegate` asks for help, so it is not an error.
  return await runProgram(command === undefined ? ["help"] : args, io);
}
