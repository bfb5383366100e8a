import { mean, sampleStandardDeviation } from "simple-statistics";
import type { TimeColumns } from "../../src/formats/frame-sample.ts";
import { recordByPhase } from "../../src/formats/phases.ts";
import type { Calibration } from "../../src/formats/report.ts";
import { studentT } from "./student-t.ts";

/** The machine whose times are asked for. */
export type Reference = Omit<Calibration, "factor" | "low" | "high" | "isTrusted">;

/** Beyond this factor, a workload says too little about a game: caches and memory scale differently than processors. */
const factorMax = 2;

/** A smaller spread than between any two gates that were measured would promise too much. */
const spreadMin = 0.01;

/** Four decimals, as in reports and files. */
export function roundShare(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

/** A timed run, and the CPU milliseconds of the workload in its browser. */
export interface CalibratedRun {
  readonly times: TimeColumns | null;
  readonly workloadMs: number | null;
}

/**
 * How many times as long as the reference this machine takes: the mean over the timed runs, with its 95 % interval by
 * Student's t. Without an interval, as from one run, the factor is not trusted.
 */
export function calibrationOf(reference: Reference, runs: readonly CalibratedRun[]): Calibration {
  const factors = runs.flatMap(({ workloadMs }) => (workloadMs === null ? [] : [workloadMs / reference.workloadMs]));
  if (factors.length === 0) return { ...reference, factor: null, low: null, high: null, isTrusted: false };
  const factor = mean(factors);
  const degrees = factors.length - 1;
  const half =
    degrees === 0 ? null : (studentT(degrees, 0.05) * sampleStandardDeviation(factors)) / Math.sqrt(factors.length);
  const isTrusted = half !== null && factor <= factorMax && factor >= 1 / factorMax;
  return {
    ...reference,
    factor: roundShare(factor),
    low: half === null ? null : roundShare(Math.max(0, factor - half)),
    high: half === null ? null : roundShare(factor + half),
    isTrusted,
  };
}

/**
 * The CPU times of a run as of the reference machine, each run by the workload in its own browser: that removes what
 * was slow in that minute, too. Wall times stay as measured. Null for a run without the workload.
 */
export function convertTimes(
  { times, workloadMs }: CalibratedRun,
  { workloadMs: ofReference }: Reference,
): TimeColumns | null {
  if (times === null || workloadMs === null) return null;
  const share = ofReference / workloadMs;
  const convert = (column: readonly number[]): readonly number[] => column.map((ms) => ms * share);
  const { phaseCpuMs, physicsCpuMs, workerPhysicsCpuMs } = times;
  return {
    ...times,
    cpuMs: convert(times.cpuMs),
    gcCpuMs: convert(times.gcCpuMs),
    emptyFrameMs: times.emptyFrameMs * share,
    phaseCpuMs: phaseCpuMs === null ? null : recordByPhase((phase) => convert(phaseCpuMs[phase])),
    physicsCpuMs: physicsCpuMs === null ? null : convert(physicsCpuMs),
    workerPhysicsCpuMs: workerPhysicsCpuMs === null ? null : convert(workerPhysicsCpuMs),
  };
}

/**
 * Standard deviation between two gates, as a share of the value. A steady machine varies by less than is `assumed` of
 * any. What an unsteady one varies by in excess of that, the conversion takes away: gates of 15 repeats varied by 5.6 %
 * as measured, and by 3.6 % converted, where the workload varied by 4.3 %.
 */
export function spreadOfGates({ spread, isSameMachine }: Reference, assumed: number): number {
  return isSameMachine ? Math.min(Math.max(spread, spreadMin), assumed) : Math.max(spread, assumed);
}
