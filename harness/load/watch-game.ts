import { basename, dirname, resolve } from "node:path";
import { statSync } from "node:fs";
import { type FileWatch, watchFiles } from "../../disk/watch-files.ts";
import { mainFileOf } from "../../src/formats/run-plan.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { type LoadOptions, loadProject, type Project } from "./load-project.ts";
import { isWithin } from "./served-folder.ts";

export interface GameWatchOptions extends LoadOptions {
  readonly signal: AbortSignal;
  /** Files and folders that runs write, which may lie in the game's folder; absolute paths. */
  readonly written: readonly string[];
}

/** A version control system writes many files. */
const togetherMs = 100;

/**
 * Watches everything that a run of the game may read: the folder that it is served from, its manifest and its tape. A
 * game that cannot be loaded is watched, too, because its files will be repaired. This function and `next` throw `file-unreadable` if the system refuses, and the signal's reason.
 */
export async function watchGame(argument: string, options: GameWatchOptions): Promise<FileWatch> {
  const { cwd, tape, signal, written } = options;
  const folders = await foldersOf(argument, options);
  const paths = [...folders, ...(tape === null ? [] : [resolve(cwd, tape)])];
  const isWatched = (path: string, isFile: boolean): boolean =>
    paths.includes(path) || (!isUninteresting(basename(path), isFile) && !written.some((own) => isWithin(path, own)));
  const orUnwatchable = async <T>(promise: Promise<T>): Promise<T> =>
    await promise.catch((thrown: unknown) => {
      signal.throwIfAborted();
      const reason = `it cannot be watched: ${reasonOf(thrown)}`;
      throw new FramegateError("file-unreadable", { path: argument, reason }, { cause: thrown });
    });
  const watch = await orUnwatchable(watchFiles(paths, { isWatched, togetherMs, signal }));
  return { ...watch, next: async () => await orUnwatchable(watch.next()) };
}

async function foldersOf(argument: string, options: GameWatchOptions): Promise<readonly string[]> {
  const project = await loadProject(argument, options).catch(() => null);
  const path = resolve(options.cwd, argument);
  return project === null ? [folderAt(path)] : [...new Set(foldersOfProject(project))];
}

function foldersOfProject({ target }: Project): readonly string[] {
  return target.kind === "server" ? [] : [target.served.folder, dirname(mainFileOf(target))];
}

function folderAt(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? dirname(path) : path;
}

/** Installed packages, the files of version control and editors, and a bundler's copies of its configuration. */
function isUninteresting(name: string, isFile: boolean): boolean {
  if (!isFile && name === "node_modules") return true;
  if (name.startsWith(".")) return !name.startsWith(".env");
  return name.endsWith("~") || /\.timestamp-\d+-/u.test(name);
}
