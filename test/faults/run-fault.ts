import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { browserCacheFolder } from "../../harness/cache-folder.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { inheritedEnvironment } from "../e2e/inherited-environment.ts";
import { createProcessWatch, type ProcessWatch } from "../e2e/process-watch.ts";
import type { Expected, Fault, Place, Victim } from "./fault.ts";

/** The outcome of a fault. */
export interface Outcome {
  /** Null if a signal ended the command. */
  readonly exit: number | null;
  /** The code of the error, or those of the findings that fail, separated by spaces; null without any. */
  readonly code: string | null;
  /** Real milliseconds from the fault to the end. */
  readonly tookMs: number;
  readonly stdout: string;
  readonly stderr: string;
  /** A sentence for each unexpected result; empty if there is none. */
  readonly problems: readonly string[];
}

const command = join(packageRoot, "dist/bin/framegate.cjs");

/** Ends a command that hangs. The time limit in the table is shorter. */
const hangMs = 120_000;

const lookEveryMs = 100;

/** Runs a command, strikes it as the fault says, and compares the outcome. */
export async function runFault(fault: Fault, slowness = 1): Promise<Outcome> {
  const sandbox = mkdtempSync(join(tmpdir(), "framegate-fault-"));
  const place = makePlace(sandbox);
  try {
    await fault.prepare?.(place);
    const watch = createProcessWatch(sandbox);
    const ended = await runVictim(fault, place, watch, sandbox);
    const left = [...(await watch.waitUntilGone()).map((one) => `A process is left: ${one}`)];
    if (fault.mayLeaveFiles !== true) left.push(...leftFiles(place));
    const code = codeOf(ended.stdout, ended.stderr);
    return { ...ended, code, problems: [...compare({ ...ended, code }, fault.expected, slowness), ...left] };
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
}

function makePlace(sandbox: string): Place {
  const folder = join(sandbox, "game");
  const temporary = join(sandbox, "tmp");
  const cache = join(sandbox, "cache");
  for (const path of [folder, temporary, cache]) mkdirSync(path, { mode: 0o700 });
  // The browser is unpacked once per machine.
  const browsers = browserCacheFolder(process.env);
  if (existsSync(browsers)) symlinkSync(browsers, join(cache, "browser"));
  return {
    folder,
    temporary,
    write: (path, content) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}

type Ended = Pick<Outcome, "exit" | "tookMs" | "stdout" | "stderr">;

async function runVictim(fault: Fault, place: Place, watch: ProcessWatch, sandbox: string): Promise<Ended> {
  const args = typeof fault.args === "function" ? fault.args(place) : fault.args;
  const [program, ...rest] = [...(fault.through ?? []), process.execPath, command];
  const env = typeof fault.env === "function" ? fault.env(place) : fault.env;
  const child = spawn(program, [...rest, ...args], {
    cwd: place.folder,
    env: {
      ...inheritedEnvironment(),
      FRAMEGATE_CACHE: join(sandbox, "cache"),
      TMPDIR: place.temporary,
      ...env,
    },
    // A session of its own, so that its processes can be told from ours.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return await untilEnd(child, fault, place, watch);
}

async function untilEnd(child: ChildProcess, fault: Fault, place: Place, watch: ProcessWatch): Promise<Ended> {
  const seen = { stdout: "", stderr: "" };
  let fromMs = performance.now();
  let { strike } = fault;
  const victim: Victim = {
    pid: child.pid ?? 0,
    child,
    place,
    said: () => seen.stderr,
    processes: (commandLine) => watch.find(commandLine),
  };
  const hit = async (): Promise<void> => {
    const act = strike?.act;
    if (act === undefined || child.exitCode !== null) return;
    strike = undefined;
    fromMs = performance.now();
    await act(victim);
  };
  let lookedMs = 0;
  const listen = (): void => {
    // Listing processes takes longer than the command takes to write its next line.
    if (performance.now() - lookedMs > lookEveryMs) {
      watch.look();
      lookedMs = performance.now();
    }
    if (typeof strike?.when === "string" && seen.stderr.includes(strike.when)) void hit();
  };
  const timer = typeof strike?.when === "number" ? setTimeout(() => void hit(), strike.when) : undefined;
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    seen.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    seen.stderr += text;
    listen();
  });
  const limit = setTimeout(() => {
    seen.stderr += "\nIt hung, and was killed.";
    process.kill(-victim.pid, "SIGKILL");
  }, hangMs);
  let endedMs = 0;
  const exit = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => {
      endedMs = performance.now();
    });
    child.once("close", resolve);
  });
  clearTimeout(limit);
  clearTimeout(timer);
  if (typeof strike?.when === "string") seen.stderr += `\nIt never said "${strike.when}", so nothing was done to it.`;
  // A command that ended before its moment came took no time after it.
  return { exit, tookMs: strike === undefined ? endedMs - fromMs : 0, ...seen };
}

/** The code of an error, or those of the findings of a report that fail, with spaces between. */
function codeOf(stdout: string, stderr: string): string | null {
  const [, said] = /^error ([a-z0-9-]+):/mu.exec(stderr) ?? [];
  if (said !== undefined) return said;
  if (!isJson(stdout)) return null;
  const parsed: unknown = JSON.parse(stdout);
  const notices = at(parsed, "report", "notices");
  const codes = (Array.isArray(notices) ? notices : []).flatMap((notice: unknown) =>
    at(notice, "severity") === "failure" ? String(at(notice, "code")) : [],
  );
  const cause = at(parsed, "verdict", "cause");
  if (codes.length === 0 && cause === "nondeterminism") codes.push(cause);
  return codes.length === 0 ? null : [...new Set(codes)].join(" ");
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function compare(outcome: Ended & Pick<Outcome, "code">, expected: Expected, slowness: number): readonly string[] {
  const { exit, code, tookMs, stdout, stderr } = outcome;
  const said = `${stdout}\n${stderr}`;
  const { saysBytesMax = 1 << 20 } = expected;
  return [
    ...(listOf(expected.exit).includes(exit) ? [] : [`It exited with ${String(exit)}.`]),
    ...(listOf(expected.code).some((one) => one === code || code?.split(" ").includes(one ?? "") === true)
      ? []
      : [`Its code was ${String(code)}.`]),
    ...(tookMs <= expected.withinMs * slowness ? [] : [`It took ${tookMs.toFixed(0)} ms.`]),
    ...(expected.says?.test(said) === false ? [`It did not say ${String(expected.says)}.`] : []),
    ...(said.length <= saysBytesMax ? [] : [`It said ${String(said.length)} bytes.`]),
    ...(/^\s+at .*(?:file:\/\/|node:internal|dist\/harness)/mu.test(stderr) ? ["It printed a stack trace."] : []),
    ...(exit === null || stdout === "" || isJson(stdout) ? [] : ["What it printed is no JSON."]),
  ];
}

function listOf<T>(one: T | readonly T[]): readonly T[] {
  return Array.isArray(one) ? (one as readonly T[]) : [one as T];
}

/** Files that a command must not leave: temporary ones, and half-written ones. */
function leftFiles({ folder, temporary }: Place): readonly string[] {
  const temporaryLeft = listFolder(temporary).map((path) => `A temporary file is left: ${path}`);
  const partial = listFolder(folder).filter((path) => /\.partial|\.tmp$|\.lock$/u.test(path));
  const broken = listFolder(folder).filter(
    (path) => /^reports\/.*report\.json$/u.test(path) && !isJson(readFileSync(join(folder, path), "utf8")),
  );
  return [...temporaryLeft, ...[...partial, ...broken].map((path) => `A half-written file is left: ${path}`)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** All paths below a folder; none if it is gone. */
function listFolder(folder: string): readonly string[] {
  try {
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return paths.filter((path) => !path.startsWith("node_modules"));
  } catch {
    return [];
  }
}
