import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Keeps track of the processes that a command starts, on Linux; elsewhere it sees none. */
export interface ProcessWatch {
  /** Takes note of what runs now. A browser's helpers are known by the session of a main process that was seen. */
  look(): void;
  /** Numbers of the noted processes whose command line matches. */
  find(commandLine: RegExp): readonly number[];
  /** The command lines of what still runs after a moment in which killed processes may disappear. */
  waitUntilGone(): Promise<readonly string[]>;
}

/** The kernel takes a killed process away within milliseconds; this is for a machine under load. */
const goneLimitMs = 60_000;

/** Watches the processes that have `marker`, such as the path of a folder, in their environment or command line. */
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
    // "pid (name) state parent group session ...", where the name may hold anything.
    const fields = readProcess(name, "stat")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [state = "", , , session = ""] = fields;
    // A zombie runs no more; it waits for its parent to ask.
    return state === "" || state === "Z" || state === "X" ? [] : [{ pid: Number(name), session: Number(session) }];
  });
}

function hasMarker(pid: number, marker: string): boolean {
  return readProcess(String(pid), "environ").includes(marker) || readProcess(String(pid), "cmdline").includes(marker);
}

function commandLineOf(pid: number): string {
  return readProcess(String(pid), "cmdline").replaceAll("\0", " ");
}

/** Empty for a process that has ended meanwhile or belongs to somebody else. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
