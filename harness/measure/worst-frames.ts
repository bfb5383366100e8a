import type { WorstFrame } from "../../src/formats/report.ts";
import { recordByPhase, type PhaseName } from "../../src/formats/phases.ts";

/** Number of worst frames in a report. */
const worstFrameCount = 5;

/** Columns that line up by measured frame. Times are medians over the timed repeats, in milliseconds. */
export interface PairedColumns {
  readonly cpuMs: readonly number[];
  readonly gcCpuMs: readonly number[];
  readonly phaseCpuMs: Readonly<Record<PhaseName, readonly number[]>> | null;
  readonly drawCalls: readonly number[] | null;
  readonly triangles: readonly number[] | null;
}

/** The five frames with the highest CPU time, worst first. Ties go to the earlier frame. */
export function findWorstFrames(columns: PairedColumns): readonly WorstFrame[] {
  return columns.cpuMs
    .map((cpuMs, frame) => ({ cpuMs, frame }))
    .sort((left, right) => right.cpuMs - left.cpuMs || left.frame - right.frame)
    .slice(0, worstFrameCount)
    .map(({ cpuMs, frame }) => ({
      frame,
      cpuMs,
      gcCpuMs: columns.gcCpuMs[frame] ?? Number.NaN,
      phaseCpuMs: phasesOf(columns.phaseCpuMs, frame),
      drawCalls: columns.drawCalls?.[frame] ?? null,
      triangles: columns.triangles?.[frame] ?? null,
    }));
}

function phasesOf(columns: PairedColumns["phaseCpuMs"], frame: number): WorstFrame["phaseCpuMs"] {
  if (columns === null) return null;
  // A frame with a CPU time has all its phases, because both come from the same marks.
  return recordByPhase((phase) => columns[phase][frame] ?? Number.NaN);
}
