import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { PartColumn } from "../../src/formats/page-port.ts";
import { rankOfPart, unmovedParts } from "../../src/formats/state-parts.ts";
import type { VerifiedPart } from "../../src/formats/verify-report.ts";

/** The compared part of a launch. */
export type ComparedLaunch = Pick<RunSamples, "parts" | "counts" | "finalStateHash">;

/** The first frame in which two launches differ, by the hashes of one part. */
export interface FirstDifference {
  /** Index of the launch that differs from the first one. */
  readonly launch: number;
  /** -1 while the game loaded; null for a difference that only shows at the end of the run. */
  readonly step: number | null;
  /** Null for parts that belong to no realm. */
  readonly realm: string | null;
  readonly part: string;
  /** Values of the first launch and of the other one. */
  readonly values: readonly [string, string];
}

/** The first difference between any launch and the first one; null if all are equal. */
export function findFirstDifference(launches: readonly ComparedLaunch[]): FirstDifference | null {
  const [reference, ...others] = launches;
  if (reference === undefined) return null;
  const found = others.flatMap((other, index) => {
    const difference = compareTwo(reference, other);
    return difference === null ? [] : [{ ...difference, launch: index + 1 }];
  });
  return found.toSorted(bySeverity)[0] ?? null;
}

/** True if no part of the state changed, besides timers, which a dead page may still set, and the input of the tape. */
export function isVacuous(parts: readonly VerifiedPart[]): boolean {
  return parts.every(({ name, changedFrames }) => changedFrames === 0 || unmovedParts.has(name));
}

type Difference = Omit<FirstDifference, "launch">;

function compareTwo(left: ComparedLaunch, right: ComparedLaunch): Difference | null {
  const inParts = compareParts(left.parts ?? [], right.parts ?? []);
  const [first] = [...inParts, ...compareDraws(left, right)].toSorted(bySeverity);
  if (first !== undefined) return first;
  if (left.finalStateHash === right.finalStateHash) return null;
  return { step: null, realm: null, part: "end", values: [left.finalStateHash, right.finalStateHash] };
}

function compareParts(left: readonly PartColumn[], right: readonly PartColumn[]): readonly Difference[] {
  const ofRight = new Map(right.map((column) => [keyOf(column), column]));
  const onlyRight = right.filter((column) => !left.some((other) => keyOf(other) === keyOf(column)));
  const pairs = [
    ...left.map((column) => [column, ofRight.get(keyOf(column)) ?? { ...column, steps: [], digests: [] }] as const),
    ...onlyRight.map((column) => [{ ...column, steps: [], digests: [] }, column] as const),
  ];
  return pairs.flatMap(([one, other]) => compareColumns(one, other) ?? []);
}

function compareColumns(left: PartColumn, right: PartColumn): Difference | null {
  const { realm, part } = left;
  const length = Math.max(left.steps.length, right.steps.length);
  for (let index = 0; index < length; index += 1) {
    const steps = [left.steps[index] ?? Infinity, right.steps[index] ?? Infinity] as const;
    const step = Math.min(...steps);
    const values = [digestAt(left, index, step), digestAt(right, index, step)] as const;
    if (values[0] !== values[1]) return { step, realm, part, values };
  }
  return null;
}

function digestAt({ steps, digests }: PartColumn, index: number, step: number): string {
  return steps[index] === step ? (digests[index] ?? "") : "unchanged";
}

/** WebGPU's commands are counted but not hashed. */
function compareDraws(left: ComparedLaunch, right: ComparedLaunch): readonly Difference[] {
  return (["drawCalls", "triangles"] as const).flatMap((part) => {
    const ofLeft = left.counts[part] ?? [];
    const ofRight = right.counts[part] ?? [];
    const step = ofLeft.findIndex((value, index) => value !== ofRight[index]);
    if (step === -1) return [];
    return [{ step, realm: null, part, values: [String(ofLeft[step]), String(ofRight[step])] }];
  });
}

function keyOf({ realm, part }: PartColumn): string {
  return `${realm}\n${part}`;
}

/** Earliest frame first, and within it the most telling part. The sort is stable, so realms keep their order. */
function bySeverity(left: Difference, right: Difference): number {
  const steps = (left.step ?? Infinity) - (right.step ?? Infinity);
  // Infinity minus infinity is NaN.
  return steps === 0 || Number.isNaN(steps) ? rankOfPart(left.part) - rankOfPart(right.part) : steps;
}
