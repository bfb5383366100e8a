import type { CountColumns, RunSamples, TimeColumns } from "../../src/formats/frame-sample.ts";
import { recordByPhase } from "../../src/formats/phases.ts";

/** Removes the warm-up frames from all columns of a run. Nothing else removes them. */
export function leaveOutWarmup(samples: RunSamples, warmup: number): RunSamples {
  return {
    ...samples,
    counts: withoutFrames(samples.counts, warmup),
    times: samples.times === null ? null : timesWithoutFrames(samples.times, warmup),
  };
}

function withoutFrames(columns: CountColumns, count: number): CountColumns {
  const { drawCalls, triangles, canvasOperations, domChanges, stateHash } = columns;
  return {
    drawCalls: drawCalls?.slice(count) ?? null,
    triangles: triangles?.slice(count) ?? null,
    canvasOperations: canvasOperations?.slice(count) ?? null,
    domChanges: domChanges?.slice(count) ?? null,
    stateHash: stateHash?.slice(count) ?? null,
  };
}

function timesWithoutFrames({ cpuMs, wallMs, phaseCpuMs }: TimeColumns, count: number): TimeColumns {
  return {
    cpuMs: cpuMs.slice(count),
    wallMs: wallMs.slice(count),
    phaseCpuMs: phaseCpuMs === null ? null : recordByPhase((phase) => phaseCpuMs[phase].slice(count)),
  };
}
