import { constants, copyFileSync, linkSync, lstatSync, rmdirSync, rmSync } from "node:fs";
import { lstat, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { writeWhole } from "../../disk/write-whole.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import type { ScaffoldFile } from "./read-template.ts";

/**
 * Writes a new game into a folder, which may exist and hold other files: all files or none. They are written to a
 * temporary folder first. A new folder is then renamed into place. Into an existing one the files are moved without a
 * break in which a signal could be handled, and moved out again if one of them fails.
 *
 * Throws `would-overwrite`, `write-failed` and the reason of the signal.
 */
export async function writeScaffold(
  folder: string,
  files: readonly ScaffoldFile[],
  signal: AbortSignal,
): Promise<void> {
  const isNew = await refuseToOverwrite(folder, files);
  const made: { path: string | undefined } = { path: undefined };
  try {
    const beside = isNew ? dirname(folder) : folder;
    made.path = makeFolder(beside);
    const aside = await mkdtemp(join(beside, ".framegate-init-"));
    try {
      const staged = join(aside, "game");
      for (const { path, text } of files) {
        signal.throwIfAborted();
        const file = join(staged, path);
        writeWhole(file, text);
      }
      signal.throwIfAborted();
      if (isNew) await rename(staged, folder);
      else placeAll(staged, folder, files);
      made.path = undefined;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  } catch (thrown) {
    // Folders above the new one that were made for it.
    if (made.path !== undefined) await rm(made.path, { recursive: true, force: true });
    if (signal.aborted) throw thrown;
    throw new FramegateError("write-failed", { path: folder, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** Whether the folder does not exist yet. */
async function refuseToOverwrite(folder: string, files: readonly ScaffoldFile[]): Promise<boolean> {
  const kind = await kindAt(folder);
  if (kind === "nothing") return true;
  // A link to a folder counts as a folder.
  if (kind === "file" && (await kindAt(folder, stat)) !== "folder") throw wouldOverwrite(folder, []);
  const taken: string[] = [];
  for (const { path } of files) if (await isTaken(folder, path)) taken.push(path);
  if (taken.length > 0) throw wouldOverwrite(folder, taken);
  return false;
}

/** Whether the path of a file is taken, or that of one of its folders by a file. */
async function isTaken(folder: string, path: string): Promise<boolean> {
  if ((await kindAt(join(folder, path))) !== "nothing") return true;
  const parent = dirname(path);
  return parent !== "." && (await kindAt(join(folder, parent), stat)) === "file";
}

function wouldOverwrite(folder: string, taken: readonly string[]): FramegateError {
  return new FramegateError("would-overwrite", { folder, files: taken.join(", ") });
}

/** @param look `stat` follows links. */
async function kindAt(path: string, look: typeof lstat | typeof stat = lstat): Promise<"folder" | "file" | "nothing"> {
  try {
    return (await look(path)).isDirectory() ? "folder" : "file";
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
    return code === "ENOENT" ? "nothing" : "file";
  }
}

/** Synchronous, so that no signal handler runs between two files. */
function placeAll(from: string, folder: string, files: readonly ScaffoldFile[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const { path } of files) {
      const target = join(folder, path);
      const firstMade = makeFolder(dirname(target));
      if (firstMade !== undefined) {
        undo.push(() => {
          removeEmptyFolders(dirname(target), firstMade);
        });
      }
      placeOne(join(from, path), target);
      undo.push(() => {
        rmSync(target);
      });
    }
  } catch (thrown) {
    for (const step of undo.reverse()) step();
    throw thrown;
  }
}

/** Neither call replaces an existing file. Not every file system has hard links. */
function placeOne(from: string, target: string): void {
  try {
    linkSync(from, target);
  } catch (thrown) {
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw thrown;
    copyFileSync(from, target, constants.COPYFILE_EXCL);
  }
}

function removeEmptyFolders(innermost: string, outermost: string): void {
  const end = resolve(outermost);
  for (let at = resolve(innermost); ; at = dirname(at)) {
    rmdirSync(at);
    if (at === end) return;
  }
}
