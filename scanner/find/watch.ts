import { once } from "node:events";
import { resolve } from "node:path";
import { watch } from "chokidar";
import { runScan, type ScanOptions, type ScanResult } from "../run-scan.ts";
import { isWatchedPath } from "./walk.ts";

/**
 * Scans, and scans again whenever a source below what is named has changed. One scan at a time: what changes meanwhile is
 * in the next one. Ends when `signal` is aborted, by throwing what it says.
 */
export async function watchScan(
  named: readonly string[],
  options: ScanOptions,
  onResult: (result: ScanResult) => Promise<void>,
): Promise<never> {
  const signal = options.signal ?? new AbortController().signal;
  const changes = createBell(signal);
  const watcher = watch(
    named.map((name) => resolve(options.cwd, name)),
    {
      ignoreInitial: true,
      ignored: (path, stats) => !isWatchedPath(path, stats?.isFile() ?? false),
      // Editors write in several steps.
      awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    },
  );
  watcher.on("all", changes.ring);
  try {
    // What changes before all is watched is neither seen as a change nor scanned.
    await once(watcher, "ready");
    for (;;) {
      await onResult(await runScan(named, options));
      await changes.rung();
    }
  } finally {
    await watcher.close();
  }
}

interface Bell {
  readonly ring: () => void;
  /** Waits until it has rung since the last time. Throws what the signal says when it is aborted. */
  rung(): Promise<void>;
}

function createBell(signal: AbortSignal): Bell {
  let hasRung = false;
  let wake: () => void = () => undefined;
  signal.addEventListener("abort", () => {
    wake();
  });
  return {
    ring: () => {
      hasRung = true;
      wake();
    },
    async rung() {
      if (!hasRung && !signal.aborted) await new Promise<void>((resolveRung) => (wake = resolveRung));
      signal.throwIfAborted();
      hasRung = false;
    },
  };
}
