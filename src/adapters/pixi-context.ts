import type { Container, Renderer } from "pixi.js";
import type { GameContext } from "../core/game-context.ts";

/** The context of a PixiJS root's `setup(ctx)`. */
export interface PixiContext extends GameContext {
  readonly stage: Container;
  readonly renderer: Renderer;
  readonly canvas: HTMLCanvasElement;
}
