import type { WorkedFunction, WorkSamples } from "../../src/formats/work.ts";
import { compareOrder, fileOfPosition, groupBy } from "./match-functions.ts";

/** Tells whether a position of a build lies in a function that the other build does not have in this form. */
export type IsEdited = (position: string) => boolean;

/** For a build without another one, or whose code is not known. */
export const nothingEdited: IsEdited = () => false;

/**
 * The functions of a build that are new or were edited, since the other build has their text in no script. They are the
 * candidates for whatever differs between the two: all others only run more or less often.
 */
export function editedIn(build: WorkSamples | null, other: WorkSamples | null): IsEdited {
  if (build === null || other === null || other.texts.length === 0) return nothingEdited;
  const byFile = groupBy(build.functions.toSorted(compareOrder), (each) => fileOfPosition(each.position));
  const known = new Map<WorkedFunction, boolean>();
  return (position) => {
    const around = byFile
      .get(fileOfPosition(position))
      ?.findLast(
        (each) => compareOrder(each, { position }) <= 0 && compareOrder({ position }, { position: each.end }) <= 0,
      );
    if (around === undefined) return false;
    const isEdited = known.get(around) ?? !hasText(other, around);
    known.set(around, isEdited);
    return isEdited;
  };
}

/** Whether a build has a function's text, in whatever script. */
export function hasText({ texts }: Pick<WorkSamples, "texts">, { text }: Pick<WorkedFunction, "text">): boolean {
  return texts.some((script) => script.includes(text));
}
