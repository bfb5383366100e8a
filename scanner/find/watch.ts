import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { watch } from "chokidar";
import { reasonOf, ScanError } from "../findings/scan-error.ts";
import { runScan, type ScanOptions, type ScanResult } from "../run-scan.ts";
import { isWatchedPath } from "./source-kind.ts";

/** Told what happens while sources are watched. */
export interface WatchListener {
  onResult(result: ScanResult): Promise<void>;
  /** Told once why scans fail, for as long as they fail for the same reason. */
  onProblem(problem: ScanError): void;
}

/**
 * Scans, and scans again whenever a source below `named` has changed. One scan at a time: what changes during a scan is in
 * the next one. A scan that fails is tried again, since files come and go while people work. Ends when `signal` is aborted,
 * by throwing what the signal says.
 *
 * @throws ScanError where the first scan fails, and where the system refuses to watch.
 */
export async function watchScan(
  named: readonly string[],
  options: ScanOptions,
  listener: WatchListener,
): Promise<never> {
  const { signal = new AbortController().signal } = options;
  const state: WatchState = { hasScanned: false, told: null };
  const onResult = async (result: ScanResult): Promise<void> => {
    await listener.onResult(result);
    state.hasScanned = true;
    state.told = null;
  };
  for (;;) {
    const problem = await watchUntilProblem(named, { ...options, signal }, onResult);
    const isPassing = isGone(problem);
    if (!isPassing && !state.hasScanned) throw problem;
    if (!isPassing && state.told !== problem.message) {
      state.told = problem.message;
      listener.onProblem(problem);
    }
    await wait(isPassing ? passingMs : lastingMs, undefined, { signal });
  }
}

interface WatchState {
  hasScanned: boolean;
  /** The problem that was told last; null once a scan has run again. */
  told: string | null;
}

/** A file that was there for the walk and was gone for the reader is not there for the next walk. */
const passingMs = 100;
/** How soon anyone who brings back a folder or a permission wants to see that it is noticed. */
const lastingMs = 1000;

/** Watches until a scan fails. A watcher does not see a folder that comes back, so that each time has a watcher of its own. */
async function watchUntilProblem(
  named: readonly string[],
  options: ScanOptions & { readonly signal: AbortSignal },
  onResult: WatchListener["onResult"],
): Promise<ScanError> {
  const { cwd, signal } = options;
  using bell = createBell(signal);
  const watcher = watch(
    named.map((name) => resolve(cwd, name)),
    {
      ignoreInitial: true,
      ignored: (path, stats) => !isWatchedPath(path, stats?.isFile() ?? false),
      // Editors write in several steps.
      awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
      // The scan says what it may not read.
      ignorePermissionErrors: true,
    },
  );
  watcher.on("all", bell.ring);
  watcher.on("error", (thrown) => {
    const reason = `it cannot be watched: ${reasonOf(thrown)}`;
    bell.fail(new ScanError("path-unreadable", { path: named.join(", "), reason }, { cause: thrown }));
  });
  // A change before everything is watched would be neither seen nor scanned, so that the first scan waits for this.
  watcher.on("ready", bell.ring);
  try {
    for (;;) {
      await bell.rung();
      const problem = await problemOfScan(named, options, onResult);
      if (problem !== null) return problem;
    }
  } finally {
    await watcher.close();
  }
}

/** The error of a scan that could not run; null for one that ran. */
async function problemOfScan(
  named: readonly string[],
  options: ScanOptions & { readonly signal: AbortSignal },
  onResult: WatchListener["onResult"],
): Promise<ScanError | null> {
  try {
    await onResult(await runScan(named, options));
    return null;
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (thrown instanceof ScanError) return thrown;
    throw thrown;
  }
}

/** Whether a file or folder went away, or became the other, between the walk and the reading. */
function isGone({ problem, cause }: ScanError): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return problem === "path-unreadable" && (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR");
}

interface Bell extends Disposable {
  readonly ring: () => void;
  readonly fail: (problem: Error) => void;
  /** Waits until it has rung since the last time. Throws what the signal says when it is aborted, and what failed. */
  rung(): Promise<void>;
}

function createBell(signal: AbortSignal): Bell {
  let hasRung = false;
  let wake: () => void = () => undefined;
  let fail: (problem: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // Between two waits nobody listens, and a rejection that nobody listens to would end the process.
  failed.catch(() => undefined);
  const abort = (): void => {
    wake();
  };
  signal.addEventListener("abort", abort);
  return {
    ring: () => {
      hasRung = true;
      wake();
    },
    fail,
    [Symbol.dispose]() {
      signal.removeEventListener("abort", abort);
    },
    async rung() {
      if (!hasRung && !signal.aborted)
        await Promise.race([new Promise<void>((resolveRung) => (wake = resolveRung)), failed]);
      signal.throwIfAborted();
      hasRung = false;
    },
  };
}
