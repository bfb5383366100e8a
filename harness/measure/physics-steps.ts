import { markNames } from "../../src/formats/page-port.ts";
import type { TraceEvent } from "../../src/formats/trace-event.ts";

/** A thread in a trace. */
export type TraceThread = Pick<TraceEvent, "pid" | "tid">;

interface FrameBounds {
  readonly start: { readonly ts: number };
  readonly end: { readonly ts: number };
}

/**
 * CPU time of the steps of physics engines in each frame, milliseconds; null if none was marked. Steps on other threads are
 * left out: they take no time of the main thread.
 */
export function physicsCpuMs(
  events: readonly TraceEvent[],
  host: TraceThread | null,
  frames: readonly FrameBounds[],
): readonly number[] | null {
  const steps = pairSteps(events, host);
  if (steps.length === 0) return null;
  let next = 0;
  return frames.map(({ start, end }) => {
    let sumUs = 0;
    for (let step = steps[next]; step !== undefined && step.ts <= end.ts; step = steps[next]) {
      if (step.ts >= start.ts) sumUs += step.cpuUs;
      next += 1;
    }
    return sumUs / 1000;
  });
}

interface Step {
  readonly ts: number;
  readonly cpuUs: number;
}

/** The steps in their order. A mark without its counterpart is none: a page may set marks of any name. */
function pairSteps(events: readonly TraceEvent[], host: TraceThread | null): readonly Step[] {
  const { physicsStart, physicsEnd } = markNames;
  const marks = events
    .filter(({ name, pid, tid }) => {
      return (name === physicsStart || name === physicsEnd) && pid === host?.pid && tid === host.tid;
    })
    .sort((left, right) => left.ts - right.ts);
  return marks.flatMap((mark, index) => {
    const end = marks[index + 1];
    if (mark.name !== physicsStart || end?.name !== physicsEnd) return [];
    return mark.tts === undefined || end.tts === undefined ? [] : [{ ts: mark.ts, cpuUs: end.tts - mark.tts }];
  });
}
