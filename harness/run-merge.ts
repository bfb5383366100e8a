import type { SweepReport } from "../src/formats/sweep.ts";
import { validateSweepFile } from "../src/formats/validate-sweep.ts";
import { FramegateError } from "./errors.ts";
import { judgedBudget } from "./judge/judge-sweep.ts";
import { acceptFile } from "./load/accept-file.ts";
import { findSweep } from "./load/find-report.ts";
import { readText } from "./load/read-text.ts";
import { differingParts, findDisagreement, mergeSweeps } from "./measure/merge-sweeps.ts";
import { countMax } from "./plan/run-options.ts";
import { formatSeeds, parseSeeds } from "./plan/seed-list.ts";

/** How to merge sweeps. */
export interface MergeOptions {
  /** Refuses sweeps without a budget that can be judged. */
  readonly assertBudget: boolean;
}

/**
 * Joins sweeps of one game, such as the shards of a list of seeds. Seeds of the list that none of them has are missing
 * in the result.
 *
 * @param paths Absolute, at least one: folders with a `sweep.json`, or such files.
 * @throws FramegateError `sweep-not-found`, `file-unreadable`, `file-invalid`, `sweeps-differ`, `seeds-disagree`, and
 * `no-budget`.
 */
export function runMerge(paths: readonly string[], { assertBudget }: MergeOptions): SweepReport {
  const [first, ...others] = paths.map(readSweep);
  if (first === undefined) throw new Error("There is at least one sweep.");
  for (const other of others) requireTogether(first, other);
  if (assertBudget && Object.keys(judgedBudget(first.sweep)).length === 0) {
    throw new FramegateError("no-budget", { path: first.path });
  }
  // All pairs: a seed may be in any two of them.
  others.forEach((other, index) => {
    for (const before of [first, ...others.slice(0, index)]) requireAgreement(before, other);
  });
  const sweeps = [first, ...others].map(({ sweep }) => sweep);
  const merged = mergeSweeps(sweeps);
  const listed = union(sweeps.map(({ list }) => parseSeeds(list, countMax)));
  const swept = new Set(merged.seeds);
  return {
    ...first.sweep,
    ...merged,
    list: formatSeeds(listed) ?? "",
    shard: null,
    missing: formatSeeds(listed.filter((seed) => !swept.has(seed))),
  };
}

interface ReadSweep {
  readonly path: string;
  readonly sweep: SweepReport;
}

function readSweep(given: string): ReadSweep {
  const path = findSweep(given);
  const text = readText(path);
  return { path, sweep: acceptFile(path, text, validateSweepFile(text)).value.sweep };
}

/** @throws FramegateError `sweeps-differ`. */
function requireTogether(first: ReadSweep, other: ReadSweep): void {
  const differing = differingParts(first.sweep, other.sweep);
  if (differing.length === 0) return;
  throw new FramegateError("sweeps-differ", { path: other.path, other: first.path, what: differing.join(", ") });
}

/** @throws FramegateError `seeds-disagree`. */
function requireAgreement(before: ReadSweep, other: ReadSweep): void {
  const found = findDisagreement(before.sweep, other.sweep);
  if (found === null) return;
  const { seed, what, values } = found;
  const [otherValue, value] = values;
  throw new FramegateError("seeds-disagree", { path: other.path, other: before.path, seed, what, value, otherValue });
}

function union(lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())].toSorted((one, other) => one - other);
}
