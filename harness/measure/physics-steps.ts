import { markNames } from "../../src/formats/page-port.ts";
import type { TraceEvent } from "../../src/formats/trace-event.ts";

/** A thread in a trace. */
export type TraceThread = Pick<TraceEvent, "pid" | "tid">;

interface FrameBounds {
  readonly start: { readonly ts: number };
  readonly end: { readonly ts: number };
}

/**
 * CPU time of physics engine steps in each frame, milliseconds; null if none was marked. Steps on other threads are
 * left out: they take no main thread time.
 */
export function physicsCpuMs(
  events: readonly TraceEvent[],
  host: TraceThread | null,
  frames: readonly FrameBounds[],
): readonly number[] | null {
  const steps = pairSteps(marksOf(events).filter((mark) => isOn(mark, host)));
  return sumSteps(
    steps,
    frames.map(({ start, end }) => ({ from: start.ts, to: end.ts })),
  );
}

/**
 * The same for all other threads of the page's process together. A worker handles messages between two frames, so a
 * step belongs to the frame that ends next.
 */
export function workerPhysicsCpuMs(
  events: readonly TraceEvent[],
  host: TraceThread | null,
  frames: readonly FrameBounds[],
): readonly number[] | null {
  const marks = marksOf(events).filter((mark) => mark.pid === host?.pid && !isOn(mark, host));
  const threads = [...new Set(marks.map(({ tid }) => tid))];
  const steps = threads
    .flatMap((thread) => pairSteps(marks.filter(({ tid }) => tid === thread)))
    .sort((left, right) => left.ts - right.ts);
  return sumSteps(
    steps,
    frames.map(({ end }, index) => ({ from: frames[index - 1]?.end.ts ?? Number.NEGATIVE_INFINITY, to: end.ts })),
  );
}

interface Step {
  readonly ts: number;
  readonly cpuUs: number;
}

/** A time span. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Whether an event is of a thread. */
export function isOn({ pid, tid }: TraceThread, thread: TraceThread | null): boolean {
  return pid === thread?.pid && tid === thread.tid;
}

function marksOf(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const { physicsStart, physicsEnd } = markNames;
  return events
    .filter(({ name }) => name === physicsStart || name === physicsEnd)
    .sort((left, right) => left.ts - right.ts);
}

/** Steps of one thread in order. A mark without its counterpart is ignored: a page may set marks of any name. */
function pairSteps(marks: readonly TraceEvent[]): readonly Step[] {
  const { physicsStart, physicsEnd } = markNames;
  return marks.flatMap((mark, index) => {
    const end = marks[index + 1];
    if (mark.name !== physicsStart || end?.name !== physicsEnd) return [];
    return mark.tts === undefined || end.tts === undefined ? [] : [{ ts: mark.ts, cpuUs: end.tts - mark.tts }];
  });
}

/** Milliseconds in each span; null if there are no steps. */
function sumSteps(steps: readonly Step[], spans: readonly Span[]): readonly number[] | null {
  if (steps.length === 0) return null;
  let next = 0;
  return spans.map(({ from, to }) => {
    let sumUs = 0;
    for (let step = steps[next]; step !== undefined && step.ts <= to; step = steps[next]) {
      if (step.ts >= from) sumUs += step.cpuUs;
      next += 1;
    }
    return sumUs / 1000;
  });
}
