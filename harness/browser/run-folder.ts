import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemReason } from "../../disk/system-reason.ts";
import { FramegateError } from "../errors.ts";
import { hasOwnerEnded, writeOwner } from "./run-folder-owner.ts";

/** Folder for all files of one browser process. */
export interface RunFolder {
  readonly path: string;
  readonly profile: string;
  readonly crashes: string;
  readonly temporary: string;
  readonly home: string;
  remove(): Promise<void>;
  /** Synchronous, for use when our process exits. */
  removeNow(): void;
}

const prefix = "framegate-browser-";

/** Age at which a folder with an unknown owner counts as abandoned. */
const abandonedAfterMs = 24 * 3_600_000;

/**
 * The browser keeps its shared memory there. With 4 MB a page did not open, and with 24 MB timings were lost, both
 * without an error.
 */
const freeBytesMin = 64 * 1024 * 1024;

/** Creates the folder, and removes those of killed processes. Throws `write-failed`. */
export async function createRunFolder(): Promise<RunFolder> {
  const parent = tmpdir();
  try {
    return await makeRunFolder(parent);
  } catch (thrown) {
    throw new FramegateError("write-failed", { path: parent, reason: systemReason(thrown) }, { cause: thrown });
  }
}

async function makeRunFolder(parent: string): Promise<RunFolder> {
  await removeAbandoned(parent);
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize < freeBytesMin)
    throw new Error(`a browser needs ${String(freeBytesMin / 1024 / 1024)} MB there, and less is free`);
  // mkdtemp creates it with mode 0700.
  const path = await mkdtemp(join(parent, `${prefix}${String(process.pid)}-`));
  const inside = (name: string): string => join(path, name);
  const folder = {
    profile: inside("profile"),
    crashes: inside("crashes"),
    temporary: inside("tmp"),
    home: inside("home"),
  };
  await writeOwner(path);
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
      const path = join(parent, name);
      const hasEnded = (await hasOwnerEnded(path)) ?? (await isOld(path));
      // Removing another user's folder fails.
      if (hasEnded) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > abandonedAfterMs;
}
