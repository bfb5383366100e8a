import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Watches the processes that a command starts. It sees them on Linux only. */
export interface ProcessWatch {
  /** Records the current processes. The children of a browser are found by its session. */
  look(): void;
  /** The ids of recorded processes whose command line matches. */
  find(commandLine: RegExp): readonly number[];
  /** Waits for killed processes to disappear, and returns the command lines of those that remain. */
  waitUntilGone(): Promise<readonly string[]>;
}

/** A killed process disappears within milliseconds. This limit is for a machine under load. */
const goneLimitMs = 60_000;

/** Watches the processes with `marker`, such as the path of a folder, in their environment or command line. */
export function createProcessWatch(marker: string): ProcessWatch {
  const sessions = new Set<number>();

  function look(): readonly Process[] {
    const all = listProcesses();
    for (const one of all) if (hasMarker(one.pid, marker)) sessions.add(one.session);
    return all.filter(({ session }) => sessions.has(session));
  }

  return {
    look,
    find: (commandLine) => look().flatMap(({ pid }) => (commandLine.test(commandLineOf(pid)) ? [pid] : [])),
    async waitUntilGone() {
      const deadlineMs = performance.now() + goneLimitMs;
      for (;;) {
        const left = look();
        if (left.length === 0 || performance.now() > deadlineMs)
          return left.map(({ pid }) => `${pid} ${commandLineOf(pid)}`);
        await wait(20);
      }
    },
  };
}

interface Process {
  readonly pid: number;
  readonly session: number;
}

function listProcesses(): readonly Process[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name): readonly Process[] => {
    if (!/^\d+$/.test(name)) return [];
    // "pid (name) state parent group session ...", where the name can contain anything.
    const fields = readProcess(name, "stat")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [state = "", , , session = ""] = fields;
    // A zombie has ended and only waits for its parent.
    return state === "" || state === "Z" || state === "X" ? [] : [{ pid: Number(name), session: Number(session) }];
  });
}

function hasMarker(pid: number, marker: string): boolean {
  return readProcess(String(pid), "environ").includes(marker) || readProcess(String(pid), "cmdline").includes(marker);
}

function commandLineOf(pid: number): string {
  return readProcess(String(pid), "cmdline").replaceAll("\0", " ");
}

/** Empty if the process has ended or belongs to another user. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
