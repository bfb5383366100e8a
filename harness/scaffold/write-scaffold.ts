import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { lstat, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { writeWhole } from "../../disk/write-whole.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import type { ScaffoldFile } from "./read-template.ts";

export interface ScaffoldOptions {
  readonly signal: AbortSignal;
  /** Writes into a folder that is not empty, and replaces files of the same names. */
  readonly force: boolean;
  /** The files go beside others, which stay unchanged. */
  readonly besideOthers?: boolean;
}

/**
 * Writes a new game into a folder, which may exist: all files or none. They are written to a temporary folder first. A
 * new folder is then renamed into place. In an existing one, the files are moved in synchronously, so no signal can
 * interrupt, and moved out again if one of them fails.
 *
 * Throws `would-overwrite`, `folder-not-empty`, `write-failed` and the reason of the signal.
 */
export async function writeScaffold(
  folder: string,
  files: readonly ScaffoldFile[],
  options: ScaffoldOptions,
): Promise<void> {
  const isNew = await refuseToMix(folder, files, options);
  const { signal, force } = options;
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
      else placeAll({ from: staged, folder, replaced: force ? join(aside, "replaced") : null }, files);
      made.path = undefined;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  } catch (thrown) {
    // Parent folders that were created for the new one.
    if (made.path !== undefined) await rm(made.path, { recursive: true, force: true });
    if (signal.aborted) throw thrown;
    throw new FramegateError("write-failed", { path: folder, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** Files that people or their tools create before there is a game. */
const harmlessNames =
  /^(?:\.git|\.gitattributes|\.gitignore|\.gitkeep|\.github|\.gitlab-ci\.yml|\.hg|\.hgignore|\.editorconfig|\.idea|\.vscode|\.npmrc|\.nvmrc|\.node-version|\.DS_Store|Thumbs\.db|(?:readme|licen[cs]e|copying|changelog)(?:\.\w+)?)$/iu;

/** Throws `would-overwrite` and `folder-not-empty`. Returns whether the folder does not exist yet. */
export async function refuseToMix(
  folder: string,
  files: readonly Pick<ScaffoldFile, "path">[],
  { force, besideOthers = false }: Omit<ScaffoldOptions, "signal">,
): Promise<boolean> {
  const kind = await kindAt(folder);
  if (kind === "nothing") return true;
  // A link to a folder counts as a folder.
  if (kind === "file" && (await kindAt(folder, stat)) !== "folder") throw wouldOverwrite(folder, []);
  const taken: string[] = [];
  for (const { path } of files) if (await isTaken(folder, path, force)) taken.push(path);
  if (taken.length > 0) throw wouldOverwrite(folder, taken);
  const mayMix = force || besideOthers;
  const others = mayMix ? [] : (await readdir(folder)).filter((name) => !harmlessNames.test(name)).sort();
  if (others.length > 0) throw new FramegateError("folder-not-empty", { folder, names: enumerate(others) });
  return false;
}

/** Whether a file's path is taken, or one of its parent folders is a file. Force only replaces files. */
async function isTaken(folder: string, path: string, force: boolean): Promise<boolean> {
  const kind = await kindAt(join(folder, path));
  if (kind === "folder" || (kind === "file" && !force)) return true;
  const parent = dirname(path);
  return parent !== "." && (await kindAt(join(folder, parent), stat)) === "file";
}

function wouldOverwrite(folder: string, taken: readonly string[]): FramegateError {
  return new FramegateError("would-overwrite", { folder, files: taken.join(", ") });
}

const mostNamed = 10;

/** A folder may hold thousands of entries. */
function enumerate(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more <= 0 ? names.join(", ") : `${names.slice(0, mostNamed).join(", ")} and ${String(more)} more`;
}

/** @param look `stat` follows symbolic links. */
async function kindAt(path: string, look: typeof lstat | typeof stat = lstat): Promise<"folder" | "file" | "nothing"> {
  try {
    return (await look(path)).isDirectory() ? "folder" : "file";
  } catch (thrown) {
    const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
    return code === "ENOENT" ? "nothing" : "file";
  }
}

interface Places {
  readonly from: string;
  readonly folder: string;
  /** Temporary folder for replaced files, until all is done; null if nothing may be replaced. */
  readonly replaced: string | null;
}

/** Synchronous, so that no signal handler runs between two files. */
function placeAll({ from, folder, replaced }: Places, files: readonly ScaffoldFile[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const [index, { path }] of files.entries()) {
      const target = join(folder, path);
      if (replaced !== null && lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
        const kept = join(replaced, String(index));
        makeFolder(replaced);
        renameSync(target, kept);
        undo.push(() => {
          renameSync(kept, target);
        });
      }
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

/** Neither call replaces an existing file. Some file systems have no hard links. */
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
