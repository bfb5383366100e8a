import type { Sprite } from "pixi.js";

/** One fish. Position in pixels, velocity in pixels per second; both change in every step. */
export interface Fish {
  x: number;
  y: number;
  velocityX: number;
  velocityY: number;
  /** 0 to 1: how strongly it follows the others, so that a shoal has stragglers. */
  readonly temper: number;
  readonly sprite: Sprite;
}
