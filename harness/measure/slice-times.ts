import type { ThreadSlice } from "../../src/formats/trace-event.ts";
import { isOn, type TraceThread } from "./physics-steps.ts";

/** A stretch of thread time, such as a frame, between two moments in microseconds. */
export interface Stretch {
  readonly start: { readonly tts: number };
  readonly end: { readonly tts: number };
}

/**
 * CPU time of slices in each of several stretches on the host's thread, milliseconds. The stretches are in order, and
 * no slice is in another. What lies between two stretches is left out, and so are other threads.
 */
export function sliceCpuMs(
  slices: readonly ThreadSlice[],
  host: TraceThread | null,
  stretches: readonly Stretch[],
): readonly number[] {
  const onHost = slices.filter((slice) => isOn(slice, host)).toSorted((left, right) => left.tts - right.tts);
  let next = 0;
  return stretches.map(({ start, end }) => {
    let sumUs = 0;
    for (let each = onHost[next]; each !== undefined && each.tts < end.tts; each = onHost[next]) {
      const endUs = each.tts + each.cpuUs;
      sumUs += Math.max(0, Math.min(endUs, end.tts) - Math.max(each.tts, start.tts));
      // The next stretch has the rest.
      if (endUs > end.tts) break;
      next += 1;
    }
    return sumUs / 1000;
  });
}
