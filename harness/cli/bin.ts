import { FramegateError, reasonOf } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { main } from "./main.ts";
import { areWritten, failWherePartial, type Output, untilWritten } from "./written.ts";

/** The first error of the standard output or error, such as a full disk. */
let unwritten: Error | null = null;

const opened = new Set<NodeJS.WriteStream>();

/** Opens an output on first use, because Node takes a while for that, compared with a scan of a small game. */
function open(stream: Output): NodeJS.WriteStream {
  if (opened.has(stream)) return stream;
  opened.add(stream);
  return failWherePartial(stream).on("error", (error: NodeJS.ErrnoException) => {
    // A reader may close the pipe early, as in `framegate perf --json | head`. The run has not failed, and its exit
    // code stays.
    if (error.code !== "EPIPE") unwritten ??= error;
  });
}

// On exit, because the last write may fail after the command has ended.
process.on("exit", () => {
  if (unwritten === null) return;
  const told = new FramegateError("write-failed", { path: "the output", reason: reasonOf(unwritten) });
  process.stderr.write(`error ${told.code}: ${told.message}\n  ${told.hint}\n`);
  process.exitCode = told.exitCode;
});

/** A game's configuration that is still running may find no way to end the process; this is ours. */
const exit = process.exit.bind(process);

/** Whether the command has ended, with the exit code that it chose. */
let hasEnded = false;

// A process that ends before its command has done nothing that anyone could rely on, whatever its exit code says.
process.on("exit", () => {
  if (hasEnded) return;
  process.stderr.write("error internal: The process ended before the command did.\n");
  process.exitCode = exitCodes.fault;
});

// Not awaited, because modules that a command loads may import this file, which must be evaluated by then.
void main({
  argv: process.argv,
  env: process.env,
  get stdout() {
    return open(process.stdout);
  },
  get stderr() {
    return open(process.stderr);
  },
  get stdin() {
    return process.stdin;
  },
  cwd: () => process.cwd(),
  on: (event, listener) => process.on(event, listener),
  off: (event, listener) => process.off(event, listener),
  uncaught: new Promise((resolve) => process.on("uncaughtException", resolve)),
}).then(async (exitCode) => {
  hasEnded = true;
  process.exitCode = exitCode;
  // A scan has nothing to wait for, and exiting at once is faster than letting Node free its memory.
  if (!areWritten(opened)) await untilWritten(opened);
  // Timers and servers of a game's configuration would keep the process alive, as would an interrupted bundler's threads.
  exit();
});
