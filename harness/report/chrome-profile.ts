import type { ProfiledRun, SampledFunction, StackSamples } from "../../src/formats/stack-samples.ts";

/** A range of frames, both ends included. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** V8's profile format: the tree's nodes by id, and one node per sample. */
interface ChromeProfile {
  readonly nodes: readonly ChromeNode[];
  /** Microseconds, like all times here. */
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ChromeNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly hitCount: number;
  readonly children: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly scriptId: string;
  readonly url: string;
  /** Line and column, zero-based. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Samples of a frame range. Never empty: `StackSamples` has a root. */
export interface ShownSamples {
  readonly startUs: number;
  readonly endUs: number;
  /** Node indexes. */
  readonly samples: readonly number[];
  readonly timesUs: readonly number[];
}

/** Samples within a range of frames. */
export function samplesWithin({ stacks, spans }: ProfiledRun, { first, last }: FrameRange): ShownSamples {
  const startUs = spans[first]?.start.ts ?? 0;
  const endUs = spans[last]?.end.ts ?? startUs;
  const shown = stacks.timesUs
    .map((timeUs, index) => ({ timeUs, node: stacks.samples[index] ?? 0 }))
    .filter(({ timeUs }) => timeUs >= startUs && timeUs <= endUs);
  return { startUs, endUs, samples: shown.map(({ node }) => node), timesUs: shown.map(({ timeUs }) => timeUs) };
}

/** A run's stacks as a `.cpuprofile`, for DevTools, VS Code and speedscope. Functions have their source positions. */
export function renderCpuProfile(run: ProfiledRun, range: FrameRange): string {
  const { startUs, endUs, samples, timesUs } = samplesWithin(run, range);
  const profile: ChromeProfile = {
    nodes: nodesOf(run.stacks, samples),
    startTime: startUs,
    endTime: endUs,
    samples: samples.map(idOf),
    timeDeltas: timeDeltasOf(timesUs, startUs),
  };
  return `${JSON.stringify(profile)}\n`;
}

/** V8 numbers nodes from 1. */
export function idOf(node: number): number {
  return node + 1;
}

/** Time of each sample since the previous one. */
export function timeDeltasOf(timesUs: readonly number[], startUs: number): readonly number[] {
  return timesUs.map((timeUs, index) => timeUs - (timesUs[index - 1] ?? startUs));
}

/** A function's position in profile format. */
export function callFrameOf(each: SampledFunction): CallFrame {
  const { name: functionName, position } = each;
  const [, url = each.url, line, column] = /^(.+):(\d+):(\d+)$/u.exec(position) ?? [];
  const place = line === undefined ? each : { line: Number(line) - 1, column: Number(column) - 1 };
  // All viewers merge functions with the same name, position and script.
  return { functionName, scriptId: "0", url, lineNumber: place.line, columnNumber: place.column };
}

function nodesOf({ nodes, functions }: StackSamples, samples: readonly number[]): readonly ChromeNode[] {
  const hits = new Map<number, number>();
  for (const sample of samples) hits.set(sample, (hits.get(sample) ?? 0) + 1);
  const children = nodes.map((): number[] => []);
  for (const [index, { parent }] of nodes.entries()) if (parent !== null) children[parent]?.push(idOf(index));
  return nodes.flatMap((node, index) => {
    const each = functions[node.function];
    if (each === undefined) return [];
    const callFrame = callFrameOf(each);
    return [{ id: idOf(index), callFrame, hitCount: hits.get(index) ?? 0, children: children[index] ?? [] }];
  });
}
