import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { stringifyJson } from "./json.ts";

/** What names the folder of a run. */
export interface RunFolderName {
  readonly game: string;
  readonly seed: number;
  /** When the run began, milliseconds since 1970. */
  readonly startedAtMs: number;
}

/**
 * Makes the folder `<directory>/<game>/<run>/` and returns its path. Run folders sort by their start, and two runs that
 * begin in the same second with the same seed get two folders: making a folder is what claims its name.
 *
 * @throws FramegateError `write-failed`.
 */
export async function createRunFolder(directory: string, name: RunFolderName): Promise<string> {
  const gameFolder = join(directory, fileNameOf(name.game));
  const runName = `${timestampOf(name.startedAtMs)}-seed${String(name.seed)}`;
  try {
    await mkdir(gameFolder, { recursive: true });
    for (let attempt = 1; attempt <= maximumFoldersOfOneSecond; attempt += 1) {
      const folder = join(gameFolder, attempt === 1 ? runName : `${runName}-${String(attempt)}`);
      if (await claimFolder(folder)) return folder;
    }
  } catch (error) {
    throw new FramegateError("write-failed", { path: gameFolder, reason: reasonOf(error) }, { cause: error });
  }
  const reason = `more than ${String(maximumFoldersOfOneSecond)} runs began in the same second`;
  throw new FramegateError("write-failed", { path: join(gameFolder, runName), reason });
}

/**
 * Writes `report.json` into an existing folder, whole or not at all, and returns its path.
 *
 * @throws FramegateError `write-failed`.
 */
export async function writeReportFile(file: ReportFile, folder: string): Promise<string> {
  const path = join(folder, "report.json");
  try {
    await writeFileAtomic(path, stringifyJson(file));
  } catch (error) {
    throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
  }
  return path;
}

/** Writes `frame-<n>.png` for each picture. Throws `write-failed`. */
export async function writeScreenshots(
  screenshots: readonly { readonly frame: number; readonly png: Uint8Array }[],
  folder: string,
): Promise<void> {
  for (const { frame, png } of screenshots) {
    const path = join(folder, `frame-${String(frame)}.png`);
    try {
      await writeFileAtomic(path, Buffer.from(png));
    } catch (error) {
      throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
    }
  }
}

const maximumFoldersOfOneSecond = 1000;

/** False where the folder is somebody else's already. */
async function claimFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** `2026-01-31T120000Z`: ISO 8601 without the colons, which Windows refuses. */
function timestampOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "");
}

const fileNameLengthMax = 64;
const namesThatWindowsReserves = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** A game may be called anything; a folder may not. Two games that share a folder name still have folders of their own runs. */
function fileNameOf(game: string): string {
  const name = game
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .slice(0, fileNameLengthMax)
    .replaceAll(/^-+|-+$/g, "");
  return name === "" || namesThatWindowsReserves.test(name) ? `game-${name}`.replace(/-$/, "") : name;
}
