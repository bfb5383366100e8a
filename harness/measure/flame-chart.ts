import type { CpuProfile } from "../../src/formats/cpu-profile.ts";
import type { FlameCalls, FlameChart, FlameFrame, FlameFunction } from "../../src/formats/flame-view.ts";
import { phaseNames } from "../../src/formats/phases.ts";
import type { FrameSpan, ProfiledRun, StackSamples } from "../../src/formats/stack-samples.ts";
import { isForcedLayout, layout, ownWork } from "./stack-table.ts";

/**
 * The calls in the frames of a run from `first` to `last`, by its samples. Framegate's own calls are left out between
 * those of the game, and named where there are no others.
 *
 * @param mean The same frames over all runs.
 */
export function flameChart(
  { stacks, spans }: ProfiledRun,
  { first, last }: { readonly first: number; readonly last: number },
  mean: Pick<CpuProfile, "functions" | "frames">,
): FlameChart {
  const functions = new FunctionList();
  const means = new Map(mean.frames.map((each) => [each.frame, each]));
  const stackOf = shownStacks(stacks, functions);
  const frames = spans.slice(first, last + 1).map((span, index): FlameFrame => {
    const frame = first + index;
    const { start, end } = span;
    const overRuns = means.get(frame);
    return {
      frame,
      cpuUs: Math.round(1000 * (overRuns?.cpuMs ?? (end.tts - start.tts) / 1000)),
      most: mean.functions[overRuns?.functions[0] ?? -1]?.name ?? "",
      spanUs: Math.round(end.ts - start.ts),
      phases: phasesOf(span),
      calls: callsOf(samplesIn(stacks, span, stackOf), stackOf, span),
    };
  });
  return { functions: functions.list, frames };
}

/** An entry of a stack. The key tells the places of a tree of calls apart. */
interface Entry {
  readonly key: number;
  readonly function: number;
}

class FunctionList {
  readonly list: FlameFunction[] = [];
  readonly #known = new Map<string, number>();

  indexOf({ name, position, owner }: FlameFunction): number {
    const key = JSON.stringify([name, position, owner]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.list.push({ name, position, owner }) - 1;
    this.#known.set(key, index);
    return index;
  }
}

type StackOf = (node: number, before: readonly Entry[]) => readonly Entry[];

/** The key of all of the harness's own work, so that it is one call. */
const ownKey = -1;
const layoutKey = -2;
const collector = "(garbage collector)";
const root = "(root)";

/** Returns a function from a node and the stack before it to the stack to show, outermost call first. */
function shownStacks({ nodes, functions }: StackSamples, list: FunctionList): StackOf {
  const known = new Map<number, readonly Entry[]>();
  const shownOf = (node: number): readonly Entry[] => {
    const stack: { readonly node: number; readonly sampled: FlameFunction }[] = [];
    for (let at: number | null = node; at !== null;) {
      const { function: index, parent }: StackSamples["nodes"][number] = nodes[at] ?? { function: -1, parent: null };
      const sampled = functions[index];
      if (sampled !== undefined && sampled.name !== root) stack.unshift({ node: at, sampled });
      at = parent;
    }
    const firstOfGame = stack.findIndex(({ sampled }) => sampled.owner === "game" || sampled.owner === "library");
    const ofGame = firstOfGame === -1 ? [] : stack.slice(firstOfGame);
    const isOwn = stack.some(({ sampled }) => sampled.owner === "framegate");
    if (ofGame.length === 0 && isOwn) {
      const isLayout = stack.some(({ sampled }) => isForcedLayout(sampled));
      return [{ key: isLayout ? layoutKey : ownKey, function: list.indexOf(isLayout ? layout : ownWork) }];
    }
    return (ofGame.length > 0 ? ofGame : stack)
      .filter(({ sampled }) => sampled.owner !== "framegate")
      .map((each) => ({ key: each.node, function: list.indexOf(each.sampled) }));
  };
  return (node, before) => {
    const shown = known.get(node) ?? shownOf(node);
    known.set(node, shown);
    const isCollection = functions[nodes[node]?.function ?? -1]?.name === collector;
    // V8 gives a collection no caller. It interrupts the function that allocates.
    const [own] = shown;
    return isCollection && own !== undefined ? [...before.filter(({ key }) => key !== own.key), own] : shown;
  };
}

function phasesOf({ start, phaseEnds }: FrameSpan): FlameFrame["phases"] {
  return phaseEnds.flatMap(({ ts }, index) => {
    const name = phaseNames[index];
    return name === undefined ? [] : [{ name, endUs: Math.round(ts - start.ts) }];
  });
}

interface Sample {
  readonly node: number;
  readonly timeUs: number;
}

/**
 * The samples of a frame, each with the time from which it counts. Samples are ascending in time. V8 takes an extra one
 * at each of the harness's marks, which counts for one interval: the time after that is the next sample's.
 */
function samplesIn(
  { samples, timesUs, intervalUs }: StackSamples,
  { start, end }: FrameSpan,
  stackOf: StackOf,
): readonly Sample[] {
  const found: Sample[] = [];
  let ownUntilUs = Infinity;
  for (let index = firstAtLeast(timesUs, start.ts); index < timesUs.length; index += 1) {
    const sampledUs = timesUs[index] ?? Infinity;
    if (sampledUs > end.ts) break;
    const node = samples[index] ?? 0;
    found.push({ node, timeUs: Math.min(sampledUs, ownUntilUs) });
    ownUntilUs = stackOf(node, [])[0]?.key === ownKey ? sampledUs + intervalUs : Infinity;
  }
  return found;
}

/** Index of the first of ascending numbers that is not below `least`. */
function firstAtLeast(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls from samples. A sample stands for the time up to the next one, and the first one for the time before it, too. */
function callsOf(samples: readonly Sample[], stackOf: StackOf, { start, end }: FrameSpan): FlameCalls {
  const calls: { readonly function: number; readonly parent: number; readonly startUs: number; endUs: number }[] = [];
  let open: readonly { readonly entry: Entry; readonly call: number }[] = [];
  for (const [index, { node, timeUs }] of samples.entries()) {
    const startUs = index === 0 ? 0 : Math.round(timeUs - start.ts);
    const endUs = Math.round((samples[index + 1]?.timeUs ?? end.ts) - start.ts);
    const before = open.map(({ entry }) => entry);
    const stack = stackOf(node, before);
    const differs = stack.findIndex(({ key }, depth) => before[depth]?.key !== key);
    const going = open.slice(0, differs === -1 ? stack.length : differs);
    for (const { call } of going) {
      const goingOn = calls[call];
      if (goingOn !== undefined) goingOn.endUs = endUs;
    }
    for (const entry of stack.slice(going.length)) {
      const parent = going.at(-1)?.call ?? -1;
      going.push({ entry, call: calls.push({ function: entry.function, parent, startUs, endUs }) - 1 });
    }
    open = going;
  }
  return {
    functions: calls.map((each) => each.function),
    parents: calls.map(({ parent }) => parent),
    startUs: calls.map(({ startUs }) => startUs),
    endUs: calls.map(({ endUs }) => endUs),
  };
}
