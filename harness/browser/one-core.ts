import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A command line that runs another one: its program, and the arguments before those of the other. */
export type CommandPrefix = readonly [program: string, ...args: string[]];

/**
 * The command line that keeps a program and all its processes on one core, the last that this process may use. Null
 * where there is none: on other systems than Linux, and without `taskset` from util-linux or BusyBox.
 */
export async function oneCorePrefix(): Promise<CommandPrefix | null> {
  if (process.platform !== "linux") return null;
  try {
    // "pid 4711's current affinity list: 0-3,8"
    const { stdout } = await promisify(execFile)("taskset", ["-cp", String(process.pid)]);
    const [core] = /\d+\s*$/u.exec(stdout) ?? [];
    return core === undefined ? null : ["taskset", "-c", core.trim()];
  } catch {
    return null;
  }
}
