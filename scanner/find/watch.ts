import { on, once } from "node:events";
import { basename, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { watch } from "chokidar";
import { reasonOf, ScanError } from "../findings/scan-error.ts";
import { runScan, type ScanOptions, type ScanResult } from "../run-scan.ts";
import { kindOfSource } from "./language.ts";
import { skippedFolders } from "./walk.ts";

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
  // The problem that was told last; null once a scan has run again.
  const state: { hasScanned: boolean; told: string | null } = { hasScanned: false, told: null };
  const scan = async (): Promise<void> => {
    await listener.onResult(await runScan(named, { ...options, signal }));
    state.hasScanned = true;
    state.told = null;
  };
  for (;;) {
    const problem = await watchUntilProblem(named, { ...options, signal }, scan);
    const isPassing = isGone(problem);
    if (!isPassing && !state.hasScanned) throw problem;
    if (!isPassing && state.told !== problem.message) {
      state.told = problem.message;
      listener.onProblem(problem);
    }
    await wait(isPassing ? passingMs : lastingMs, undefined, { signal });
  }
}

/** A file that was there for the walk and was gone for the reader is not there for the next walk. */
const passingMs = 100;
/** How soon anyone who brings back a folder or a permission wants to see that it is noticed. */
const lastingMs = 1000;

/** Watches until a scan fails. A watcher does not see a folder that comes back, so that each time has a watcher of its own. */
async function watchUntilProblem(
  named: readonly string[],
  { cwd, signal }: ScanOptions & { readonly signal: AbortSignal },
  scan: () => Promise<void>,
): Promise<ScanError> {
  const paths = named.map((name) => resolve(cwd, name));
  const watcher = watch(paths, {
    ignoreInitial: true,
    ignored: (path, stats) => !isWatched(basename(path), stats?.isFile() ?? false),
    // Editors write in several steps.
    awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    // The scan says what it may not read.
    ignorePermissionErrors: true,
  });
  const orUnwatchable = async (event: Promise<unknown>): Promise<void> => {
    await event.catch((thrown: unknown) => {
      signal.throwIfAborted();
      const reason = `it cannot be watched: ${reasonOf(thrown)}`;
      throw new ScanError("path-unreadable", { path: named.join(", "), reason }, { cause: thrown });
    });
  };
  let changeCount = 0;
  watcher.on("all", () => changeCount++);
  const changes = on(watcher, "all", { signal });
  try {
    // A change before everything is watched would be neither seen nor scanned, so that the first scan waits for this.
    await orUnwatchable(once(watcher, "ready", { signal }));
    for (;;) {
      const scannedCount = changeCount;
      const problem = await scan().catch(asProblem);
      signal.throwIfAborted();
      if (problem !== undefined) return problem;
      // A scan sees all changes that came before it.
      while (changeCount === scannedCount) await orUnwatchable(changes.next());
    }
  } finally {
    await changes.return?.();
    await watcher.close();
  }
}

function asProblem(thrown: unknown): ScanError {
  if (thrown instanceof ScanError) return thrown;
  throw thrown;
}

/** Whether a change of a file, or in a folder, of this name can change what a scan finds. */
function isWatched(name: string, isFile: boolean): boolean {
  if (!isFile) return !skippedFolders.has(name);
  return kindOfSource(name) !== null || name === ".gitignore" || name.endsWith(".json");
}

/** Whether a file or folder went away, or became the other, between the walk and the reading. */
function isGone({ problem, cause }: ScanError): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return problem === "path-unreadable" && (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR");
}
