import { median } from "simple-statistics";
import type { TimeColumns } from "../../src/formats/frame-sample.ts";
import { markNames } from "../../src/formats/page-port.ts";
import { phaseNames, recordByPhase } from "../../src/formats/phases.ts";
import type { EmptyFrame, FrameMoment, FrameSpan, ProfiledRun } from "../../src/formats/stack-samples.ts";
import type { FrameTrace, ThreadSlice, TraceEvent } from "../../src/formats/trace-event.ts";
import { FramegateError } from "../errors.ts";
import { ownCpuMs, sliceCpuMs, type Stretch } from "./slice-times.ts";
import { isOn, physicsCpuMs, type TraceThread, workerPhysicsCpuMs } from "./physics-steps.ts";

/** Frames that a trace must contain. */
export interface TracedFrames {
  /** Number of frames, warm-up included. */
  readonly count: number;
  /**
   * Whether the page marks the end of each phase. The caller must say so: lost marks would look like a page without
   * phases.
   */
  readonly hasPhases: boolean;
}

/**
 * Reads the times of all frames, in milliseconds, from a page's trace. The chunks of a trace may come in any order.
 *
 * The browser renders whenever it likes, at 60 Hz or slower: in one frame, in the next, or between them. So the CPU time
 * of its pictures is no part of a frame, but for the layout in them. Nor is that of Framegate, which the empty frames at
 * the end of the trace tell.
 *
 * @throws FramegateError `trace-incomplete` with the step number of the first frame that lacks a mark, has one too
 * many, or has no thread time.
 */
export function parseTrace({ marks, collections, renderings }: FrameTrace, frames: TracedFrames): TimeColumns {
  const host = hostThread(marks);
  const { spans, empty } = readSpans(hostMarks(marks, host), frames);
  const pictures = slicesOn(host, renderings);
  const emptyFrame = emptyFrameOf(pictures, empty);
  const phaseMs = phasesOf(pictures, spans);
  return {
    cpuMs: without(emptyFrame.cpuMs, ownCpuMs(pictures, spans)),
    wallMs: spans.map((span) => milliseconds(span.end.ts - span.start.ts)),
    gcCpuMs: sliceCpuMs(slicesOn(host, collections), spans),
    phaseCpuMs: frames.hasPhases
      ? recordByPhase((phase) => {
          const index = phaseNames.indexOf(phase);
          return without(emptyFrame.phaseMs[index] ?? 0, phaseMs[index] ?? []);
        })
      : null,
    emptyFrameMs: emptyFrame.cpuMs,
    physicsCpuMs: physicsCpuMs(marks, host, spans),
    workerPhysicsCpuMs: workerPhysicsCpuMs(marks, host, spans),
  };
}

/**
 * The frames by a trace's marks, each with its bounds in microseconds of real and of thread time, and the browser's own
 * frames on their thread. Throws like `parseTrace`.
 */
export function frameSpansOf(
  { marks, renderings }: FrameTrace,
  frames: TracedFrames,
): Pick<ProfiledRun, "spans" | "pictures" | "emptyFrame"> {
  const host = hostThread(marks);
  const { spans, empty } = readSpans(hostMarks(marks, host), frames);
  const pictures = slicesOn(host, renderings);
  return { spans, pictures, emptyFrame: emptyFrameOf(pictures, empty) };
}

/** The medians over frames in which only Framegate runs; zeros without any. */
function emptyFrameOf(pictures: readonly ThreadSlice[], spans: readonly FrameSpan[]): EmptyFrame {
  const medianOf = (column: readonly number[]): number => (column.length === 0 ? 0 : median([...column]));
  return { cpuMs: medianOf(ownCpuMs(pictures, spans)), phaseMs: phasesOf(pictures, spans).map(medianOf) };
}

/** CPU times of the frames' phases, in milliseconds. */
export function phasesOf(
  pictures: readonly ThreadSlice[],
  spans: readonly FrameSpan[],
): readonly (readonly number[])[] {
  return (spans[0]?.phaseEnds ?? []).map((_, phase) => {
    const stretches = spans.map((span) => stretchOfPhase(span, phase));
    return ownCpuMs(pictures, stretches);
  });
}

/** Times without what Framegate takes of each. */
export function without(emptyMs: number, column: readonly number[]): readonly number[] {
  return column.map((ms) => Math.max(0, ms - emptyMs));
}

function slicesOn(host: TraceThread | null, slices: readonly ThreadSlice[]): readonly ThreadSlice[] {
  return slices.filter((slice) => isOn(slice, host)).toSorted((left, right) => left.tts - right.tts);
}

/** One of our marks, with its thread time if it has one. */
interface Mark {
  readonly name: string;
  readonly ts: number;
  readonly tts: number | undefined;
}

/** The thread that starts the frames; null if there is none. */
function hostThread(events: readonly TraceEvent[]): TraceThread | null {
  const starts = events.filter(({ name }) => stepOf(name) !== null);
  return starts.reduce<TraceEvent | null>(
    (first, event) => (first === null || event.ts < first.ts ? event : first),
    null,
  );
}

function hostMarks(events: readonly TraceEvent[], host: TraceThread | null): readonly Mark[] {
  const { phaseEnd, frameEnd } = markNames;
  const marks = events
    .filter(({ name }) => stepOf(name) !== null || name === phaseEnd || name === frameEnd)
    // The sort is stable, so marks of the same microsecond stay in order; events of a thread arrive in order.
    .sort((left, right) => left.ts - right.ts);
  return marks.filter((mark) => isOn(mark, host)).map(({ name, ts, tts }) => ({ name, ts, tts }));
}

/** The step that a mark starts; null for any other mark, such as a page's own `fg:menu`. */
function stepOf(name: string): number | null {
  if (!name.startsWith(markNames.frameStartPrefix)) return null;
  const digits = name.slice(markNames.frameStartPrefix.length);
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** All frames from step 0 on, each with all its marks, and the empty ones after them. */
function readSpans(
  marks: readonly Mark[],
  { count, hasPhases }: TracedFrames,
): { readonly spans: readonly FrameSpan[]; readonly empty: readonly FrameSpan[] } {
  const groups = groupByFrame(marks);
  const read = (_: unknown, step: number): FrameSpan => readSpan(groups[step] ?? [], step, hasPhases);
  const all = Array.from({ length: Math.max(count, groups.length) }, read);
  return { spans: all.slice(0, count), empty: all.slice(count) };
}

/** Marks of each frame, from its start to the next start. */
function groupByFrame(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const groups: Mark[][] = [];
  for (const mark of marks) {
    const current = groups.at(-1);
    if (stepOf(mark.name) !== null) groups.push([mark]);
    else if (current === undefined) throw incomplete(0, `${mark.name} comes before the first frame`);
    else current.push(mark);
  }
  return groups;
}

function readSpan(group: readonly Mark[], step: number, hasPhases: boolean): FrameSpan {
  const [start, ...rest] = group;
  const end = rest.at(-1);
  const phaseEnds = rest.slice(0, -1);
  const phaseCount = hasPhases ? phaseNames.length : 0;
  if (start === undefined || stepOf(start.name) !== step) {
    const wanted = `${markNames.frameStartPrefix}${String(step)}`;
    throw incomplete(step, `found ${start?.name ?? "no mark"} in the place of ${wanted}`);
  }
  if (end?.name !== markNames.frameEnd) throw incomplete(step, "the mark of its end is missing or not the last");
  if (phaseEnds.length !== phaseCount || phaseEnds.some(({ name }) => name !== markNames.phaseEnd)) {
    const found = `${String(phaseEnds.length)} marks between its start and its end`;
    throw incomplete(step, `${found} instead of ${String(phaseCount)}`);
  }
  return {
    start: withThreadTime(start, step),
    phaseEnds: phaseEnds.map((mark) => withThreadTime(mark, step)),
    end: withThreadTime(end, step),
  };
}

function withThreadTime({ name, ts, tts }: Mark, step: number): FrameMoment {
  if (tts === undefined) throw incomplete(step, `${name} carries no thread time`);
  return { ts, tts };
}

function stretchOfPhase({ start, phaseEnds }: FrameSpan, index: number): Stretch {
  const end = phaseEnds[index];
  if (end === undefined) throw new RangeError(`A frame has no phase ${String(index)}.`);
  return { start: phaseEnds[index - 1] ?? start, end };
}

function milliseconds(microseconds: number): number {
  return microseconds / 1000;
}

function incomplete(step: number, reason: string): FramegateError {
  return new FramegateError("trace-incomplete", { frame: step, reason });
}
