import type { CpuProfile, FrameFunctions, ProfiledFunction } from "../../src/formats/cpu-profile.ts";
import type { ProfiledRun, StackSamples } from "../../src/formats/stack-samples.ts";
import { roundMs } from "./round-figures.ts";

// The rest of a profile takes too little time to matter.
const functionsListed = 120;
const functionsOfFrame = 6;

/**
 * The functions that took the time of the measured frames, over all runs: a frame does the same work in each, so more
 * runs mean more samples per frame. Samples outside frames are left out, and so are the harness's: it marks frames, and
 * V8 takes an extra sample at each mark. Null without a sample.
 *
 * @param timedMs CPU time of each frame as reported, which is divided among its samples: sampling slows a page down.
 * Empty for a run that was not timed; the times of the sampled runs are used then.
 */
export function profileFrames(runs: readonly ProfiledRun[], timedMs: readonly number[]): CpuProfile | null {
  const [first] = runs;
  if (first === undefined) return null;
  const table = new Table();
  const frames = first.spans.map(() => new Map<number, number>());
  const cpuMs = timedMs.length > 0 ? timedMs : sampledMs(runs);
  for (const { stacks, spans } of runs) {
    const lines = stacks.nodes.map((_, node) => table.lineOf(stacks, node));
    forEachSample({ stacks, spans }, (node, frame) => {
      const line = lines[node] ?? null;
      const counts = frames[frame];
      if (line === null || counts === undefined) return;
      table.count(line);
      counts.set(line.self, (counts.get(line.self) ?? 0) + 1);
    });
  }
  if (table.samples === 0 || cpuMs.length === 0) return null;
  const frameMs = cpuMs.reduce((sum, each) => sum + each, 0) / cpuMs.length;
  const { functions, indexes } = table.list(frameMs, frames.flatMap(longestOf));
  return {
    intervalUs: first.stacks.intervalUs,
    passes: runs.length,
    samples: table.samples,
    frameMs: roundMs(frameMs),
    functions,
    frames: frames.flatMap((counts, frame) => describeFrame(counts, { frame, cpuMs: cpuMs[frame] ?? 0, indexes })),
  };
}

/** The mean CPU time of each frame over the runs. */
function sampledMs(runs: readonly ProfiledRun[]): readonly number[] {
  const [first] = runs;
  return (first?.spans ?? []).map((_, frame) => {
    const times = runs.flatMap(({ spans }) => spans[frame] ?? []).map(({ start, end }) => end.tts - start.tts);
    return times.reduce((sum, each) => sum + each, 0) / times.length / 1000;
  });
}

/** Calls back for every sample within a frame. Samples and frames are ascending in time. */
function forEachSample({ stacks, spans }: ProfiledRun, each: (node: number, frame: number) => void): void {
  let frame = 0;
  for (const [index, timeUs] of stacks.timesUs.entries()) {
    for (let span = spans[frame]; span !== undefined && span.end.ts < timeUs; span = spans[frame]) frame += 1;
    const span = spans[frame];
    if (span === undefined) return;
    const node = stacks.samples[index];
    if (timeUs >= span.start.ts && node !== undefined) each(node, frame);
  }
}

/** Functions of a stack, as table indexes. */
interface Line {
  /** The function that the time counts for. */
  readonly self: number;
  /** All functions of the stack, each once. */
  readonly all: readonly number[];
}

type Named = Pick<ProfiledFunction, "name" | "position" | "owner">;

interface Counted {
  readonly function: Named;
  self: number;
  total: number;
}

/** Functions of all runs, which may have been compiled in different orders. */
class Table {
  samples = 0;
  readonly #counted: Counted[] = [];
  readonly #known = new Map<string, number>();

  /** Null for the harness's own work. */
  lineOf({ nodes, functions }: StackSamples, innermost: number): Line | null {
    const stack: Named[] = [];
    for (let at: number | null = innermost; at !== null;) {
      const node: StackSamples["nodes"][number] | undefined = nodes[at];
      const sampled = functions[node?.function ?? -1];
      if (sampled !== undefined) stack.push(sampled);
      at = node?.parent ?? null;
    }
    const own = ownerOf(stack);
    if (own === null) return null;
    const self = this.#indexOf(own);
    const around = stack.filter(isNamed).map((each) => this.#indexOf(each));
    return { self, all: [...new Set([self, ...around])] };
  }

  count({ self, all }: Line): void {
    this.samples += 1;
    const counted = this.#counted[self];
    if (counted !== undefined) counted.self += 1;
    for (const index of all) {
      const inStack = this.#counted[index];
      if (inStack !== undefined) inStack.total += 1;
    }
  }

  /** Functions with the most time, self or total, and those listed for a frame; `indexes` maps the table to them. */
  list(
    frameMs: number,
    named: readonly number[],
  ): { readonly functions: readonly ProfiledFunction[]; readonly indexes: ReadonlyMap<number, number> } {
    // The others only ran while the page loaded.
    const all = this.#counted.map((counted, index) => ({ counted, index })).filter(({ counted }) => counted.total > 0);
    const bySelf = all.toSorted((one, other) => other.counted.self - one.counted.self || one.index - other.index);
    const byTotal = all.toSorted((one, other) => other.counted.total - one.counted.total || one.index - other.index);
    const listed = new Set([...bySelf.slice(0, functionsListed), ...byTotal.slice(0, functionsListed / 2)]);
    const alsoNamed = new Set(named);
    const kept = bySelf.filter((each) => listed.has(each) || alsoNamed.has(each.index));
    const msOf = (samples: number): number => roundMs((samples / this.samples) * frameMs);
    return {
      functions: kept.map(({ counted: { function: each, self, total } }) => {
        return { ...each, selfMs: msOf(self), totalMs: msOf(total) };
      }),
      indexes: new Map(kept.map(({ index }, place) => [index, place])),
    };
  }

  #indexOf({ name, position, owner }: Named): number {
    const key = JSON.stringify([name, position, owner]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.#counted.push({ function: { name, position, owner }, self: 0, total: 0 }) - 1;
    this.#known.set(key, index);
    return index;
  }
}

/**
 * The function that a stack's time counts for; null for the harness. Work of the harness or the browser counts for the
 * game's function that called it.
 */
function ownerOf(stack: readonly Named[]): Named | null {
  const ofGame = stack.find(isNamed);
  if (ofGame !== undefined) return stack.find(isOfGame) === ofGame ? ofGame : inWebAssembly(ofGame);
  if (stack.some(({ name, owner }) => owner === "framegate" && name === layoutFunction)) return layout;
  const [innermost] = stack;
  return innermost !== undefined && browserWork.has(innermost.name) ? innermost : null;
}

/** The harness's function that forces a layout at the end of a frame, as a visible page has one. */
const layoutFunction = "forceLayout";
const layout: Named = { name: "(layout)", position: "", owner: "browser" };
// V8's names for time outside scripts. Its idle time is not included.
const browserWork: ReadonlySet<string> = new Set(["(program)", "(garbage collector)"]);

/** A function in a module without names says nothing: its time goes to the script that called it. */
function isNamed(each: Named): boolean {
  return isOfGame(each) && !/^wasm-function\[\d+\]$/u.test(each.name);
}

function inWebAssembly({ name, position, owner }: Named): Named {
  return { name: `${name === "" ? "(anonymous)" : name} in WebAssembly`, position, owner };
}

function isOfGame({ owner }: Named): boolean {
  return owner === "game" || owner === "library";
}

function longestOf(counts: ReadonlyMap<number, number>): readonly number[] {
  return [...counts]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one - other)
    .slice(0, functionsOfFrame)
    .map(([index]) => index);
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
