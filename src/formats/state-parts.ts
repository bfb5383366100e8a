/**
 * The parts of a frame's state, the most telling ones first: of several parts that differ in one frame, the first one is
 * named. A game of roots has a scene for each of them.
 */
export const statePartNames = [
  "input",
  "scene",
  "dom",
  "animations",
  "canvas2d",
  "gl",
  "audio",
  "storage",
  "console",
  "random",
  "timers",
] as const;

/**
 * The tape's events of a frame, reported as input. They are no state: a recording has none of them, and comes to the same
 * state as its replay.
 */
export const playedPart = "played";

const scenePrefix = "scene:";

/** The part that holds the scene of a root. */
export function scenePart(rootId: string): string {
  return scenePrefix + rootId;
}

/** The name of a part without its root, and the root; null where it has none. */
export function splitPart(part: string): { readonly name: string; readonly root: string | null } {
  return part.startsWith(scenePrefix)
    ? { name: "scene", root: part.slice(scenePrefix.length) }
    : { name: part, root: null };
}
