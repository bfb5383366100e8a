import type { TimeColumns } from "../../src/formats/frame-sample.ts";
import { recordByPhase } from "../../src/formats/phases.ts";
import { median } from "./quantile.ts";

/**
 * The median of each frame over all repeats. A frame does the same work in every repeat, so the differences come from
 * the machine: on thread time the p95 of these medians varied by 1.5 to 1.9 %, that of a single run by 4.1 to 6.2 %.
 * The minimum would hide the garbage collector and fall with the number of repeats.
 *
 * Frames that a repeat lacks, because its game stopped early, are left out.
 */
export function pairFrames(repeats: readonly (readonly number[])[]): readonly number[] {
  const frames = Array.from({ length: commonLength(repeats) });
  return frames.map((_, frame) => median(repeats.map((column) => column[frame] ?? 0)));
}

/** The same for each phase. Null without phases. */
export function pairPhases(repeats: readonly (TimeColumns | null)[]): TimeColumns["phaseCpuMs"] {
  const columns = repeats.flatMap((times) => times?.phaseCpuMs ?? []);
  return columns.length === 0 ? null : recordByPhase((phase) => pairFrames(columns.map((each) => each[phase])));
}

function commonLength(columns: readonly (readonly number[])[]): number {
  return columns.length === 0 ? 0 : Math.min(...columns.map((column) => column.length));
}
