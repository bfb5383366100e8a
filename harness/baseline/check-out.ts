import { execFile, spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, unlinkSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { FramegateError } from "../errors.ts";

/** A commit, checked out in a temporary folder. Disposing of it removes the folder. */
export interface CheckedOut extends AsyncDisposable {
  readonly commit: string;
  /** The folder that corresponds to the working directory. */
  readonly folder: string;
}

/** The options of `checkOut`. */
export interface CheckOutOptions {
  readonly cwd: string;
  /** The build command, run in the checkout before anything is loaded; null for none. */
  readonly build: string | null;
  readonly signal: AbortSignal;
}

// The error is at the end of a failed build's output.
const outputCharsMax = 2000;

/**
 * Checks a git reference out into its own worktree, so that the user's files stay untouched, and builds it. Installed
 * packages that git does not hold are linked from the current checkout.
 *
 * @throws FramegateError `baseline-not-found`, `baseline-not-built`, `interrupted`.
 */
export async function checkOut(reference: string, { cwd, build, signal }: CheckOutOptions): Promise<CheckedOut> {
  const top = await git(["rev-parse", "--show-toplevel"], cwd, reference, "this folder is in no git repository");
  const unknown = "it is not a path, and git knows no such commit";
  const commit = await git(
    ["rev-parse", "--verify", "--end-of-options", `${reference}^{commit}`],
    cwd,
    reference,
    unknown,
  );
  // If the temporary folder is a symbolic link, as on macOS, git reports its target.
  const parent = await realpath(await mkdtemp(join(await realpath(tmpdir()), "framegate-baseline-")));
  const worktree = join(parent, "worktree");
  const linked: string[] = [];
  const remove = async (): Promise<void> => {
    // Links first: removing the folder must not delete the packages behind them. The build may have replaced them.
    for (const link of linked) if (isLink(link)) unlinkSync(link);
    await run("git", ["worktree", "remove", "--force", worktree], { cwd: top }).catch(() => undefined);
    await rm(parent, { recursive: true, force: true });
  };
  try {
    await git(["worktree", "add", "--detach", worktree, commit], top, reference, "git could not check it out");
    const folder = join(worktree, relative(await realpath(top), await realpath(cwd)));
    for (const below of new Set([".", relative(worktree, folder) || "."]))
      linked.push(...linkPackages(join(top, below, "node_modules"), join(worktree, below, "node_modules")));
    if (build !== null) await runBuild(build, folder, signal);
    signal.throwIfAborted();
    return { commit, folder, [Symbol.asyncDispose]: remove };
  } catch (thrown) {
    await remove();
    throw signal.aborted ? new FramegateError("interrupted", {}, { cause: thrown }) : thrown;
  }
}

const run = promisify(execFile);

async function git(args: readonly string[], cwd: string, name: string, reason: string): Promise<string> {
  try {
    return (await run("git", [...args], { cwd })).stdout.trim();
  } catch (thrown) {
    throw new FramegateError("baseline-not-found", { name, reason }, { cause: thrown });
  }
}

/**
 * Links each installed package, and the folder of their commands. Returns the links. A link to the whole folder would let
 * `npm ci` in the worktree empty the user's own.
 */
function linkPackages(installed: string, place: string): readonly string[] {
  if (!existsSync(installed) || existsSync(place) || !existsSync(dirname(place))) return [];
  mkdirSync(place);
  return readdirSync(installed).flatMap((name) => {
    if (name.startsWith("@")) return linkPackages(join(installed, name), join(place, name));
    if (name.startsWith(".") && name !== ".bin") return [];
    symlinkSync(join(installed, name), join(place, name), "junction");
    return [join(place, name)];
  });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Kills the command's whole process group at its end. */
async function runBuild(command: string, cwd: string, signal: AbortSignal): Promise<void> {
  const child = spawn(command, { cwd, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = `${output}${chunk.toString()}`.slice(-outputCharsMax);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    const how = await new Promise<string | null>((resolve) => {
      child.once("error", ({ message }) => {
        resolve(`could not be started (${message})`);
      });
      child.once("close", (code, by) => {
        resolve(code === 0 ? null : by === null ? `exited with code ${String(code)}` : `was ended by ${by}`);
      });
    });
    if (how === null) return;
    throw new FramegateError("baseline-not-built", { command, how, output: output === "" ? "" : `\n${output.trim()}` });
  } finally {
    signal.removeEventListener("abort", end);
  }
}
