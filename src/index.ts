export type { Assets, GameContext, GameTime, Systems } from "./core/game-context.ts";
export type { RandomSource, RandomStream } from "./core/random-streams.ts";
export type { InputView } from "./core/input/frame-view.ts";
export { InputManager } from "./core/input/manager.ts";
export { type PhaseName, phaseNames } from "./formats/phases.ts";
