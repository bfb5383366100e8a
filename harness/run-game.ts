import { resolve } from "node:path";
import type { ScanResult } from "../scanner/run-scan.ts";
import type { DeliveryContext } from "../src/formats/capability-tiers.ts";
import type { MachineRecord } from "../src/formats/machine.ts";
import type { RunReport } from "../src/formats/report.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { RunPictures } from "../src/formats/run-pictures.ts";
import type { Verdict } from "../src/formats/verdict.ts";
import { FramegateError } from "./errors.ts";
import { exitCodeFor, type VerdictExitCode } from "./exit-codes.ts";
import { loadMachine } from "./load/load-machine.ts";
import { loadProject, type Project } from "./load/load-project.ts";
import { type Baseline, type ComparedRun, openBaseline } from "./open-baseline.ts";
import { type BaselineOptions, baselineDefaults } from "./plan/baseline-options.ts";
import { planRuns, requireTimes, withoutTimedRuns } from "./plan/plan-runs.ts";
import { repeatBaseline } from "./plan/repeat-options.ts";
import { framesOfReading, runDefaults, type RunOptions } from "./plan/run-options.ts";
import type { PerfEvent } from "./open-stage.ts";
import { runPerf } from "./run-perf.ts";

/** Options of `runGame`. The defaults are those of `framegate perf`. */
export interface GameOptions extends RunOptions {
  /** Tape to play. Default: `framegate.tape.json` beside the manifest, if there is one. */
  readonly tape?: string | undefined;
  /** Plays a tape of another version of the game. Default: false. */
  readonly allowOrphan?: boolean | undefined;
  /** Folder whose files the game can read. Default: the smallest that contains everything the page refers to. */
  readonly root?: string | undefined;
  /** How the game is built: by Vite, or as a hosted builder would. Default: `local`. */
  readonly context?: DeliveryContext | undefined;
  /** Scans the sources of a game that declares `seededRandom` before it runs. Default: true. */
  readonly scan?: boolean | undefined;
  /** Another build to compare with. A regression fails the run, see `BaselineOptions`. Default: none. */
  readonly baseline?: (Partial<BaselineOptions> & Pick<BaselineOptions, "name">) | undefined;
  /** File of `framegate calibrate`: times are converted to those of its machine. Default: times as measured. */
  readonly calibrated?: string | undefined;
  /** Folder that paths are relative to. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Environment variables, such as FRAMEGATE_BROWSER. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ends the run. `runGame` then rejects with the code `interrupted`, after the browser and its files are gone. */
  readonly signal?: AbortSignal | undefined;
  /** Called at each step of the run. */
  readonly onEvent?: ((event: GameEvent) => void) | undefined;
}

/** The options that decide which game is loaded. */
export type LoadedOptions = Pick<GameOptions, "tape" | "allowOrphan" | "root" | "context" | "cwd" | "onEvent">;

/** A step of `runGame`. */
export type GameEvent =
  | { readonly kind: "warning"; /** About a file of the game. */ readonly message: string }
  | { readonly kind: "planned"; readonly plan: RunPlan }
  | { readonly kind: "scanned"; /** There is at least one finding or notice. */ readonly result: ScanResult }
  | PerfEvent;

/** The result of `runGame`. */
export interface GameResult extends RunPictures {
  readonly report: RunReport;
  readonly verdict: Verdict;
  /** The exit code of `framegate perf` for this verdict. */
  readonly exitCode: VerdictExitCode;
}

/**
 * Runs a game in headless Chromium and measures it, like `framegate perf`: loads, plans, scans, builds, runs, measures,
 * judges. Writes no report.
 *
 * An exceeded budget, nondeterminism and a game that fails its checks are in the verdict.
 *
 * @param path Folder, manifest or HTML file, or the address of a running server on this machine.
 * @throws FramegateError If the game could not be run to its end. Its `code` is stable, see errors.md.
 */
export async function runGame(path: string, options: GameOptions = {}): Promise<GameResult> {
  const signal = options.signal ?? new AbortController().signal;
  try {
    signal.throwIfAborted();
    return await loadAndRun(path, signal, options);
  } catch (thrown) {
    throw signal.aborted ? new FramegateError("interrupted", {}, { cause: thrown }) : thrown;
  }
}

/** Loads a game, and reports its warnings. */
export async function loadGame(path: string, signal: AbortSignal, options: LoadedOptions): Promise<Project> {
  const { tape = null, allowOrphan = false, root = null, context = "local", onEvent } = options;
  const cwd = resolve(options.cwd ?? ".");
  const project = await loadProject(path, { cwd, tape, allowOrphan, root, context, signal });
  for (const message of project.warnings) onEvent?.({ kind: "warning", message });
  return project;
}

async function loadAndRun(path: string, signal: AbortSignal, options: GameOptions): Promise<GameResult> {
  const { root = null, scan = true, onEvent = () => undefined } = options;
  const cwd = resolve(options.cwd ?? ".");
  const project = await loadGame(path, signal, options);
  const machine = openMachine(options, cwd);
  const planned = repeatable(planRuns(project, withWork(options)), options);
  const run = { target: path, plan: planned, cwd, root, signal };
  await using baseline = await openGiven(options.baseline, run, onEvent);
  const plan = isTimedBeside(planned, baseline, options) ? withoutTimedRuns(planned) : planned;
  // A build that can run is timed in lockstep, whatever the repeats are.
  if (baseline?.build.kind !== "plan") requireTimes(plan);
  onEvent({ kind: "planned", plan });
  const { file, pictures } = await runPerf(plan, {
    env: options.env ?? process.env,
    signal,
    target: path,
    baseline,
    machine,
    cwd,
    skipsScan: !scan,
    onScanned: async (result) => {
      onEvent({ kind: "scanned", result });
    },
    onEvent,
  });
  const { report, verdict } = file;
  const policy = { assertBudget: plan.assertBudget, inconclusive: options.inconclusive ?? runDefaults.inconclusive };
  return { report, verdict, exitCode: exitCodeFor(verdict, policy), ...pictures };
}

/** @throws FramegateError `usage`, and those of `loadMachine`. */
function openMachine({ calibrated, baseline }: GameOptions, cwd: string): MachineRecord | null {
  if (calibrated === undefined) return null;
  if (baseline !== undefined) {
    const problem = "--calibrated and --baseline exclude each other: builds are compared on one machine.";
    throw new FramegateError("usage", { problem, command: "framegate perf" });
  }
  return loadMachine(resolve(cwd, calibrated));
}

/** The plan with the flags of its comparison and its reference machine. */
function repeatable(plan: RunPlan, { baseline, calibrated }: GameOptions): RunPlan {
  const compared = baseline === undefined ? [] : repeatBaseline({ ...baselineDefaults, ...baseline });
  const converted = calibrated === undefined ? [] : ["--calibrated", calibrated];
  return { ...plan, options: [...plan.options, ...compared, ...converted] };
}

/** A comparison is most exact in executed code. */
function withWork(options: GameOptions): GameOptions {
  const isCompared = options.baseline !== undefined && (options.work ?? null) === null;
  return isCompared ? { ...options, work: framesOfReading } : options;
}

/** Lockstep times the run. A manifest's budget that is not asserted needs no repeats of its own. */
function isTimedBeside({ assertBudget }: RunPlan, baseline: Baseline | null, { repeat }: GameOptions): boolean {
  return baseline?.build.kind === "plan" && !assertBudget && repeat === undefined;
}

async function openGiven(
  given: GameOptions["baseline"],
  run: ComparedRun,
  onEvent: (event: GameEvent) => void,
): Promise<Baseline | null> {
  if (given === undefined) return null;
  onEvent({ kind: "preparing-baseline", step: "opening" });
  return await openBaseline({ ...baselineDefaults, ...given }, run);
}
