#!/usr/bin/env node
import { main } from "./main.ts";

const interruptedExitCode = 130;

// A reader that has seen enough closes the pipe, as in `framegate perf --json | head`. That is no failure of the run,
// and the exit code stays the run's.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
process.exitCode = await main(process);
// A bundler that was interrupted goes on in its threads, and would keep the terminal for as long as it takes.
if (process.exitCode === interruptedExitCode) process.exit();
