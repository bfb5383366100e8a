import { readdir, readFile } from "node:fs/promises";

/** One process of a browser at a moment. */
export interface ProcessLoad {
  readonly pid: number;
  /** `renderer`, `gpu-process` and so on; `browser` for the main process. */
  readonly type: string;
  /** A signal or a debugger has stopped it. */
  readonly isStopped: boolean;
  /** Processor time of its main thread so far. */
  readonly ranMs: number;
  /** Processor time of all its threads so far. */
  readonly allRanMs: number;
  /** Time so far for which its main thread could have run, and other processes did. */
  readonly queuedMs: number;
}

/**
 * Reads what the system knows of all processes of a browser, which a process that hangs cannot tell itself. Empty
 * where the system has no /proc, and in a kernel that keeps no such figures.
 */
export async function readProcessLoad(session: number): Promise<readonly ProcessLoad[]> {
  if (process.platform !== "linux") return [];
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map((name) => readOne(name, session)));
  return found.filter((one) => one !== null);
}

async function readOne(pid: string, session: number): Promise<ProcessLoad | null> {
  try {
    // "pid (name) state parent group session ...", where the name may hold anything.
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /su, "").split(" ");
    const [state = "", , , ownSession] = fields;
    // The 14th and 15th field, in hundredths of a second.
    const allRanMs = (Number(fields[11]) + Number(fields[12])) * 10;
    if (Number(ownSession) !== session || state === "Z" || state === "X") return null;
    const [commandLine, schedule] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, "utf8"),
      readFile(`/proc/${pid}/schedstat`, "utf8"),
    ]);
    // Nanoseconds on a processor, and in the queue for one.
    const [ran = 0, queued = 0] = schedule.split(" ").map(Number);
    const [, type = "browser"] = /--type=([a-z-]+)/u.exec(commandLine) ?? [];
    const isStopped = state === "T" || state === "t";
    return { pid: Number(pid), type, isStopped, allRanMs, ranMs: ran / 1e6, queuedMs: queued / 1e6 };
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return null;
  }
}
