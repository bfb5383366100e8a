import type { PartColumn } from "../../src/formats/page-port.ts";
import { rankOfPart, statePartNames } from "../../src/formats/state-parts.ts";
import type { VerifiedPart } from "../../src/formats/verify-report.ts";

/** Steps in which a part has changed, in any realm. */
export interface PartSteps {
  readonly name: string;
  readonly steps: ReadonlySet<number>;
}

/**
 * The frames in which each part has changed, in any realm. Parts that never did are included; changes before frame 0
 * are not.
 */
export function changedSteps(columns: readonly PartColumn[]): readonly PartSteps[] {
  const steps = new Map<string, Set<number>>(
    statePartNames.filter((name) => name !== "scene" && name !== "state").map((name) => [name, new Set()]),
  );
  for (const column of columns) {
    const known = steps.get(column.part) ?? new Set();
    steps.set(column.part, known);
    for (const [index, step] of column.steps.entries()) {
      if (step >= 0 && column.digests[index] !== "") known.add(step);
    }
  }
  return [...steps]
    .map(([name, changed]) => ({ name, steps: changed }))
    .toSorted((left, right) => rankOfPart(left.name) - rankOfPart(right.name));
}

/** Number of frames in which each part has changed. */
export function countChanges(columns: readonly PartColumn[]): readonly VerifiedPart[] {
  return changedSteps(columns).map(({ name, steps }) => ({ name, changedFrames: steps.size }));
}
