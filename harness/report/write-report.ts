import { access, constants, mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { writeWhole } from "../../disk/write-whole.ts";
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
    makeFolder(gameFolder);
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

export interface RunFiles {
  readonly file: ReportFile;
  readonly screenshots: readonly { readonly frame: number; readonly png: Uint8Array }[];
}

/**
 * Writes `report.json` and `frame-<n>.png` for each picture into a run folder, and returns the report's path. Where one
 * of them cannot be written the folder goes: a part of a run is no run.
 *
 * @throws FramegateError `write-failed`.
 */
export async function writeRunFiles({ file, screenshots }: RunFiles, folder: string): Promise<string> {
  const reportPath = join(folder, "report.json");
  try {
    for (const { frame, png } of screenshots) {
      writeWhole(join(folder, `frame-${String(frame)}.png`), png);
    }
    // Last, so that a folder with a report is whole.
    writeWhole(reportPath, stringifyJson(file));
    return reportPath;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new FramegateError("write-failed", { path: reportPath, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * Whether reports could be written below `directory`, which need not exist: asked before a run, not after it.
 *
 * @throws FramegateError `write-failed`.
 */
export async function checkWritable(directory: string): Promise<void> {
  try {
    const existing = await nearestExisting(directory);
    if (!(await stat(existing)).isDirectory()) throw new Error(`${existing} is not a folder`);
    await access(existing, constants.W_OK);
  } catch (error) {
    throw new FramegateError("write-failed", { path: directory, reason: reasonOf(error) }, { cause: error });
  }
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    return await nearestExisting(parent);
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
  return new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
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
