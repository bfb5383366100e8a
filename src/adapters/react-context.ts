import type { GameContext } from "../core/game-context.ts";

/** The context of a React root's `setup(ctx)`. The game itself calls `createRoot(ctx.container)`. */
export interface ReactContext extends GameContext {
  /** An element of the size of the game, at the zOrder of the root. */
  readonly container: HTMLElement;
}
