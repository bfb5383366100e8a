import { phaseNames } from "../../src/formats/phases.ts";
import type { FrameSpan, ProfiledRun, StackSamples } from "../../src/formats/stack-samples.ts";
import { callFrameOf, type FrameRange, idOf, samplesWithin, timeDeltasOf } from "./chrome-profile.ts";

/** An event of Chromium's trace format: docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. */
interface ChromeEvent {
  readonly name: string;
  readonly cat: string;
  /** `X`: event with a duration. `M`: name of a process or thread. `P`: sample. `I`: instant. */
  readonly ph: "X" | "M" | "P" | "I" | "b" | "e";
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, like all times here. */
  readonly ts: number;
  /** Duration of an `X` event. */
  readonly dur?: number;
  readonly id?: string;
  readonly s?: "t";
  readonly args: object;
}

const thread = { pid: 1, tid: 1 } as const;
const profileId = "0x1";
const marks = "blink.user_timing";
const profiler = "disabled-by-default-v8.cpu_profiler";

/** A run's stacks as a trace with its frames and phases as timings, for DevTools and Perfetto. */
export function renderChromeTrace(run: ProfiledRun, range: FrameRange): string {
  const shown = run.spans.slice(range.first, range.last + 1);
  const { startUs, samples, timesUs } = samplesWithin(run, range);
  const traceEvents: readonly ChromeEvent[] = [
    ...describeThread(startUs),
    ...shown.flatMap((span, index) => timingsOf(span, range.first + index)),
    ...profileEvents(run.stacks, { startUs, samples, timesUs }),
  ];
  return `${JSON.stringify({ traceEvents, displayTimeUnit: "ms" })}\n`;
}

/** Metadata by which DevTools recognises a page's main thread. */
function describeThread(ts: number): readonly ChromeEvent[] {
  const metadata = { ...thread, cat: "__metadata", ph: "M", ts: 0 } as const;
  const frame = {
    frame: "0x1",
    url: "http://game.framegate.localhost/",
    name: "",
    processId: thread.pid,
    isOutermostMainFrame: true,
  };
  return [
    { ...metadata, name: "process_name", args: { name: "Renderer" } },
    { ...metadata, name: "thread_name", args: { name: "CrRendererMain" } },
    {
      ...{ ...thread, ts, name: "TracingStartedInBrowser", cat: "disabled-by-default-devtools.timeline" },
      ...{ ph: "I", s: "t", args: { data: { frameTreeNodeId: 1, persistentIds: true, frames: [frame] } } },
    },
  ];
}

/** A frame as a task, without which DevTools shows no stacks, and as a timing with its phases. */
function timingsOf({ start, phaseEnds, end }: FrameSpan, frame: number): readonly ChromeEvent[] {
  const cpuMs = (end.tts - start.tts) / 1000;
  const phases = phaseEnds.flatMap((phaseEnd, index) =>
    timing({
      ...{ name: phaseNames[index] ?? "phase", id: `${String(frame)}.${String(index)}` },
      ...{ from: (phaseEnds[index - 1] ?? start).ts, to: phaseEnd.ts, args: {} },
    }),
  );
  return [
    {
      ...{ ...thread, name: "RunTask", cat: "disabled-by-default-devtools.timeline", ph: "X", ts: start.ts },
      ...{ dur: end.ts - start.ts, args: {} },
    },
    ...timing({
      ...{ name: `frame ${String(frame)}`, id: String(frame), from: start.ts, to: end.ts },
      args: { frame, cpuMs },
    }),
    ...phases,
  ];
}

interface Timing {
  readonly name: string;
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly args: object;
}

function timing({ name, id, from, to, args }: Timing): readonly ChromeEvent[] {
  const event = { ...thread, name, id, cat: marks, args } as const;
  return [
    { ...event, ph: "b", ts: from },
    { ...event, ph: "e", ts: to },
  ];
}

interface TracedSamples {
  readonly startUs: number;
  readonly samples: readonly number[];
  readonly timesUs: readonly number[];
}

function profileEvents(
  { nodes, functions }: StackSamples,
  { startUs, samples, timesUs }: TracedSamples,
): readonly ChromeEvent[] {
  const tree = nodes.flatMap((node, index) => {
    const each = functions[node.function];
    if (each === undefined) return [];
    const parent = node.parent === null ? {} : { parent: idOf(node.parent) };
    return [{ id: idOf(index), ...parent, callFrame: callFrameOf(each) }];
  });
  const event = { ...thread, cat: profiler, ph: "P", id: profileId, ts: startUs } as const;
  const cpuProfile = { nodes: tree, samples: samples.map(idOf) };
  return [
    { ...event, name: "Profile", args: { data: { startTime: startUs } } },
    { ...event, name: "ProfileChunk", args: { data: { cpuProfile, timeDeltas: timeDeltasOf(timesUs, startUs) } } },
  ];
}
