import type { CpuProfile, FrameFunctions } from "../../src/formats/cpu-profile.ts";
import type { ProfiledRun } from "../../src/formats/stack-samples.ts";
import { roundMs } from "./round-figures.ts";
import { largestOf, StackTable } from "./stack-table.ts";

const functionsOfFrame = 6;

/**
 * The functions that took the time of the measured frames, over all runs: a frame does the same work in each, so more
 * runs mean more samples per frame. The harness's own work in frames is one of them, because it is part of their time.
 * Null without a sample.
 *
 * @param timedMs CPU time of each frame as reported, which is divided among its samples: sampling slows a page down.
 * Empty for a run that was not timed; the times of the sampled runs are used then.
 */
export function profileFrames(runs: readonly ProfiledRun[], timedMs: readonly number[]): CpuProfile | null {
  const [first] = runs;
  if (first === undefined) return null;
  const table = new StackTable();
  const frames = first.spans.map(() => new Map<number, number>());
  const cpuMs = timedMs.length > 0 ? timedMs : sampledMs(runs);
  for (const { stacks, spans } of runs) {
    const lines = stacks.nodes.map((_, node) => table.lineOf(stacks, node));
    forEachSample({ stacks, spans }, (node, frame) => {
      const line = lines[node] ?? null;
      const counts = frames[frame];
      if (line === null || counts === undefined) return;
      table.count(line, 1);
      counts.set(line.self, (counts.get(line.self) ?? 0) + 1);
    });
  }
  if (table.counted === 0 || cpuMs.length === 0) return null;
  const frameMs = cpuMs.reduce((sum, each) => sum + each, 0) / cpuMs.length;
  const { functions, indexes } = table.list(frames.flatMap(longestOf));
  const msOf = (samples: number): number => roundMs((samples / table.counted) * frameMs);
  return {
    intervalUs: first.stacks.intervalUs,
    passes: runs.length,
    samples: table.counted,
    frameMs: roundMs(frameMs),
    functions: functions.map(({ self, total, ...each }) => ({ ...each, selfMs: msOf(self), totalMs: msOf(total) })),
    frames: frames.flatMap((counts, frame) => describeFrame(counts, { frame, cpuMs: cpuMs[frame] ?? 0, indexes })),
  };
}

/** The mean CPU time of each frame over the runs. */
export function sampledMs(runs: readonly ProfiledRun[]): readonly number[] {
  const [first] = runs;
  return (first?.spans ?? []).map((_, frame) => {
    const times = runs.flatMap(({ spans }) => spans[frame] ?? []).map(({ start, end }) => end.tts - start.tts);
    return times.reduce((sum, each) => sum + each, 0) / times.length / 1000;
  });
}

/** Calls back for every sample within a frame. Samples and frames are ascending in time. */
export function forEachSample({ stacks, spans }: ProfiledRun, each: (node: number, frame: number) => void): void {
  let frame = 0;
  for (const [index, timeUs] of stacks.timesUs.entries()) {
    for (let span = spans[frame]; span !== undefined && span.end.ts < timeUs; span = spans[frame]) frame += 1;
    const span = spans[frame];
    if (span === undefined) return;
    const node = stacks.samples[index];
    if (timeUs >= span.start.ts && node !== undefined) each(node, frame);
  }
}

function longestOf(counts: ReadonlyMap<number, number>): readonly number[] {
  return largestOf(counts, functionsOfFrame);
}

interface FrameOfProfile {
  readonly frame: number;
  readonly cpuMs: number;
  readonly indexes: ReadonlyMap<number, number>;
}

/** Empty for a frame without samples. */
function describeFrame(
  counts: ReadonlyMap<number, number>,
  { frame, cpuMs, indexes }: FrameOfProfile,
): readonly FrameFunctions[] {
  const samples = [...counts.values()].reduce((sum, each) => sum + each, 0);
  if (samples === 0) return [];
  const longest = longestOf(counts);
  return [
    {
      frame,
      cpuMs: roundMs(cpuMs),
      functions: longest.map((index) => indexes.get(index) ?? 0),
      selfMs: longest.map((index) => roundMs(((counts.get(index) ?? 0) / samples) * cpuMs)),
    },
  ];
}
