import { FramegateError, reasonOf } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { main } from "./main.ts";
import { areWritten, failWherePartial, type Output } from "./written.ts";

/** What kept the output from being written, such as a full disk. */
let unwritten: Error | null = null;

const opened = new Set<NodeJS.WriteStream>();

/** Node opens an output when it is first asked for, which a scan of a small game notices. */
function open(stream: Output): NodeJS.WriteStream {
  if (opened.has(stream)) return stream;
  opened.add(stream);
  return failWherePartial(stream).on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough closes the pipe, as in `framegate perf --json | head`. That is no failure of the run,
    // and the exit code stays the run's.
    if (error.code !== "EPIPE") unwritten ??= error;
  });
}

// At the very end, because the last of the output may fail after the command has ended.
process.on("exit", () => {
  if (unwritten === null) return;
  const told = new FramegateError("write-failed", { path: "the output", reason: reasonOf(unwritten) });
  process.stderr.write(`error ${told.code}: ${told.message}\n  ${told.hint}\n`);
  process.exitCode = told.exitCode;
});
// Not waited for: what a command loads may import this file, which has to be done by then.
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
}).then((exitCode) => {
  process.exitCode = exitCode;
  // A bundler that was interrupted goes on in its threads, and would keep the terminal for as long as it takes.
  if (exitCode === exitCodes.interrupted) process.exit();
  // A scan leaves nothing behind that Node would have to end, and Node clears its memory piece by piece, which the system does at once.
  if (process.argv[2] === "scan" && areWritten(opened)) process.exit();
});
