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

export type PhaseName = (typeof phaseNames)[number];
