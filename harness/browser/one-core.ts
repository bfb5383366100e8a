import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A command line that runs another one: its program, and the arguments before those of the other. */
export type CommandPrefix = readonly [program: string, ...args: string[]];

const run = promisify(execFile);

/**
 * The command line that keeps a program and all its processes on one core, the last that this process may use. Null
 * where there is none: on other systems than Linux, without `taskset` from util-linux or BusyBox, and in a container
 * that does not allow it.
 */
export async function oneCorePrefix(): Promise<CommandPrefix | null> {
  if (process.platform !== "linux") return null;
  try {
    // "pid 4711's current affinity list: 0-3,8"
    const { stdout } = await run("taskset", ["-cp", String(process.pid)]);
    const [core = ""] = /\d+(?=\s*$)/u.exec(stdout) ?? [];
    await run("taskset", ["-c", core, "true"]);
    return ["taskset", "-c", core];
  } catch {
    return null;
  }
}
