import type { ProcessLoad } from "../browser/process-load.ts";

/** Reason why a page did not answer although its game may be innocent. */
export interface Hindrance {
  readonly kind: "stopped" | "starved";
  /** The evidence, as the end of a sentence. */
  readonly seen: string;
}

/** Snapshot of a browser's processes. */
export interface LoadSample {
  readonly atMs: number;
  readonly processes: readonly ProcessLoad[];
}

/**
 * A page with less than this share of a CPU makes no real progress: a frame of 100 ms would take a second. An endless
 * loop takes all it can get: a third of a core beside five others on two cores.
 */
const starvedShare = 0.1;
const queuedShareMin = 0.5;
const workersShare = 0.5;

const typeNames: Readonly<Record<string, string>> = {
  browser: "its main process",
  renderer: "the process of a page",
  "gpu-process": "its GPU process",
  utility: "a service of it, such as the network",
  zygote: "the process that starts others",
};

/**
 * Compares two samples and tells whether the machine kept a silent page from running; null if the page itself is to
 * blame, or nothing is known.
 */
export function judgeSilence(before: LoadSample | null, after: LoadSample): Hindrance | null {
  const stopped = stoppedIn(after.processes);
  if (stopped !== null) return stopped;
  if (before === null) return null;
  const passedMs = after.atMs - before.atMs;
  const busiest = busiestRenderer(before.processes, after.processes);
  if (busiest === null || busiest.ranMs >= starvedShare * passedMs) return null;
  // The page's own workers keep it from running.
  if (busiest.allRanMs >= workersShare * passedMs) return null;
  // Alternately stopped and resumed.
  const stoppedBefore = stoppedIn(before.processes);
  if (stoppedBefore !== null) return stoppedBefore;
  // A page that neither runs nor queues waits for something of its own, such as a response.
  if (busiest.queuedMs < queuedShareMin * passedMs) return null;
  const [ran, queued, passed] = [busiest.ranMs, busiest.queuedMs, passedMs].map((ms) => String(Math.round(ms)));
  return {
    kind: "starved",
    seen: `in the last ${passed ?? ""} ms its thread ran for ${ran ?? ""} ms and waited for a processor for ${queued ?? ""} ms`,
  };
}

/** Processes that a signal or a debugger has stopped; null if all may run. */
export function stoppedIn(processes: readonly ProcessLoad[]): Hindrance | null {
  const types = processes.flatMap(({ isStopped, type }) => (isStopped ? [typeNames[type] ?? type] : []));
  return types.length === 0 ? null : { kind: "stopped", seen: [...new Set(types)].join(", ") };
}

type Growth = Pick<ProcessLoad, "ranMs" | "allRanMs" | "queuedMs">;

/**
 * How much of the time in which the busiest page's main thread could have run, between two samples, it waited for a
 * core. Null if nothing is known.
 */
export function queuedShare(before: readonly ProcessLoad[], after: readonly ProcessLoad[]): number | null {
  const busiest = busiestRenderer(before, after);
  if (busiest === null) return null;
  const { ranMs, queuedMs } = busiest;
  return ranMs + queuedMs === 0 ? 0 : queuedMs / (ranMs + queuedMs);
}

function busiestRenderer(before: readonly ProcessLoad[], after: readonly ProcessLoad[]): Growth | null {
  const grown = after.flatMap((now) => {
    const then = before.find(({ pid }) => pid === now.pid);
    if (then === undefined || now.type !== "renderer") return [];
    const ranMs = now.ranMs - then.ranMs;
    return [{ ranMs, allRanMs: now.allRanMs - then.allRanMs, queuedMs: now.queuedMs - then.queuedMs }];
  });
  return grown.sort((left, right) => right.ranMs + right.queuedMs - (left.ranMs + left.queuedMs))[0] ?? null;
}
