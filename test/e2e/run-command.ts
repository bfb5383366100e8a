import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { browserCacheFolder } from "../../harness/cache-folder.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { builtCommand } from "../built-command.ts";
import { buildCacheOfWorker } from "./build-caches.ts";
import { inheritedEnvironment } from "./inherited-environment.ts";
import { createProcessWatch, type ProcessWatch } from "./process-watch.ts";

/** The result of a command that left nothing but complete reports. */
export interface CommandResult {
  /** Null if a signal killed it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Its reports, parsed. */
  readonly reports: readonly ReportFile[];
}

/** A running command. */
export interface RunningCommand {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Its standard error so far. */
  said(): string;
  /** The processes of its browser whose command line matches. */
  browserProcesses(commandLine: RegExp): readonly number[];
}

/** An action that runs once, when the standard error contains `text`. */
export interface Reaction {
  readonly text: string;
  readonly act: (command: RunningCommand) => void;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly reactions?: readonly Reaction[];
  /** Called as soon as the command runs. */
  readonly onStart?: (command: RunningCommand) => void;
  /** A program and its arguments that run the command, such as `unshare -n`. */
  readonly through?: readonly string[];
  /** The command line to run instead of this repository's own. */
  readonly executable?: string;
  /** A killed process cannot remove its files, but its browser must still end. */
  readonly mayLeaveFiles?: boolean;
}

export type RunCommand = (args: readonly string[], options?: CommandOptions) => Promise<CommandResult>;

/** Far longer than any command in these tests takes: the limit is for one that hangs. */
const commandLimitMs = 240_000;

// The browser is unpacked once per machine.
const cache = buildCacheOfWorker();
const browsers = browserCacheFolder(process.env);
mkdirSync(browsers, { recursive: true, mode: 0o700 });
mkdirSync(cache, { recursive: true });
if (!existsSync(join(cache, "browser"))) symlinkSync(browsers, join(cache, "browser"));

/**
 * Runs the built command in its own process, with a real browser, and checks that it leaves nothing behind: no process,
 * no temporary file, no unfinished build and no partial report. No process also means no open port.
 */
export const runCommand: RunCommand = async (args, options = {}) => {
  const executable = options.executable ?? builtCommand;
  if (!existsSync(executable)) throw new Error(`${executable} is missing. Build first: npm run build`);
  const sandbox = mkdtempSync(join(tmpdir(), "framegate-e2e-"));
  const folders = { temporary: join(sandbox, "tmp"), reports: join(sandbox, "reports") };
  mkdirSync(folders.temporary);
  try {
    const watch = createProcessWatch(sandbox);
    // `--out` comes before the test's own arguments, which may override it.
    const [name = "", ...given] = args;
    const all = name === "perf" ? [name, "--out", folders.reports, ...given] : args;
    const [program, ...rest] = [...(options.through ?? []), process.execPath, executable];
    const child = spawn(program, [...rest, ...all], {
      cwd: options.cwd ?? packageRoot,
      env: { ...inheritedEnvironment(), FRAMEGATE_CACHE: cache, ...options.env, TMPDIR: folders.temporary },
      // Its own session, which tells its processes from the test's.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = await waitForEnd(child, watch, options);
    await expectNothingLeft(watch, folders, options.mayLeaveFiles ?? false);
    return { ...ended, reports: readReports(folders.reports) };
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
};

/** Runs the command with `--json` and parses its output, which must be one JSON value. */
export async function runJson(args: readonly string[], options: CommandOptions = {}): Promise<JsonResult> {
  const result = await runCommand([...args, "--json"], options);
  // The tests check the contents.
  const json = JSON.parse(result.stdout) as JsonResult["json"];
  return { ...result, json };
}

/** The report of a run, or its error. */
export interface JsonResult extends CommandResult {
  readonly json: Partial<ReportFile> & {
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly where: string | null;
      readonly hint: string;
    };
  };
}

/** The report of a run, which must have one. */
export function reportOf({ json, stderr }: JsonResult): ReportFile {
  const { report, verdict } = json;
  if (report === undefined || verdict === undefined) throw new Error(`There is no report. It said:\n${stderr}`);
  return { report, verdict };
}

async function waitForEnd(
  child: ChildProcess,
  watch: ProcessWatch,
  { reactions = [], onStart }: CommandOptions,
): Promise<Omit<CommandResult, "reports">> {
  const seen = { stdout: "", stderr: "" };
  const waiting = new Set(reactions);
  const { pid } = child;
  if (pid === undefined) throw new Error("The command could not be started.");
  const running: RunningCommand = {
    pid,
    signal: (name) => {
      process.kill(pid, name);
    },
    said: () => seen.stderr,
    browserProcesses: (commandLine) => watch.find(commandLine),
  };
  onStart?.(running);
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    seen.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    seen.stderr += text;
    watch.look();
    for (const reaction of waiting) {
      if (!seen.stderr.includes(reaction.text)) continue;
      waiting.delete(reaction);
      reaction.act(running);
    }
  });
  const limit = setTimeout(() => {
    seen.stderr += `\nKilled by the test after ${commandLimitMs} ms.`;
    process.kill(-pid, "SIGKILL");
  }, commandLimitMs);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(limit);
  expect(
    [...waiting].map(({ text }) => text),
    `never said on stderr, which was:\n${seen.stderr}`,
  ).toEqual([]);
  return { exitCode, ...seen };
}

interface SandboxFolders {
  readonly temporary: string;
  readonly reports: string;
}

async function expectNothingLeft(watch: ProcessWatch, folders: SandboxFolders, mayLeaveFiles: boolean): Promise<void> {
  expect(await watch.waitUntilGone(), "processes left running").toEqual([]);
  if (mayLeaveFiles) return;
  expect(readdirSync(folders.temporary), "temporary files left").toEqual([]);
  const unfinishedBuilds = listFolder(join(cache, "builds")).filter((path) => /^[^/]*\.[^/]*$/.test(path));
  expect(unfinishedBuilds, "half-built games left").toEqual([]);
  const written = listFolder(folders.reports);
  const runFolders = written.filter((path) => /^[^/]+\/[^/]+$/.test(path));
  const reports = written.filter((path) => path.endsWith("/report.json"));
  expect(reports, "every run folder holds a report").toHaveLength(runFolders.length);
  const strange = written.filter(
    (path) => /^[^/]+\/[^/]+\/./.test(path) && !/\/(report\.json|report\.html|(?:frame|overdraw)-\d+\.png)$/.test(path),
  );
  expect(strange, "half-written files left").toEqual([]);
}

function readReports(folder: string): readonly ReportFile[] {
  // A truncated report does not parse.
  const paths = listFolder(folder).filter((path) => path.endsWith("/report.json"));
  return paths.map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")) as ReportFile);
}

/** All paths below a folder. Empty if it does not exist. */
function listFolder(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
}
