import { on, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { watch } from "chokidar";

/** A watch of files and folders. Disposing of it ends the watch. */
export interface FileWatch extends AsyncDisposable {
  /** Waits for a change, and returns the absolute paths of all that changed since the last call. */
  readonly next: () => Promise<readonly string[]>;
}

export interface FileWatchOptions {
  /** True to watch this file or folder, by its absolute path. */
  readonly isWatched: (path: string, isFile: boolean) => boolean;
  /** Milliseconds for which `next` waits for more after a change: some programs write one file after another. */
  readonly togetherMs: number;
  /** Makes both functions reject. */
  readonly signal: AbortSignal;
}

/**
 * Watches files and folders, which need not exist, by their absolute paths. Resolves once every later change will be
 * noticed. This function and `next` throw what the system says if it refuses to watch, and the signal's `AbortError`.
 */
export async function watchFiles(
  paths: readonly string[],
  { isWatched, togetherMs, signal }: FileWatchOptions,
): Promise<FileWatch> {
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignored: (path, stats) => !isWatched(path, stats?.isFile() ?? false),
    // Editors save in several steps.
    awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    // A missing permission is reported by the code that reads the file.
    ignorePermissionErrors: true,
  });
  const changed = new Set<string>();
  watcher.on("all", (event, path) => {
    // An empty folder changes nothing.
    if (event !== "addDir") changed.add(path);
  });
  const end = async (): Promise<void> => {
    await watcher.close();
  };
  try {
    const events = on(watcher, "all", { signal });
    await once(watcher, "ready", { signal });
    return {
      async next() {
        while (changed.size === 0) await events.next();
        if (togetherMs > 0) await wait(togetherMs, undefined, { signal });
        const all = [...changed].sort();
        changed.clear();
        return all;
      },
      async [Symbol.asyncDispose]() {
        await events.return?.();
        await end();
      },
    };
  } catch (thrown) {
    await end();
    throw thrown;
  }
}
