import type { WorstFrame } from "../../src/formats/report.ts";
import { recordByPhase, type PhaseName } from "../../src/formats/phases.ts";

/** How many frames a report shows. */
const worstFrameCount = 5;

/** Columns that line up by measured frame. Times are per-frame medians over the timed repeats, milliseconds. */
export interface PairedColumns {
  readonly cpuMs: readonly number[];
  readonly phaseCpuMs: Readonly<Record<PhaseName, readonly number[]>> | null;
  readonly drawCalls: readonly number[] | null;
  readonly triangles: readonly number[] | null;
}

/** The five frames with the highest CPU time, worst first; of equal ones the earlier first. */
export function findWorstFrames(columns: PairedColumns): readonly WorstFrame[] {
  return columns.cpuMs
    .map((cpuMs, frame) => ({ cpuMs, frame }))
    .sort((left, right) => right.cpuMs - left.cpuMs || left.frame - right.frame)
    .slice(0, worstFrameCount)
    .map(({ cpuMs, frame }) => ({
      frame,
      cpuMs,
      phaseCpuMs: phasesOf(columns.phaseCpuMs, frame),
      drawCalls: columns.drawCalls?.[frame] ?? null,
      triangles: columns.triangles?.[frame] ?? null,
    }));
}

function phasesOf(columns: PairedColumns["phaseCpuMs"], frame: number): WorstFrame["phaseCpuMs"] {
  if (columns === null) return null;
  // A frame that has a CPU time has all its phases: both come from the same marks. NaN could never pass for a time.
  return recordByPhase((phase) => columns[phase][frame] ?? Number.NaN);
}
