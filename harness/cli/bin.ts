#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
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
// A later V8 might not know a flag, and would say so.
if (process.argv[2] === "scan" && Number.parseInt(process.versions.v8, 10) <= 13) {
  // A scan is over before most of what V8 optimises has paid for itself: with a budget of bytecodes of 1 MB in place of 132 KB
  // before a function is optimised, 400 files took a fifth less CPU time, dirty ones a quarter less, and 10,000 the same.
  setFlagsFromString("--interrupt-budget=1000000");
  // Most of what a scan makes stays until its file is done. The space for what is new grows to its 16 MB at once and not in
  // five steps, each of which copies all of it; and one thread copies as much with less to do than two.
  setFlagsFromString("--semi-space-growth-factor=32");
  setFlagsFromString("--no-parallel-scavenge");
  // What V8 has compiled of WebAssembly without optimising it is fast enough for a few thousand files, and to optimise it
  // took as long as 400 of them.
  setFlagsFromString("--wasm-tiering-budget=100000000");
}
// Not waited for: what a command loads may import this file, which has to be done by then.
void main(process).then((exitCode) => {
  process.exitCode = exitCode;
  // A bundler that was interrupted goes on in its threads, and would keep the terminal for as long as it takes.
  if (exitCode === interruptedExitCode) process.exit();
});
