import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { Bench } from "tinybench";
import { type MachineRecord, machineVersion, workloadVersion } from "../src/formats/machine.ts";
import type { ReportEnvironment } from "../src/formats/report.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { openWorkload } from "./browser/calibration-workload.ts";
import type { Pace } from "./capture/lockstep.ts";
import { createTraceRecorder } from "./capture/trace-recorder.ts";
import { FramegateError, reasonOf } from "./errors.ts";
import { machineClassOf } from "./measure/machine-class.ts";
import { median } from "./measure/quantile.ts";
import { recordMachine } from "./measure/record-machine.ts";
import { roundMs } from "./measure/round-figures.ts";

/** How `framegate calibrate` measures. */
export interface CalibrateOptions {
  /** The machine's name in reports. */
  readonly name: string;
  /** Browsers, at least 2. */
  readonly rounds: number;
  /** Real milliseconds over which they are spread. */
  readonly durationMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called after each browser with its one-based number and the CPU milliseconds of the workload in it. */
  readonly onRound: (round: number, workloadMs: number) => void;
}

/**
 * Measures this machine: the calibration workload in several fresh browsers, spread over some time.
 *
 * @throws FramegateError `browser-launch-failed`, `calibration-failed`, `interrupted` and those of `findBrowser`.
 */
export async function runCalibrate(options: CalibrateOptions): Promise<MachineRecord> {
  const { name, rounds, durationMs, env, signal, onRound } = options;
  const found = await findBrowser(env, { signal });
  const startedMs = performance.now();
  const measured: number[] = [];
  let browserVersion = "";
  for (let round = 0; round < rounds; round += 1) {
    const dueMs = startedMs + (durationMs * round) / Math.max(1, rounds - 1);
    // An abort ends the wait, and is reported by the next launch.
    await wait(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => undefined);
    await using browser = await launchBrowser({ browser: found, env, signal });
    browserVersion = browser.version;
    const workloadMs = await timeWorkload(browser, signal);
    measured.push(workloadMs);
    onRound(round + 1, workloadMs);
  }
  const machine = describeMachine(browserVersion);
  return { version: machineVersion, name, machine, workload: workloadVersion, ...recordMachine(measured) };
}

/** Slices of the workload in one browser, and the pause before each: as many and as far apart as beside a short run. */
const slices = 36;
const pauseMs = 40;
const traceLimitMs = 10_000;

/**
 * CPU milliseconds of a slice of the calibration workload in a browser on its own: the median of several. The browser
 * records the trace of a timed run meanwhile, which makes each slice 8 % longer.
 *
 * @throws FramegateError `calibration-failed`, `interrupted`.
 */
async function timeWorkload(browser: LaunchedBrowser, signal: AbortSignal): Promise<number> {
  return await orCalibrationFailed(signal, async () => {
    await using workload = await openWorkload(browser);
    await createTraceRecorder(workload.session, traceLimitMs).start();
    const bench = new Bench({ time: 0, iterations: slices, warmup: false, throws: true });
    bench.add("workload", async () => {
      await wait(pauseMs);
      return { overriddenDuration: await workload.timeSlice() };
    });
    const [task] = await bench.run();
    const result = task?.result;
    if (result === undefined || !("latency" in result)) throw new Error("tinybench gave no result for the workload");
    return roundMs(result.latency.p50);
  });
}

/** Frames between two slices of the workload in a run. */
const framesPerSlice = 20;
/** By how many frames they are later in each repeat, so that it takes 20 repeats until one is where it was before. */
const laterPerRepeat = 7;

/** A repeat that is captured beside the workload. */
export interface RepeatBesideWorkload<T> {
  readonly browser: LaunchedBrowser;
  readonly signal: AbortSignal;
  /** Zero-based. */
  readonly repeat: number;
  /** Captures the run at a pace. */
  capture(pace: Pace): Promise<T>;
}

/**
 * Runs slices of the calibration workload between the frames of a run, in a page beside it. So both are slow together:
 * in runs of two games their times went up and down with each other by a correlation of 0.6 to 0.8. The workload
 * before a run said nothing about it (0.0 to 0.3), and made times vary more.
 *
 * The frame after a slice finds cold caches, and takes 0.1 to 0.9 ms longer. It is another one in each repeat, so the
 * median over the repeats leaves it out.
 *
 * @returns The outcome with the CPU milliseconds of a slice, the median over the run.
 * @throws FramegateError `calibration-failed`, `interrupted` and those of `capture`.
 */
export async function captureBesideWorkload<T>({
  browser,
  signal,
  repeat,
  capture,
}: RepeatBesideWorkload<T>): Promise<{ readonly outcome: T; readonly workloadMs: number }> {
  await using workload = await orCalibrationFailed(signal, async () => await openWorkload(browser));
  const times: number[] = [];
  const placeOf = (step: number): number => (step + laterPerRepeat * repeat) % framesPerSlice;
  const outcome = await capture({
    frames: (step) => framesPerSlice - placeOf(step),
    turn: async (step) => {
      if (placeOf(step) > 0 && step > 0) return;
      times.push(await orCalibrationFailed(signal, async () => await workload.timeSlice()));
    },
    done: () => undefined,
  });
  return { outcome, workloadMs: roundMs(median(times)) };
}

async function orCalibrationFailed<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (signal.aborted) throw new FramegateError("interrupted", {}, { cause: thrown });
    throw new FramegateError("calibration-failed", { reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** The class of this machine with a browser. */
export function describeMachine(browserVersion: string): string {
  return machineClassOf({ ...readMachine(), browserVersion });
}

/** Processors and system of this machine, for reports. */
export function readMachine(): Pick<ReportEnvironment, "cpuModel" | "cpuCount" | "platform" | "arch"> {
  const [processor] = cpus();
  return {
    ...{ platform: process.platform, arch: process.arch },
    ...{ cpuModel: processor?.model ?? "unknown", cpuCount: cpus().length },
  };
}
