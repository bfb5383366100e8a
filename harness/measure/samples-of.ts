import type { RunSamples, TimeColumns } from "../../src/formats/frame-sample.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { TraceEvent } from "../../src/formats/trace-event.ts";
import { recordByPhase } from "../../src/formats/phases.ts";
import { leaveOutWarmup } from "./leave-out-warmup.ts";
import { parseTrace } from "./parse-trace.ts";

/** A run as it was captured: every column has all frames, and times are still marks of a trace; null in an untimed pass. */
export interface CapturedSamples {
  readonly samples: RunSamples;
  readonly trace: readonly TraceEvent[] | null;
}

/**
 * The samples of the measured frames, with their times. Times are rounded here, before anything is computed from them, so that
 * a stored report, which has them rounded, gives the same figures when it is judged again.
 */
export function samplesOf({ target, warmup, frames }: RunPlan, { samples, trace }: CapturedSamples): RunSamples {
  const hasPhases = target.kind === "manifest";
  const times = trace === null ? null : roundTimes(parseTrace(trace, { count: warmup + frames, hasPhases }));
  return leaveOutWarmup({ ...samples, times }, warmup);
}

function roundTimes({ cpuMs, wallMs, phaseCpuMs, physicsCpuMs }: TimeColumns): TimeColumns {
  return {
    cpuMs: roundColumn(cpuMs),
    wallMs: roundColumn(wallMs),
    phaseCpuMs: phaseCpuMs === null ? null : recordByPhase((phase) => roundColumn(phaseCpuMs[phase])),
    physicsCpuMs: physicsCpuMs === null ? null : roundColumn(physicsCpuMs),
  };
}

/** To a tenth of a microsecond, which is finer than any clock of a browser. */
function roundColumn(column: readonly number[]): readonly number[] {
  return column.map((valueMs) => Math.round(valueMs * 1e4) / 1e4);
}
