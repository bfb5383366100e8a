import { FramegateError, reasonOf } from "../errors.ts";
import { main } from "./main.ts";

const interruptedExitCode = 130;

/** What kept the output from being written, such as a full disk. */
let unwritten: Error | null = null;

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
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
void main(process).then((exitCode) => {
  process.exitCode = exitCode;
  // A bundler that was interrupted goes on in its threads, and would keep the terminal for as long as it takes.
  if (exitCode === interruptedExitCode) process.exit();
  // What failed to be written is heard of before that.
  if (process.argv[2] === "scan") setImmediate(exitIfWritten);
});

/** A scan leaves nothing behind that Node would have to end, and Node clears its memory piece by piece, which the system does at once. */
function exitIfWritten(): void {
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
