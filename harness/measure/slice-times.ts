import type { ThreadSlice } from "../../src/formats/trace-event.ts";

/** A stretch of thread time, such as a frame, between two moments in microseconds. */
export interface Stretch {
  readonly start: { readonly tts: number };
  readonly end: { readonly tts: number };
}

/**
 * CPU time of a thread's slices in each of several stretches, milliseconds. Slices and stretches are ascending in time,
 * and no slice is in another. What lies between two stretches is left out.
 */
export function sliceCpuMs(slices: readonly ThreadSlice[], stretches: readonly Stretch[]): readonly number[] {
  let next = 0;
  return stretches.map(({ start, end }) => {
    let sumUs = 0;
    for (let each = slices[next]; each !== undefined && each.tts < end.tts; each = slices[next]) {
      const endUs = each.tts + each.cpuUs;
      sumUs += Math.max(0, Math.min(endUs, end.tts) - Math.max(each.tts, start.tts));
      // The next stretch has the rest.
      if (endUs > end.tts) break;
      next += 1;
    }
    return sumUs / 1000;
  });
}

/** CPU time of each stretch without the browser's own frames, milliseconds. */
export function ownCpuMs(pictures: readonly ThreadSlice[], stretches: readonly Stretch[]): readonly number[] {
  const inPictures = sliceCpuMs(pictures, stretches);
  return stretches.map(({ start, end }, index) => (end.tts - start.tts) / 1000 - (inPictures[index] ?? 0));
}
