import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type MachineRecord, machineVersion, workloadVersion } from "../src/formats/machine.ts";
import type { ReportEnvironment } from "../src/formats/report.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { measureWorkload } from "./browser/calibration-workload.ts";
import { FramegateError, reasonOf } from "./errors.ts";
import { machineClassOf } from "./measure/machine-class.ts";
import { recordMachine } from "./measure/record-machine.ts";

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

/**
 * CPU milliseconds of the calibration workload in a browser.
 *
 * @throws FramegateError `calibration-failed`, `interrupted`.
 */
export async function timeWorkload(browser: LaunchedBrowser, signal: AbortSignal): Promise<number> {
  try {
    return await measureWorkload(browser);
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
