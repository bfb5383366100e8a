import { statSync } from "node:fs";
import { access, constants, mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { writeWhole } from "../../disk/write-whole.ts";
import type { MachineRecord } from "../../src/formats/machine.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { pictureKinds, pictureName, type RunPictures } from "../../src/formats/run-pictures.ts";
import type { SweepFile } from "../../src/formats/sweep.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { stringifyJson } from "./json.ts";

/** Parts of a run folder's name. */
export interface RunFolderName {
  readonly game: string;
  readonly seed: number;
  /** The start of the run, milliseconds since 1970. */
  readonly startedAtMs: number;
}

/**
 * Makes the folder `<directory>/<game>/<run>/` and returns its path. Run folders sort by their start. Two runs that
 * start in the same second with the same seed get two folders, because the run that creates a folder owns its name.
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
  /** The report's page. */
  readonly page: string;
  readonly pictures: RunPictures;
}

/** Name of the page beside a `report.json`. */
export const pageName = "report.html";

/**
 * Writes `report.json`, its page and its pictures into a run folder, and returns the path of the report. If one of them
 * cannot be written, the folder is removed.
 *
 * @throws FramegateError `write-failed`.
 */
export async function writeRunFiles({ file, page, pictures }: RunFiles, folder: string): Promise<string> {
  const reportPath = join(folder, "report.json");
  try {
    const { screenshots, baselineScreenshots, heat } = pictures;
    const kinds = { screenshots, baselineScreenshots, heat: heat === null ? [] : [heat] };
    for (const kind of pictureKinds) {
      for (const { frame, png } of kinds[kind]) writeWhole(join(folder, pictureName(kind, frame)), png);
    }
    writeWhole(join(folder, pageName), page);
    // The report comes last, so that a folder with a report is complete.
    writeWhole(reportPath, stringifyJson(file));
    return reportPath;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new FramegateError("write-failed", { path: reportPath, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * Writes the files of a profile into a run folder. If one of them cannot be written, the folder is removed.
 *
 * @throws FramegateError `write-failed`.
 */
export async function writeProfile(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  try {
    for (const [name, text] of Object.entries(files)) writeWhole(join(folder, name), text);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new FramegateError("write-failed", { path: folder, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * Writes a report to a file of the user's choice, replacing it.
 *
 * @throws FramegateError `write-failed`.
 */
export function writeBaseline(file: ReportFile, path: string): void {
  writeInPlace(stringifyJson(file), path);
}

/**
 * Writes the file of `framegate calibrate`, replacing it.
 *
 * @throws FramegateError `write-failed`.
 */
export function writeMachine(record: MachineRecord, path: string): void {
  writeInPlace(stringifyJson(record), path);
}

/**
 * Writes a report's page to a file, replacing it.
 *
 * @throws FramegateError `write-failed`.
 */
export function writePage(page: string, path: string): void {
  writeInPlace(page, path);
}

/** Names of the files of a sweep. */
export const sweepNames = { file: "sweep.json", page: "sweep.html" } as const;

/**
 * Writes a sweep and its page into a folder, replacing those of before. Returns the path of the sweep.
 *
 * @throws FramegateError `write-failed`.
 */
export function writeSweep(
  { file, page }: { readonly file: SweepFile; readonly page: string },
  folder: string,
): string {
  const path = join(folder, sweepNames.file);
  writeInPlace(page, join(folder, sweepNames.page));
  writeInPlace(stringifyJson(file), path);
  return path;
}

function writeInPlace(text: string, path: string): void {
  try {
    makeFolder(dirname(path));
    writeWhole(path, text);
  } catch (error) {
    throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * Checks before a run that reports can be written below `directory`, which need not exist.
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

/**
 * Checks before a run that a file can be written, with the folders above it. Creates nothing.
 *
 * @throws FramegateError `write-failed`.
 */
export async function checkWritableFile(path: string): Promise<void> {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) throw new Error("it is a folder");
    if (found !== undefined && !found.isFile()) {
      // A pipe or a device is written in place, and its folder may be closed.
      await access(path, constants.W_OK);
      return;
    }
  } catch (error) {
    throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
  }
  await checkWritable(dirname(path));
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

/** Returns false if the folder already exists. */
async function claimFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** `2026-01-31T120000Z`: ISO 8601 without the colons, which Windows forbids. */
function timestampOf(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
}

const fileNameLengthMax = 64;
const namesThatWindowsReserves = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Turns a game's name into a folder name. Two games may share it; their runs still have separate folders. */
export function fileNameOf(game: string): string {
  const name = game
    .normalize("NFKD")
    .toLowerCase()
    // The accents of Latin letters. In other scripts a mark makes another letter.
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .normalize("NFC")
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, "-")
    .slice(0, fileNameLengthMax)
    .replaceAll(/^-+|-+$/g, "");
  return name === "" || namesThatWindowsReserves.test(name) ? `game-${name}`.replace(/-$/, "") : name;
}
