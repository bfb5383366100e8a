import { mean, sum } from "simple-statistics";
import type { CpuProfile, FrameFunctions } from "../../src/formats/cpu-profile.ts";
import type { TimeColumns } from "../../src/formats/frame-sample.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { ProfiledRun } from "../../src/formats/stack-samples.ts";
import type { ThreadSlice } from "../../src/formats/trace-event.ts";
import { pairFrames, pairPhases } from "./pair-frames.ts";
import { roundMs } from "./round-figures.ts";
import { phasesOf, without } from "./parse-trace.ts";
import { ownCpuMs } from "./slice-times.ts";
import { largestOf, type Line, StackTable } from "./stack-table.ts";

const functionsOfFrame = 6;

/** The CPU times of frames, in milliseconds. */
export interface FrameTimes {
  readonly cpuMs: readonly number[];
  /** Of each phase in its order, by frame. Empty for frames without phases. */
  readonly phaseMs: readonly (readonly number[])[];
}

/** The times of frames over runs that were not sampled. */
export function pairTimes(runs: readonly TimeColumns[]): FrameTimes {
  return {
    cpuMs: pairFrames(runs.map((times) => times.cpuMs)),
    phaseMs: Object.values(pairPhases(runs) ?? {}),
  };
}

/** The times of frames as reported, without sampling. Null if no run was timed. */
export function reportedTimes({ perFrame, runs }: Pick<RunReport, "perFrame" | "runs">): FrameTimes | null {
  const { cpuMs } = perFrame;
  if (cpuMs.length === 0) return null;
  const timed = pairTimes(runs.flatMap(({ times }) => times ?? []));
  // Those of runs are as measured, and reported ones may be of a reference machine.
  const factor = sum([...cpuMs]) / sum([...timed.cpuMs]);
  return { cpuMs, phaseMs: timed.phaseMs.map((column) => column.map((ms) => ms * factor)) };
}

/**
 * The functions that took the time of the measured frames, over all runs: a frame does the same work in each, so more
 * runs mean more samples per frame. Null without a sample.
 *
 * @param timed The times of frames as reported, which are divided among their samples: sampling slows a page down. Null
 * for a run that was not timed; the times of the sampled runs are used then.
 */
export function profileFrames(runs: readonly ProfiledRun[], timed: FrameTimes | null): CpuProfile | null {
  const [first] = runs;
  if (first === undefined) return null;
  const table = new StackTable();
  const frames = first.spans.map(() => new Map<number, number>());
  const times = timed ?? sampledTimes(runs);
  const { cpuMs } = times;
  const samples = runs.flatMap((run) => placeSamples(run, table));
  if (samples.length === 0 || cpuMs.length === 0) return null;
  const amounts = amountsOf(samples, times);
  for (const { line, frame, phase } of samples) {
    const amount = amounts[phase] ?? 0;
    table.count(line, amount);
    const ofFrame = frames[frame];
    ofFrame?.set(line.self, (ofFrame.get(line.self) ?? 0) + amount);
  }
  // All samples are in phases whose time is rounded to nothing.
  if (table.counted === 0) return null;
  const frameMs = mean([...cpuMs]);
  const { functions, indexes } = table.list(frames.flatMap(longestOf));
  const msOf = (amount: number): number => roundMs((amount / table.counted) * frameMs);
  return {
    intervalUs: first.stacks.intervalUs,
    passes: runs.length,
    samples: samples.length,
    frameMs: roundMs(frameMs),
    functions: functions.map(({ self, total, ...each }) => ({ ...each, selfMs: msOf(self), totalMs: msOf(total) })),
    frames: frames.flatMap((parts, frame) => describeFrame(parts, { frame, cpuMs: cpuMs[frame] ?? 0, indexes })),
  };
}

/** A sample within a frame. */
export interface PlacedSample {
  readonly line: Line;
  readonly frame: number;
  /** Zero-based; the time after the last phase counts as one more. */
  readonly phase: number;
}

/** The samples of a run that stand for time of its frames, which Framegate's own does not. */
export function placeSamples(run: ProfiledRun, table: StackTable): readonly PlacedSample[] {
  const { stacks, spans } = run;
  const lines = stacks.nodes.map((_, node) => {
    const line = table.lineOf(stacks, node);
    return line !== null && table.isOwnWork(line) ? null : line;
  });
  const placed: PlacedSample[] = [];
  forEachSample(run, (node, frame, timeUs) => {
    const line = lines[node] ?? null;
    const phase = spans[frame]?.phaseEnds.filter(({ ts }) => ts < timeUs).length ?? 0;
    if (line !== null) placed.push({ line, frame, phase });
  });
  return placed;
}

/**
 * For each phase, the time that a sample in it stands for. Samples come at other distances in code that waits for the GPU
 * or for memory, and another program on the machine slows phases by different factors, so the time of a phase is
 * divided among the samples of that phase only.
 */
export function amountsOf(samples: readonly PlacedSample[], { cpuMs, phaseMs }: FrameTimes): readonly number[] {
  const inPhases = phaseMs.map((column) => sum([...column]));
  const rest = Math.max(0, sum([...cpuMs]) - sum(inPhases));
  return [...inPhases, rest].map((ms, phase) => {
    const count = samples.filter((sample) => sample.phase === phase).length;
    return count === 0 ? 0 : ms / count;
  });
}

/** The mean CPU times of the frames over the runs. */
export function sampledTimes(runs: readonly ProfiledRun[]): FrameTimes {
  const meanOf = (columns: readonly (readonly number[])[]): readonly number[] =>
    (columns[0] ?? []).map((_, frame) => mean(columns.map((column) => column[frame] ?? 0)));
  const cpuMs = runs.map(({ pictures, spans, emptyFrame }) => without(emptyFrame.cpuMs, ownCpuMs(pictures, spans)));
  const phaseMs = runs.map(({ pictures, spans, emptyFrame }) =>
    phasesOf(pictures, spans).map((column, phase) => without(emptyFrame.phaseMs[phase] ?? 0, column)),
  );
  return {
    cpuMs: meanOf(cpuMs),
    phaseMs: (phaseMs[0] ?? []).map((_, phase) => meanOf(phaseMs.map((columns) => columns[phase] ?? []))),
  };
}

/**
 * Calls back for every sample within a frame. Samples and frames are ascending in time. Those in the browser's own
 * frames are left out: a picture that happens to come in a frame can take far longer than the frame.
 */
export function forEachSample(
  { stacks, spans, pictures }: ProfiledRun,
  each: (node: number, frame: number, timeUs: number) => void,
): void {
  let frame = 0;
  let picture = 0;
  for (const [index, timeUs] of stacks.timesUs.entries()) {
    while ((spans[frame]?.end.ts ?? Infinity) < timeUs) frame += 1;
    while (endOf(pictures[picture]) < timeUs) picture += 1;
    const span = spans[frame];
    if (span === undefined) return;
    const node = stacks.samples[index];
    const isInPicture = timeUs >= (pictures[picture]?.ts ?? Infinity);
    if (timeUs >= span.start.ts && !isInPicture && node !== undefined) each(node, frame, timeUs);
  }
}

function endOf(slice: ThreadSlice | undefined): number {
  return slice === undefined ? Infinity : slice.ts + slice.wallUs;
}

function longestOf(parts: ReadonlyMap<number, number>): readonly number[] {
  return largestOf(parts, functionsOfFrame);
}

interface FrameOfProfile {
  readonly frame: number;
  readonly cpuMs: number;
  readonly indexes: ReadonlyMap<number, number>;
}

/** Empty for a frame without samples. `parts` are proportional to the times of its functions. */
function describeFrame(
  parts: ReadonlyMap<number, number>,
  { frame, cpuMs, indexes }: FrameOfProfile,
): readonly FrameFunctions[] {
  const whole = sum([...parts.values()]);
  if (whole === 0) return [];
  const longest = longestOf(parts);
  return [
    {
      frame,
      cpuMs: roundMs(cpuMs),
      functions: longest.map((index) => indexes.get(index) ?? 0),
      selfMs: longest.map((index) => roundMs(((parts.get(index) ?? 0) / whole) * cpuMs)),
    },
  ];
}
