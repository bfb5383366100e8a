import type { ComparedFunctionTime } from "../../src/formats/baseline.ts";
import type { ProfiledFunction } from "../../src/formats/cpu-profile.ts";
import type { ProfiledRun } from "../../src/formats/stack-samples.ts";
import type { WorkedFunction, WorkSamples } from "../../src/formats/work.ts";
import { editedIn, type IsEdited } from "./edited-code.ts";
import { compareOrder, fileOfPosition, groupBy, matchFunctions } from "./match-functions.ts";
import { amountsOf, placeSamples, sampledTimes } from "./profile.ts";
import { roundMs } from "./round-figures.ts";
import { StackTable } from "./stack-table.ts";

/** A build whose stacks were sampled. */
export interface SampledBuild {
  readonly runs: readonly ProfiledRun[];
  /** The CPU times of its frames in runs that were not sampled; empty if there are none. */
  readonly timedMs: readonly number[];
  /** Its executed code, which tells what was edited, and what a function of the other build is called here. */
  readonly work: WorkSamples | null;
}

const listed = 5;

// Compilers reach a function earlier or later, so its samples vary from run to run. 1 % of a frame is beyond that.
const leastShare = 0.01;

// A library that was called from one function took hardly less than that.
const nearlyAll = 0.8;

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
  const { keyBefore, keyNow } = keysOf(baseline.work?.functions ?? [], current.work?.functions ?? []);
  const compared = new Map<string, TimesOfBoth>();
  for (const each of before.functions) add(compared, keyBefore(each), { each, side: "baseline" });
  for (const each of now.functions) add(compared, keyNow(each), { each, side: "current" });
  const frameMs = Math.max(before.frameMs, now.frameMs);
  const differing = [...compared.values()]
    .filter((each) => each.owner !== "framegate")
    .filter((each) => Math.abs(growthOf(each)) >= leastShare * frameMs && isCertain(each))
    .sort((one, other) => Math.abs(growthOf(other)) - Math.abs(growthOf(one)));
  return causeFirst(differing, isEdited).map((each) => {
    const { name, position, owner, baseline: times, current: timesNow } = each;
    const part = Math.round((1e4 * Math.abs(growthOf(each))) / frameMs) / 1e4;
    return { name, position, owner, baselineMs: roundMs(meanOf(times)), currentMs: roundMs(meanOf(timesNow)), part };
  });
}

/** The listed functions, largest difference first, but before it the one that is to be blamed for nearly all of it. */
function causeFirst(differing: readonly TimesOfBoth[], isEdited: IsEdited): readonly TimesOfBoth[] {
  const grown = differing.filter((each) => growthOf(each) > 0);
  const [most] = grown;
  const cause = grown.find(({ position }) => isEdited(position)) ?? grown.find(({ owner }) => owner === "game");
  const kept = differing.filter((each, index) => index < listed || each === cause);
  if (most === undefined || cause === undefined || growthOf(cause) < nearlyAll * growthOf(most)) return kept;
  return [cause, ...kept.filter((each) => each !== cause)];
}

/** A function with its time in each run; empty for a build in which it was never sampled. */
interface TimesOfBoth extends Pick<ProfiledFunction, "name" | "position" | "owner"> {
  readonly baseline: readonly number[];
  readonly current: readonly number[];
}

function growthOf({ baseline, current }: TimesOfBoth): number {
  return meanOf(current) - meanOf(baseline);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** Whether it takes longer in every run of one build than in any of the other: a function that waits varies a lot. */
function isCertain({ baseline, current }: TimesOfBoth): boolean {
  return Math.max(0, ...baseline) < Math.min(...current) || Math.max(0, ...current) < Math.min(...baseline);
}

interface TimedFunction extends Pick<ProfiledFunction, "name" | "position" | "owner"> {
  /** Its time in each run, in milliseconds of a frame. */
  readonly ms: readonly number[];
}

/** The mean time of a frame, and of its functions. Null without a sample. */
function timesOf(
  { runs, timedMs }: SampledBuild,
  isEdited: IsEdited,
): {
  readonly frameMs: number;
  readonly functions: readonly TimedFunction[];
} | null {
  const sampled = sampledTimes(runs);
  const cpuMs = timedMs.length > 0 ? timedMs : sampled.cpuMs;
  const tables = runs.map((run) => {
    const table = new StackTable(isEdited);
    return { table, samples: placeSamples(run, table) };
  });
  const amounts = amountsOf(
    tables.flatMap(({ samples }) => samples),
    sampled,
  );
  for (const { table, samples } of tables)
    for (const { line, phase } of samples) table.count(line, amounts[phase] ?? 0);
  const counted = tables.map(({ table }) => table).filter((table) => table.counted > 0);
  if (counted.length === 0 || cpuMs.length === 0) return null;
  const frameMs = meanOf(cpuMs);
  const functions = new Map<string, TimedFunction>();
  for (const [index, table] of counted.entries()) {
    for (const { name, position, owner, self, caused } of table.all()) {
      const key = JSON.stringify([name, position, owner]);
      const known = functions.get(key) ?? { name, position, owner, ms: counted.map(() => 0) };
      const amount = Math.max(self, owner === "game" || isEdited(position) ? caused : 0);
      functions.set(key, { ...known, ms: known.ms.with(index, (amount / table.counted) * frameMs) });
    }
  }
  return { frameMs, functions: [...functions.values()] };
}

function add(
  compared: Map<string, TimesOfBoth>,
  key: string,
  { each, side }: { readonly each: TimedFunction; readonly side: "baseline" | "current" },
): void {
  const { name, position, owner, ms } = each;
  const known = compared.get(key) ?? { name, position, owner, baseline: [], current: [] };
  // As it is called now, if it still runs.
  const named = side === "current" ? { ...known, name, position, owner } : known;
  const times = ms.map((time, run) => time + (known[side][run] ?? 0));
  compared.set(key, { ...named, [side]: times });
}

type KeyOf = (each: TimedFunction) => string;

/** Keys that are equal for a function in both builds. */
function keysOf(
  baseline: readonly WorkedFunction[],
  current: readonly WorkedFunction[],
): { readonly keyBefore: KeyOf; readonly keyNow: KeyOf } {
  const matches = matchFunctions(baseline, current);
  const nowOf = new Map(
    matches.flatMap((before, index) => (before === null ? [] : ([[before, current[index]]] as const))),
  );
  const findBefore = finderOf(baseline);
  const findNow = finderOf(current);
  const keyOf = (each: TimedFunction, worked: WorkedFunction | undefined): string =>
    worked === undefined
      ? JSON.stringify([each.name, fileOfPosition(each.position)])
      : JSON.stringify([worked.name, worked.position]);
  return {
    keyBefore: (each) => {
      const found = findBefore(each);
      return keyOf(each, found === undefined ? undefined : nowOf.get(found));
    },
    keyNow: (each) => keyOf(each, findNow(each)),
  };
}

/** Finds the function that starts at a position, or just before it: V8 samples a function where its parameters start. */
function finderOf(functions: readonly WorkedFunction[]): (each: TimedFunction) => WorkedFunction | undefined {
  const keyOfName = ({ name, position }: Pick<WorkedFunction, "name" | "position">): string =>
    JSON.stringify([name, fileOfPosition(position)]);
  const byName = groupBy(functions.toSorted(compareOrder), keyOfName);
  return (each) => byName.get(keyOfName(each))?.findLast((one) => compareOrder(one, each) <= 0);
}
