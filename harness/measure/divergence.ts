import { countNames } from "../../src/formats/frame-counts.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { Divergence } from "../../src/formats/report.ts";

// The most telling column first: a hash only says that something differs.
const frameColumns = [...countNames, "stateHash"] as const;
const runColumns = ["entities", "finalStateHash"] as const;

/** Fields that are compared between two runs of a plan. */
type ComparedRun = Pick<RunSamples, "counts" | "entities" | "finalStateHash" | "notices">;

/**
 * A failure in only some of the runs, or the first frame in which two runs of one seed differ, or else a differing
 * figure of the whole run; null if all are equal. Every run is compared with the first one that has the column, because
 * a timed pass has no state hashes.
 *
 * Frames beyond the end of the shorter run are not compared, nor is the end of a failed run: a game that stops early is
 * reported as a failure.
 */
export function findDivergence(samples: readonly ComparedRun[]): Divergence | null {
  const failure = findFailureOfSome(samples);
  if (failure !== null) return failure;
  const byFrame = frameColumns.flatMap((column) => findInFrames(samples, column) ?? []);
  // The sort is stable, so if two columns differ in the same frame, the more telling one stays first.
  const [earliest] = byFrame.sort((left, right) => left.frame - right.frame);
  if (earliest !== undefined) return earliest;
  const [ofRun] = runColumns.flatMap((column) => findInRuns(samples, column) ?? []);
  return ofRun ?? null;
}

/** Null if no run has failed, or if all have the same failure: then the game fails, and does so reliably. */
function findFailureOfSome(samples: readonly ComparedRun[]): Divergence | null {
  const failures = samples.map(({ notices }) =>
    notices.filter(({ severity }) => severity === "failure").map(({ code, message }) => `${code}: ${message}`),
  );
  const [first = []] = failures;
  if (first.some((failure) => failures.every((ofRun) => ofRun.includes(failure)))) return null;
  const failed = failures.findIndex((ofRun) => ofRun.length > 0);
  const [failure] = failures[failed] ?? [];
  const other = failures.findIndex((ofRun) => failure !== undefined && !ofRun.includes(failure));
  if (failure === undefined || other === -1) return null;
  const values = failed < other ? ([failure, "none"] as const) : (["none", failure] as const);
  return { column: "failure", frame: null, runs: [Math.min(failed, other), Math.max(failed, other)], values };
}

type FrameDivergence = Divergence & { readonly frame: number };

function findInFrames(samples: readonly ComparedRun[], column: (typeof frameColumns)[number]): FrameDivergence | null {
  const present = samples.flatMap((sample, index) => {
    const values = sample.counts[column];
    return values === null ? [] : [{ index, values }];
  });
  const [reference, ...others] = present;
  if (reference === undefined) return null;
  const found = others.flatMap((other): readonly FrameDivergence[] => {
    const frame = firstDifference(reference.values, other.values);
    if (frame === null) return [];
    const values = [String(reference.values[frame]), String(other.values[frame])] as const;
    return [{ column, frame, runs: [reference.index, other.index], values }];
  });
  return found.sort((left, right) => left.frame - right.frame)[0] ?? null;
}

function firstDifference(left: readonly (number | string)[], right: readonly (number | string)[]): number | null {
  const length = Math.min(left.length, right.length);
  for (let frame = 0; frame < length; frame += 1) {
    if (left[frame] !== right[frame]) return frame;
  }
  return null;
}

function findInRuns(samples: readonly ComparedRun[], column: (typeof runColumns)[number]): Divergence | null {
  const present = samples.flatMap((sample, index) => {
    const value = sample[column];
    const failed = sample.notices.some((notice) => notice.severity === "failure");
    return failed || value === null ? [] : [{ index, value }];
  });
  const [reference] = present;
  const other = present.find(({ value }) => value !== reference?.value);
  if (reference === undefined || other === undefined) return null;
  return {
    column,
    frame: null,
    runs: [reference.index, other.index],
    values: [String(reference.value), String(other.value)],
  };
}
