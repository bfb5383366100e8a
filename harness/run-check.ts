import { dirname, resolve } from "node:path";
import { type CheckedFile, checkFile, type CheckFileOptions, type FileToCheck } from "./load/check-file.ts";
import { FramegateError } from "./errors.ts";
import { type FileKind, fileNamePatterns } from "./load/file-kind.ts";
import { findFiles, type FoundFile } from "./load/find-files.ts";
import { readStream, tryReadText } from "./load/read-text.ts";

export interface CheckOptions extends CheckFileOptions {
  /** Files, folders, and `-` for stdin. */
  readonly paths: readonly string[];
  /** Kind of the files, regardless of their names; null to decide by name. */
  readonly kind: FileKind | null;
}

export interface CheckSurroundings {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/** A checked file under the name that the user gave. */
export interface CheckReportFile extends CheckedFile {
  readonly name: string;
  readonly kind: FileKind;
}

/**
 * Finds, reads, validates and resolves files, and looks up the files they refer to. Every file is checked once, however
 * often it is given.
 *
 * Throws `usage`, `kind-unknown`, `nothing-to-check`, and `file-unreadable` for a path that does not exist.
 */
export async function runCheck(
  options: CheckOptions,
  surroundings: CheckSurroundings,
): Promise<readonly CheckReportFile[]> {
  const { paths } = options;
  const files = await findOnce(options, surroundings.cwd);
  if (files.length === 0 && !paths.includes(standardInput)) {
    throw new FramegateError("nothing-to-check", { path: paths.join(", "), patterns: fileNamePatterns });
  }
  const checked = paths.includes(standardInput) ? [await checkStandardInput(options, surroundings)] : [];
  for (const file of files) {
    const folder = dirname(file.path);
    checked.push(await checkOne(file, { kind: file.kind, folder, reading: tryReadText(file.path) }, options));
  }
  return checked;
}

/** All files of the paths, each under the name by which it was found first. */
async function findOnce({ paths, kind }: CheckOptions, cwd: string): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const path of paths.filter((one) => one !== standardInput)) {
    for (const file of await findFiles(path, { cwd, kind })) if (!found.has(file.path)) found.set(file.path, file);
  }
  return [...found.values()];
}

/** Name of stdin, on the command line and in output. */
const standardInput = "-";

async function checkStandardInput(options: CheckOptions, { cwd, stdin }: CheckSurroundings): Promise<CheckReportFile> {
  const { kind } = options;
  if (kind === null) {
    const problem = "The standard input has no name that says its kind: --kind is needed.";
    throw new FramegateError("usage", { problem, command: "framegate check" });
  }
  const file: FileToCheck = { kind, folder: resolve(cwd), reading: await readStream(stdin) };
  return await checkOne({ name: standardInput, kind }, file, options);
}

async function checkOne(
  { name, kind }: Pick<FoundFile, "name" | "kind">,
  file: FileToCheck,
  options: CheckFileOptions,
): Promise<CheckReportFile> {
  return { name, kind, ...(await checkFile(file, options)) };
}
