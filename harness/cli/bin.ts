import { FramegateError, reasonOf } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { main } from "./main.ts";
import { areWritten, failWherePartial, type Output, untilWritten } from "./written.ts";

/** First error of stdout or stderr, such as a full disk. */
let unwritten: Error | null = null;

const opened = new Set<NodeJS.WriteStream>();

/** Opens an output on first use, because that takes Node a while compared with scanning a small game. */
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

/** Our own way out: `process.exit` is blocked while a game's configuration runs. */
const exit = process.exit.bind(process);

/** Whether the command has ended, with the exit code that it chose. */
let hasEnded = false;

// If the process exits before its command has ended, its result cannot be relied on, whatever the exit code.
process.on("exit", () => {
  if (hasEnded) return;
  process.stderr.write("error internal: The process ended before the command did.\n");
  process.exitCode = exitCodes.fault;
});

// Not awaited, because modules that a command loads may import this file, so it must be evaluated by then.
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
  // Timers and servers of a game's configuration would keep the process alive, as would the threads of an interrupted
  // bundler.
  exit();
});
