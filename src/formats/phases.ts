/** The phases of a frame, in order. All roots finish a phase before the next one starts. */
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

/** Creates a record with one value per phase, in the order of the phases. */
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
