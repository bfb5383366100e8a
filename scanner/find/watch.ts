import { basename, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { watchFiles } from "../../disk/watch-files.ts";
import { reasonOf, ScanError } from "../findings/scan-error.ts";
import { runScan, type ScanOptions, type ScanResult } from "../run-scan.ts";
import { kindOfSource } from "./language.ts";
import { skippedFolders } from "./walk.ts";

/** Listens to a watch. */
export interface WatchListener {
  onResult(result: ScanResult): Promise<void>;
  /** Called once for each new reason why scans fail. */
  onProblem(problem: ScanError): void;
}

/**
 * Scans, and scans again whenever a source below `named` changes, one scan at a time: a change during a scan triggers
 * the next one. A failed scan is retried, because files come and go while people work. Ends by throwing the abort
 * reason of `signal`.
 *
 * @throws ScanError if the first scan fails, or the system refuses to watch.
 */
export async function watchScan(
  named: readonly string[],
  options: ScanOptions,
  listener: WatchListener,
): Promise<never> {
  const { signal = new AbortController().signal } = options;
  // `told` is the last reported problem, or null once a scan has succeeded again.
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

/** A file that disappeared between walk and read will be missing from the next walk. */
const passingMs = 100;
/** How soon a restored folder or permission should be noticed. */
const lastingMs = 1000;

/** Watches until a scan fails. A watcher does not see a folder that comes back, so each attempt gets a new watcher. */
async function watchUntilProblem(
  named: readonly string[],
  { cwd, signal }: ScanOptions & { readonly signal: AbortSignal },
  scan: () => Promise<void>,
): Promise<ScanError> {
  const paths = named.map((name) => resolve(cwd, name));
  const orUnwatchable = async <T>(event: Promise<T>): Promise<T> =>
    await event.catch((thrown: unknown) => {
      signal.throwIfAborted();
      const reason = `it cannot be watched: ${reasonOf(thrown)}`;
      throw new ScanError("path-unreadable", { path: named.join(", "), reason }, { cause: thrown });
    });
  const isWatched = (path: string, isFile: boolean): boolean => canAffectScan(basename(path), isFile);
  // The first scan waits for this, or a change before the watcher is ready would be missed.
  await using watch = await orUnwatchable(watchFiles(paths, { isWatched, togetherMs: 0, signal }));
  for (;;) {
    const problem = await scan().catch((thrown: unknown) => {
      if (thrown instanceof ScanError) return thrown;
      throw thrown;
    });
    signal.throwIfAborted();
    if (problem !== undefined) return problem;
    await orUnwatchable(watch.next());
  }
}

/** Whether a change of the file or folder with this name can affect a scan. */
function canAffectScan(name: string, isFile: boolean): boolean {
  if (!isFile) return !skippedFolders.has(name);
  return kindOfSource(name) !== null || name === ".gitignore" || name.endsWith(".json");
}

/** Whether a file or folder disappeared, or was replaced by the other kind, between walk and read. */
function isGone({ problem, cause }: ScanError): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return problem === "path-unreadable" && (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR");
}
