import type { ProfiledFunction } from "../../src/formats/cpu-profile.ts";
import type { WorkedFunction, WorkSamples } from "../../src/formats/work.ts";
import type { IsEdited } from "./edited-code.ts";
import { compareOrder, fileOfPosition, groupBy, matchFunctions } from "./match-functions.ts";
import type { CausingFunction } from "./stack-table.ts";

type Named = Pick<ProfiledFunction, "name" | "position" | "owner">;

/** A function of a build with its amount in each run, such as its time. */
export interface MeasuredFunction extends Named {
  readonly amounts: readonly number[];
}

/** A build's measured functions. */
export interface MeasuredBuild {
  readonly functions: readonly MeasuredFunction[];
  /** Its executed code, which tells what a function of the other build is called here. */
  readonly work: WorkSamples | null;
}

/** A function with its amounts in each run of both builds; empty for a build in which it was never sampled. */
export interface OfBoth extends Named {
  readonly baseline: readonly number[];
  readonly current: readonly number[];
}

/** Finds the functions of a build in another one. */
export function pairFunctions(baseline: MeasuredBuild, current: MeasuredBuild): readonly OfBoth[] {
  const { keyBefore, keyNow } = keysOf(baseline.work?.functions ?? [], current.work?.functions ?? []);
  const compared = new Map<string, OfBoth>();
  for (const each of baseline.functions) add(compared, keyBefore(each), { each, side: "baseline" });
  for (const each of current.functions) add(compared, keyNow(each), { each, side: "current" });
  return [...compared.values()];
}

/** The amount that counts for a function: its own, or all that it caused if it is the game's or was edited. */
export function amountFor({ owner, position, self, caused }: CausingFunction, isEdited: IsEdited): number {
  return Math.max(self, owner === "game" || isEdited(position) ? caused : 0);
}

const listed = 5;

// A library that was called from one function took hardly less than that.
const nearlyAll = 0.8;

/** The first functions, largest difference first, but before it the one that is to be blamed for nearly all of it. */
export function causeFirst(functions: readonly OfBoth[], isEdited: IsEdited): readonly OfBoth[] {
  const differing = functions.toSorted((one, other) => Math.abs(growthOf(other)) - Math.abs(growthOf(one)));
  const grown = differing.filter((each) => growthOf(each) > 0);
  const [most] = grown;
  const cause = grown.find(({ position }) => isEdited(position)) ?? grown.find(({ owner }) => owner === "game");
  const kept = differing.filter((each, index) => index < listed || each === cause);
  if (most === undefined || cause === undefined || growthOf(cause) < nearlyAll * growthOf(most)) return kept;
  return [cause, ...kept.filter((each) => each !== cause)];
}

/** By how much the mean of a function's amounts grew. */
export function growthOf({ baseline, current }: OfBoth): number {
  return meanOf(current) - meanOf(baseline);
}

/** Zero without values. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}

function add(
  compared: Map<string, OfBoth>,
  key: string,
  { each, side }: { readonly each: MeasuredFunction; readonly side: "baseline" | "current" },
): void {
  const { name, position, owner, amounts } = each;
  const known = compared.get(key) ?? { name, position, owner, baseline: [], current: [] };
  // As it is called now, if it still runs.
  const named = side === "current" ? { ...known, name, position, owner } : known;
  const summed = amounts.map((amount, run) => amount + (known[side][run] ?? 0));
  compared.set(key, { ...named, [side]: summed });
}

type KeyOf = (each: MeasuredFunction) => string;

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
  const keyOf = (each: MeasuredFunction, worked: WorkedFunction | undefined): string =>
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
function finderOf(functions: readonly WorkedFunction[]): (each: MeasuredFunction) => WorkedFunction | undefined {
  const keyOfName = ({ name, position }: Pick<WorkedFunction, "name" | "position">): string =>
    JSON.stringify([name, fileOfPosition(position)]);
  const byName = groupBy(functions.toSorted(compareOrder), keyOfName);
  return (each) => byName.get(keyOfName(each))?.findLast((one) => compareOrder(one, each) <= 0);
}
