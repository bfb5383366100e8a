import { type IsEdited, nothingEdited } from "./edited-code.ts";
import type { DrawCounts, DrawingFunction, FrameDraws } from "../../src/formats/frame-draws.ts";

/** The functions and nodes listed in a report: the rest draws too little to matter. */
export const drawersListed = 20;

/** Draws of a realm from one call site. */
export interface DrawnFrom extends DrawCounts {
  /** Calls, innermost first. */
  readonly stack: readonly Pick<DrawingFunction, "name" | "position" | "owner">[];
  readonly node: string | null;
}

/**
 * Sums up who draws in a frame. Null if nobody draws or uploads anything.
 * @param most The most functions and the most nodes listed.
 * @param isEdited Code that the other build does not have, which is to be blamed for what it calls.
 */
export function sumDraws(
  frame: number,
  sites: readonly DrawnFrom[],
  most: number,
  isEdited: IsEdited = nothingEdited,
): FrameDraws | null {
  if (sites.length === 0) return null;
  const functions = sumBy(sites, ({ stack }) => blamed(stack, isEdited)).slice(0, most);
  const nodes = sumBy(sites, ({ node }) => (node === null ? null : { path: node })).slice(0, most);
  return { frame, ...sites.reduce<DrawCounts>((sum, site) => addDraws(sum, site), nothingDrawn), functions, nodes };
}

/** The counts of somebody who draws and uploads nothing. */
export const nothingDrawn: DrawCounts = { drawCalls: 0, triangles: 0, textureUploadBytes: 0, bufferUploadBytes: 0 };

/** Adds counts; with a sign of -1, subtracts them. */
export function addDraws(sum: DrawCounts, other: DrawCounts, sign: 1 | -1 = 1): DrawCounts {
  return {
    drawCalls: sum.drawCalls + sign * other.drawCalls,
    triangles: sum.triangles + sign * other.triangles,
    textureUploadBytes: sum.textureUploadBytes + sign * other.textureUploadBytes,
    bufferUploadBytes: sum.bufferUploadBytes + sign * other.bufferUploadBytes,
  };
}

/**
 * The edited function that called for a draw, or the game's, with the line of the call. Without one, the library's outermost function,
 * with its file: its lines are no news.
 */
function blamed(stack: DrawnFrom["stack"], isEdited: IsEdited): DrawnFrom["stack"][number] | null {
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
  return [...sums.values()].sort(compareAmounts);
}

/** Compares two amounts for sorting, the largest first: draws count before triangles, and both before uploads. */
export function compareAmounts(one: DrawCounts, other: DrawCounts): number {
  return (
    other.drawCalls - one.drawCalls ||
    other.triangles - one.triangles ||
    other.textureUploadBytes - one.textureUploadBytes ||
    other.bufferUploadBytes - one.bufferUploadBytes
  );
}
