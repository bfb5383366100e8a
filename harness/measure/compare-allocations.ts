import type { AllocationSamples } from "../../src/formats/allocations.ts";
import type { BaselineComparison, ComparedAllocations } from "../../src/formats/baseline.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { WorkSamples } from "../../src/formats/work.ts";
import { countAllocations, meanBytes, roundBytes } from "./allocations.ts";
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

/** A build whose allocations were counted. */
export interface AllocatingBuild {
  readonly samples: AllocationSamples;
  /** Its executed code, which tells what was edited, and what a function of the other build is called here. */
  readonly work: WorkSamples | null;
}

// Means of a build differed by up to 0.013 % from run to run, see the docs of baselines.
const leastShare = 0.001;
// Less is one more object, such as a closure that V8 happened to make.
const leastBytes = 64;

// V8 inlines a function or not, and then its bytes count for its caller. In runs of one build that moved up to 0.18 % of
// a frame's bytes between two functions. An edited function needs no such margin: something about it has changed.
const leastOfUnedited = 5;

/**
 * Compares the bytes that two builds allocate in a frame, with the functions whose bytes differ, the cause first. As in
 * a comparison of times, what an edited function calls counts for it, and otherwise libraries count for the game's
 * function that calls them.
 */
export function compareAllocations(baseline: AllocatingBuild, current: AllocatingBuild): ComparedAllocations {
  const isEdited = editedIn(current.work, baseline.work);
  const before = bytesOf(baseline.samples, editedIn(baseline.work, current.work));
  const now = bytesOf(current.samples, isEdited);
  const compared = compareMeans(before.frameBytes, now.frameBytes);
  const paired = pairFunctions(
    { functions: before.functions, work: baseline.work },
    { functions: now.functions, work: current.work },
  );
  const leastOf = ({ position, current: bytes }: OfBoth): number =>
    // One that is gone has its position in the other build.
    bytes.length > 0 && isEdited(position) ? compared.minimumBytes : leastOfUnedited * compared.minimumBytes;
  const differing = paired.filter((each) => Math.abs(growthOf(each)) >= leastOf(each));
  const functions = causeFirst(differing, isEdited).map(({ name, position, owner, ...each }) => {
    const baselineBytes = roundBytes(meanOf(each.baseline));
    const currentBytes = roundBytes(meanOf(each.current));
    return { name, position, owner, baselineBytes, currentBytes };
  });
  return { ...compared, functions };
}

/** Compares the bytes per frame with those of a stored report, if both have an allocations pass of the same browser. */
export function compareStoredAllocations(
  baseline: Pick<RunReport, "metrics" | "environment">,
  current: Pick<RunReport, "metrics" | "environment">,
): Pick<BaselineComparison, "allocations" | "allocationsNote"> {
  const before = baseline.metrics.allocatedBytesMean.value;
  const now = current.metrics.allocatedBytesMean.value;
  if (now === null) return { allocations: null, allocationsNote: null };
  if (before === null) return { allocations: null, allocationsNote: "the stored report has no allocations pass" };
  const browsers = [baseline, current].map(({ environment }) => environment.browserVersion);
  if (browsers[0] !== browsers[1]) {
    const allocationsNote = `the stored report is of another browser (${browsers[0] ?? ""}), whose objects may have other sizes`;
    return { allocations: null, allocationsNote };
  }
  return { allocations: compareMeans(before, now), allocationsNote: null };
}

function compareMeans(baselineBytes: number, currentBytes: number): ComparedAllocations {
  const minimumBytes = Math.max(leastBytes, Math.ceil(leastShare * Math.max(baselineBytes, currentBytes)));
  return { baselineBytes, currentBytes, minimumBytes, functions: [] };
}

interface AllocatedBytes {
  readonly frameBytes: number;
  readonly functions: readonly MeasuredFunction[];
}

function bytesOf(samples: AllocationSamples, isEdited: IsEdited): AllocatedBytes {
  const { table } = countAllocations(samples, isEdited);
  return {
    frameBytes: meanBytes(table.counted, samples),
    functions: table.all().map((each) => {
      const { name, position, owner } = each;
      return { name, position, owner, amounts: [meanBytes(amountFor(each, isEdited), samples)] };
    }),
  };
}
