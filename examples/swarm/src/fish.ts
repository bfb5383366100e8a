import type { Sprite } from "pixi.js";

/** One fish. Place in pixels, velocity in pixels a second; both change every step. */
export interface Fish {
  x: number;
  y: number;
  velocityX: number;
  velocityY: number;
  /** 0 to 1: how much this one minds the others, so that a shoal has stragglers. */
  readonly temper: number;
  readonly sprite: Sprite;
}
