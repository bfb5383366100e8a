import { readdir, readFile } from "node:fs/promises";

/** Snapshot of one browser process. */
export interface ProcessLoad {
  readonly pid: number;
  /** `renderer`, `gpu-process` and so on; `browser` for the main process. */
  readonly type: string;
  /** Whether a signal or a debugger has stopped it. */
  readonly isStopped: boolean;
  /** CPU time of its main thread so far. */
  readonly ranMs: number;
  /** CPU time of all its threads so far. */
  readonly allRanMs: number;
  /** Time so far that its main thread was runnable but waited for a CPU. */
  readonly queuedMs: number;
}

/**
 * Reads the kernel's figures on all processes of a browser, because a hung process cannot report its own. Empty without
 * /proc, and for a kernel that keeps no such figures.
 */
export async function readProcessLoad(session: number): Promise<readonly ProcessLoad[]> {
  if (process.platform !== "linux") return [];
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map((name) => readOne(name, session)));
  return found.filter((one) => one !== null);
}

async function readOne(pid: string, session: number): Promise<ProcessLoad | null> {
  try {
    // "pid (name) state parent group session ...", where the name may contain anything.
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /su, "").split(" ");
    const [state = "", , , ownSession] = fields;
    // The 14th and 15th field, in hundredths of a second.
    const allRanMs = (Number(fields[11]) + Number(fields[12])) * 10;
    if (Number(ownSession) !== session || state === "Z" || state === "X") return null;
    const [commandLine, schedule] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, "utf8"),
      readFile(`/proc/${pid}/schedstat`, "utf8"),
    ]);
    // Nanoseconds on a CPU, and waiting for one.
    const [ran = 0, queued = 0] = schedule.split(" ").map(Number);
    const [, type = "browser"] = /--type=([a-z-]+)/u.exec(commandLine) ?? [];
    const isStopped = state === "T" || state === "t";
    return { pid: Number(pid), type, isStopped, allRanMs, ranMs: ran / 1e6, queuedMs: queued / 1e6 };
  } catch {
    // It has exited, or belongs to another user.
    return null;
  }
}
