import { sum } from "simple-statistics";
import type { ComparedFunctionTime } from "../../src/formats/baseline.ts";
import type { ProfiledRun } from "../../src/formats/stack-samples.ts";
import type { WorkSamples } from "../../src/formats/work.ts";
import { editedIn, type IsEdited } from "./edited-code.ts";
import {
  amountFor,
  causeFirst,
  growthOf,
  type MeasuredFunction,
  meanOf,
  type OfBoth,
  pairFunctions,
} from "./pair-functions.ts";
import { amountsOf, type FrameTimes, placeSamples, sampledTimes } from "./profile.ts";
import { roundMs } from "./round-figures.ts";
import { StackTable } from "./stack-table.ts";

/** A build whose stacks were sampled. */
export interface SampledBuild {
  readonly runs: readonly ProfiledRun[];
  /** The times of its frames, which are divided among their samples. */
  readonly times: FrameTimes;
  /** Its executed code, which tells what was edited, and what a function of the other build is called here. */
  readonly work: WorkSamples | null;
}

/**
 * The times of two builds whose times were not compared. Sampling slows down each phase by a factor of its own, which the
 * current build tells: the share of a function in its physics was up to 20 % too small without.
 *
 * @param timed Times of the current build in runs that were not sampled; null without them, and for the times of the
 * sampled runs.
 */
export function estimateTimes(
  baseline: readonly ProfiledRun[],
  current: readonly ProfiledRun[],
  timed: FrameTimes | null,
): { readonly baseline: FrameTimes; readonly current: FrameTimes } {
  const before = sampledTimes(baseline);
  const now = sampledTimes(current);
  if (timed === null) return { baseline: before, current: now };
  const inFrames = columnsOf(now).map(meanOf);
  const truth = columnsOf(timed).map(meanOf);
  const corrected = columnsOf(before).map((column, index) => {
    const slowed = inFrames[index] ?? 0;
    return slowed === 0 ? column : column.map((ms) => (ms * (truth[index] ?? 0)) / slowed);
  });
  const cpuMs = before.cpuMs.map((_, frame) => sum(corrected.map((column) => column[frame] ?? 0)));
  return { baseline: { cpuMs, phaseMs: corrected.slice(0, -1) }, current: timed };
}

/** The times of each phase, and of the rest of a frame. */
function columnsOf({ cpuMs, phaseMs }: FrameTimes): readonly (readonly number[])[] {
  const rest = cpuMs.map((ms, frame) => ms - sum(phaseMs.map((column) => column[frame] ?? 0)));
  return [...phaseMs, rest];
}

// Compilers reach a function earlier or later, so its samples vary from run to run. 1 % of a frame is beyond that.
const leastShare = 0.01;

/**
 * The functions that take more or less of a frame's time than in the baseline, the cause first. What an edited function
 * calls counts for it, and otherwise libraries count for the game's function that calls them. A library's own time is
 * listed besides.
 */
export function compareFunctionTimes(baseline: SampledBuild, current: SampledBuild): readonly ComparedFunctionTime[] {
  const isEdited = editedIn(current.work, baseline.work);
  const before = timesOf(baseline, editedIn(baseline.work, current.work));
  const now = timesOf(current, isEdited);
  if (before === null || now === null) return [];
  const paired = pairFunctions(
    { functions: before.functions, work: baseline.work },
    { functions: now.functions, work: current.work },
  );
  const frameMs = Math.max(before.frameMs, now.frameMs);
  const differing = paired
    .filter((each) => each.owner !== "framegate")
    .filter((each) => Math.abs(growthOf(each)) >= leastShare * frameMs && isCertain(each));
  return causeFirst(differing, isEdited).map((each) => {
    const { name, position, owner, baseline: times, current: timesNow } = each;
    const part = Math.round((1e4 * Math.abs(growthOf(each))) / frameMs) / 1e4;
    return { name, position, owner, baselineMs: roundMs(meanOf(times)), currentMs: roundMs(meanOf(timesNow)), part };
  });
}

/** Whether it takes longer in every run of one build than in any of the other: a function that waits varies a lot. */
function isCertain({ baseline, current }: OfBoth): boolean {
  return Math.max(0, ...baseline) < Math.min(...current) || Math.max(0, ...current) < Math.min(...baseline);
}

/** The mean time of a frame, and of its functions. Null without a sample. */
function timesOf(
  { runs, times }: SampledBuild,
  isEdited: IsEdited,
): {
  readonly frameMs: number;
  /** With their times in each run, in milliseconds of a frame. */
  readonly functions: readonly MeasuredFunction[];
} | null {
  const tables = runs.map((run) => {
    const table = new StackTable(isEdited);
    return { table, samples: placeSamples(run, table) };
  });
  const amounts = amountsOf(
    tables.flatMap(({ samples }) => samples),
    times,
  );
  for (const { table, samples } of tables)
    for (const { line, phase } of samples) table.count(line, amounts[phase] ?? 0);
  const counted = tables.map(({ table }) => table).filter((table) => table.counted > 0);
  if (counted.length === 0 || times.cpuMs.length === 0) return null;
  const frameMs = meanOf(times.cpuMs);
  const functions = new Map<string, MeasuredFunction>();
  for (const [index, table] of counted.entries()) {
    for (const each of table.all()) {
      const { name, position, owner } = each;
      const key = JSON.stringify([name, position, owner]);
      const known = functions.get(key) ?? { name, position, owner, amounts: counted.map(() => 0) };
      const ms = (amountFor(each, isEdited) / table.counted) * frameMs;
      functions.set(key, { ...known, amounts: known.amounts.with(index, ms) });
    }
  }
  return { frameMs, functions: [...functions.values()] };
}
