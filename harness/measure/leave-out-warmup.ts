import { recordByCount } from "../../src/formats/frame-counts.ts";
import type { CountColumns, RunSamples, TimeColumns } from "../../src/formats/frame-sample.ts";
import { recordByPhase } from "../../src/formats/phases.ts";

/** Removes the warm-up frames from all columns of a run. Nothing else removes them. */
export function leaveOutWarmup(samples: RunSamples, warmup: number): RunSamples {
  return {
    ...samples,
    counts: withoutFrames(samples.counts, warmup),
    before: recordByCount((name) => addWarmup(samples.before[name], samples.counts[name]?.slice(0, warmup) ?? [])),
    times: samples.times === null ? null : timesWithoutFrames(samples.times, warmup),
  };
}

function addWarmup(before: number | null, warmup: readonly number[]): number | null {
  return before === null ? null : warmup.reduce((total, count) => total + count, before);
}

function withoutFrames(columns: CountColumns, count: number): CountColumns {
  const without = <Value>(column: readonly Value[] | null): readonly Value[] | null => column?.slice(count) ?? null;
  return {
    ...recordByCount((name) => without(columns[name])),
    stateHash: without(columns.stateHash),
  };
}

function timesWithoutFrames(times: TimeColumns, count: number): TimeColumns {
  const { cpuMs, wallMs, gcCpuMs, phaseCpuMs, physicsCpuMs, workerPhysicsCpuMs } = times;
  return {
    ...times,
    cpuMs: cpuMs.slice(count),
    wallMs: wallMs.slice(count),
    gcCpuMs: gcCpuMs.slice(count),
    phaseCpuMs: phaseCpuMs === null ? null : recordByPhase((phase) => phaseCpuMs[phase].slice(count)),
    physicsCpuMs: physicsCpuMs?.slice(count) ?? null,
    workerPhysicsCpuMs: workerPhysicsCpuMs?.slice(count) ?? null,
  };
}
