/** The phases of one frame, in the order in which they run. Each is a barrier across all roots. */
export const phaseNames = [
  "input",
  "prePhysics",
  "physics",
  "postPhysics",
  "gameLogic",
  "animation",
  "preRender",
  "render",
] as const;

/** A phase of a step. */
export type PhaseName = (typeof phaseNames)[number];

/** One value for each phase, made in the order of the phases. */
export function recordByPhase<T>(valueOf: (phase: PhaseName) => T): Readonly<Record<PhaseName, T>> {
  return {
    input: valueOf("input"),
    prePhysics: valueOf("prePhysics"),
    physics: valueOf("physics"),
    postPhysics: valueOf("postPhysics"),
    gameLogic: valueOf("gameLogic"),
    animation: valueOf("animation"),
    preRender: valueOf("preRender"),
    render: valueOf("render"),
  };
}
