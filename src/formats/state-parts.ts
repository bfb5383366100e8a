/**
 * The parts of a frame's state, the most telling first: if several parts differ in one frame, the first one is named. A
 * game of roots has a scene part for each root, and a part for each name that it registers.
 */
export const statePartNames = [
  "input",
  "state",
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
 * The tape's events of a frame, reported as input. They are not state: a recording has none of them, but reaches the
 * same state as its replay.
 */
export const playedPart = "played";

/** Parts that change without the game: its input, and the timers that a dead page may set. */
export const unmovedParts: ReadonlySet<string> = new Set(["input", "timers"]);

const scenePrefix = "scene:";
const statePrefix = "state:";

/** The part that holds the scene of a root. */
export function scenePart(rootId: string): string {
  return scenePrefix + rootId;
}

/** The part for the state that a game has registered under a name. */
export function registeredPart(name: string): string {
  return statePrefix + name;
}

/** Whether the part is state that a game has registered. */
export function isRegisteredPart(part: string): boolean {
  return part.startsWith(statePrefix);
}

/** The name of a part without its root, and the root; null if it has none. */
export function splitPart(part: string): { readonly name: string; readonly root: string | null } {
  return part.startsWith(scenePrefix)
    ? { name: "scene", root: part.slice(scenePrefix.length) }
    : { name: part, root: null };
}

/** The place of a part in the order of `statePartNames`. */
export function rankOfPart(part: string): number {
  const name = isRegisteredPart(part) ? "state" : splitPart(part).name;
  const rank = statePartNames.findIndex((known) => known === name);
  return rank === -1 ? statePartNames.length : rank;
}
