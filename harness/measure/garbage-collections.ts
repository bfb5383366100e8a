import type { GarbageCollection } from "../../src/formats/trace-event.ts";
import { isOn, type TraceThread } from "./physics-steps.ts";

interface FrameBounds {
  readonly start: { readonly tts: number };
  readonly end: { readonly tts: number };
}

/**
 * CPU time of the garbage collector in each frame, milliseconds. Collections between two frames are left out, as in the
 * time of the frames, and so are other threads: most of a collection runs beside the main thread.
 */
export function gcCpuMs(
  collections: readonly GarbageCollection[],
  host: TraceThread | null,
  frames: readonly FrameBounds[],
): readonly number[] {
  const onHost = collections
    .filter((collection) => isOn(collection, host))
    .toSorted((left, right) => left.tts - right.tts);
  let next = 0;
  return frames.map(({ start, end }) => {
    let sumUs = 0;
    for (let each = onHost[next]; each !== undefined && each.tts < end.tts; each = onHost[next]) {
      const endUs = each.tts + each.cpuUs;
      sumUs += Math.max(0, Math.min(endUs, end.tts) - Math.max(each.tts, start.tts));
      // The next frame has the rest.
      if (endUs > end.tts) break;
      next += 1;
    }
    return sumUs / 1000;
  });
}
