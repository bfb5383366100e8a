import type { Camera, Scene, WebGLRenderer } from "three";
import type { GameContext } from "../core/game-context.ts";

/** The context of a three.js root's `setup(ctx)`. */
export interface ThreeContext extends GameContext {
  readonly scene: Scene;
  /** The camera that renders the scene. Assign any other one. */
  camera: Camera;
  readonly renderer: WebGLRenderer;
  readonly canvas: HTMLCanvasElement;
}
