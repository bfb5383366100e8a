import { type IsEdited, nothingEdited } from "./edited-code.ts";
import {
  type DrawCountName,
  type DrawCounts,
  drawCountNames,
  type DrawingFunction,
  type FrameDraws,
} from "../../src/formats/frame-draws.ts";

/** The functions and nodes listed in a report: the rest draws too little to matter. */
export const drawersListed = 20;

/** Draws of a realm from one call site. */
export interface DrawnFrom extends DrawCounts {
  /** Calls, innermost first. */
  readonly stack: readonly Pick<DrawingFunction, "name" | "position" | "owner">[];
  readonly node: string | null;
}

/** How draws are summed up. */
export interface DrawSums {
  /** The most functions and the most nodes listed. */
  readonly most: number;
  /** The count of which those with the most come first. Default: draw calls. */
  readonly first?: DrawCountName;
  /** Code that the other build of a comparison does not have, which is to be blamed for what it calls. */
  readonly isEdited?: IsEdited;
}

/** Sums up who draws in a frame. Null if nobody draws or uploads anything. */
export function sumDraws(
  frame: number,
  sites: readonly DrawnFrom[],
  { most, first, isEdited = nothingEdited }: DrawSums,
): FrameDraws | null {
  if (sites.length === 0) return null;
  const sorted = <Entry extends DrawCounts>(entries: readonly Entry[]): readonly Entry[] =>
    entries.toSorted((one, other) => compareAmounts(one, other, first)).slice(0, most);
  const functions = sorted(sumBy(sites, ({ stack }) => blamed(stack, isEdited)));
  const nodes = sorted(sumBy(sites, ({ node }) => (node === null ? null : { path: node })));
  return { frame, ...sites.reduce<DrawCounts>((sum, site) => addDraws(sum, site), nothingDrawn), functions, nodes };
}

/** The counts of somebody who draws and uploads nothing. */
export const nothingDrawn: DrawCounts = {
  drawCalls: 0,
  triangles: 0,
  canvasOperations: 0,
  textureUploadBytes: 0,
  bufferUploadBytes: 0,
};

/** Adds counts; with a sign of -1, subtracts them. */
export function addDraws(sum: DrawCounts, other: DrawCounts, sign: 1 | -1 = 1): DrawCounts {
  return {
    drawCalls: sum.drawCalls + sign * other.drawCalls,
    triangles: sum.triangles + sign * other.triangles,
    canvasOperations: sum.canvasOperations + sign * other.canvasOperations,
    textureUploadBytes: sum.textureUploadBytes + sign * other.textureUploadBytes,
    bufferUploadBytes: sum.bufferUploadBytes + sign * other.bufferUploadBytes,
  };
}

/**
 * The edited function that called for a draw, or the game's, with the line of the call. Without one, the library's
 * outermost function, with its file: its lines are no news.
 */
export function blamed(stack: DrawnFrom["stack"], isEdited: IsEdited): DrawnFrom["stack"][number] | null {
  const edited = stack.find(({ position }) => isEdited(position));
  if (edited !== undefined) return edited;
  const ofGame = stack.find(({ owner }) => owner === "game");
  const outermost = stack.findLast(({ owner }) => owner === "library");
  if (ofGame !== undefined || outermost === undefined) return ofGame ?? null;
  return { ...outermost, position: outermost.position.replace(/(?::\d+){2}$/u, "") };
}

function sumBy<Key extends object>(
  sites: readonly DrawnFrom[],
  keyOf: (site: DrawnFrom) => Key | null,
): readonly (Key & DrawCounts)[] {
  const sums = new Map<string, Key & DrawCounts>();
  for (const site of sites) {
    const key = keyOf(site);
    if (key === null) continue;
    const text = JSON.stringify(key);
    sums.set(text, { ...key, ...addDraws(sums.get(text) ?? nothingDrawn, site) });
  }
  return [...sums.values()];
}

/**
 * Compares two amounts for sorting, the largest first.
 * @param first The count that comes before all others, which are compared in the order of their names.
 */
export function compareAmounts(one: DrawCounts, other: DrawCounts, first: DrawCountName = "drawCalls"): number {
  const names = [first, ...drawCountNames];
  return names.reduce((difference, name) => difference || other[name] - one[name], 0);
}
