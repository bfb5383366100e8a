import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder for all files of one browser process. */
export interface RunFolder {
  readonly path: string;
  readonly profile: string;
  readonly crashes: string;
  readonly temporary: string;
  readonly home: string;
  remove(): Promise<void>;
  /** Synchronous, for the exit of our process. */
  removeNow(): void;
}

const prefix = "framegate-browser-";

/** An older folder is abandoned. The process id alone does not say so, because a container has its own ids. */
const abandonedAfterMs = 24 * 3_600_000;

/** Makes the folder, and removes those of processes that were killed. */
export async function createRunFolder(): Promise<RunFolder> {
  await removeAbandoned(tmpdir());
  // mkdtemp uses mode 0700.
  const path = await mkdtemp(join(tmpdir(), `${prefix}${String(process.pid)}-`));
  const inside = (name: string): string => join(path, name);
  const folder = {
    profile: inside("profile"),
    crashes: inside("crashes"),
    temporary: inside("tmp"),
    home: inside("home"),
  };
  await Promise.all(Object.values(folder).map((name) => mkdir(name)));
  // The processes of a killed browser may still write for a moment.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const;
  return {
    path,
    ...folder,
    remove: async () => {
      await rm(path, options);
    },
    removeNow: () => {
      rmSync(path, options);
    },
  };
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix));
  await Promise.all(
    names.map(async (name) => {
      const owner = Number(name.slice(prefix.length).split("-")[0]);
      const path = join(parent, name);
      const found = await stat(path).catch(() => null);
      if (found === null || isAlive(owner) || Date.now() - found.mtimeMs < abandonedAfterMs) return;
      // Another user's folder cannot be removed.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
