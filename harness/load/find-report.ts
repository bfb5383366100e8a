import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readWhole } from "../../disk/read-whole.ts";
import { frameInName, type pictureKinds, type RunPictures, type Screenshot } from "../../src/formats/run-pictures.ts";
import { FramegateError } from "../errors.ts";

/**
 * The report that a path refers to: the file itself, the one in a run's folder, or the newest one in a folder of
 * reports. A file is not read. Throws `report-not-found`.
 */
export function findReport(path: string): string {
  const stats = statsOf(path);
  if (stats === null) throw new FramegateError("report-not-found", { path });
  if (!stats.isDirectory()) return path;
  // Run folders sort by start time, and lie in one folder per game.
  const runs = [[path], listFolders(path), listFolders(path).flatMap(listFolders)].map((folders) =>
    folders.filter((folder) => statsOf(join(folder, reportName))?.isFile() === true),
  );
  const nearest = runs.find((folders) => folders.length > 0) ?? [];
  const [newest] = nearest.toSorted((one, other) => compareNames(basename(other), basename(one)));
  if (newest === undefined) throw new FramegateError("report-not-found", { path });
  return join(newest, reportName);
}

/** The sweep at a path: the file itself, or the one in a folder. A file is not read. Throws `sweep-not-found`. */
export function findSweep(path: string): string {
  const file = statsOf(path)?.isDirectory() === true ? join(path, sweepName) : path;
  if (statsOf(file)?.isFile() !== true) throw new FramegateError("sweep-not-found", { path });
  return file;
}

const reportName = "report.json";

/** Name of the file of `framegate sweep`. */
const sweepName = "sweep.json";

function compareNames(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function listFolders(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch {
    // An unreadable folder has no report for us.
    return [];
  }
}

/** Null for a path that does not exist or cannot be reached. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Far larger than a screenshot of any page. */
const pictureBytesMax = 64 * 1024 * 1024;

/** Reads the pictures of a run from its folder. Unreadable ones are left out: the report is complete without them. */
export function readPictures(folder: string): RunPictures {
  const names = readdirSync(folder);
  const read = (kind: (typeof pictureKinds)[number]): readonly Screenshot[] =>
    names.flatMap((name) => {
      const frame = frameInName(kind, name);
      if (frame === null) return [];
      try {
        return [{ frame, png: readWhole(join(folder, name), pictureBytesMax) }];
      } catch {
        return [];
      }
    });
  const [heat = null] = read("heat");
  return { screenshots: read("screenshots"), baselineScreenshots: read("baselineScreenshots"), heat };
}
