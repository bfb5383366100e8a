import type { GameContext } from "../core/game-context.ts";
import type { StageNode } from "./pixi-tree.ts";
import type { SceneNode } from "./three-tree.ts";

/** The place of a root, which its custom adapter gets to mount it. */
export interface AdapterPlace {
  /** An element as large as the resolution, at the root's zOrder. The adapter adds its canvas, or its DOM. */
  readonly container: HTMLElement;
  readonly context: GameContext;
  /** The exports of the root's `entry`; null for a root without one. */
  readonly entry: Readonly<Record<string, unknown>> | null;
}

/** A mounted root, as `mount` of a custom adapter returns it. Every member is optional. */
export interface MountedAdapter {
  /** Draws the root. It runs once in each frame, after all systems of the root. */
  render?(): void;
  /**
   * Number of entities, for `maxEntities`; null if the root has none to count. Without it, the nodes of the scene or stage
   * with `userData.entityId` are counted.
   */
  countEntities?(): number | null;
  /**
   * Releases everything that `mount` has made, and calls the entry's `teardown` if it has one. With it, `framegate dev` mounts
   * the root again when its entry changes; without it, the page is reloaded.
   */
  dispose?(): void | Promise<void>;
  /** Follows a new size of the container, in CSS pixels. Only `framegate dev` changes it. */
  resize?(width: number, height: number): void;
  /** State that no scene and no drawing shows, as plain data. It is hashed in every frame. */
  state?(): unknown;
}

/** A root that shows a three.js scene, or something that draws itself. */
export interface MountedScene extends MountedAdapter {
  readonly scene?: SceneNode;
}

/** A root that shows a PixiJS stage, or something that draws itself. */
export interface MountedStage extends MountedAdapter {
  readonly stage?: StageNode;
}

/** The default export of a custom adapter's module. `surface` is that of the manifest. */
export type CustomAdapter =
  | {
      readonly surface: "threejs";
      mount(place: AdapterPlace): MountedScene | undefined | Promise<MountedScene | undefined>;
    }
  | {
      readonly surface: "pixijs";
      mount(place: AdapterPlace): MountedStage | undefined | Promise<MountedStage | undefined>;
    }
  | {
      readonly surface: "react";
      mount(place: AdapterPlace): MountedAdapter | undefined | Promise<MountedAdapter | undefined>;
    };

/** Returns the adapter as it is. It gives the types: `export default defineAdapter({ surface: "threejs", mount })`. */
export function defineAdapter(adapter: CustomAdapter): CustomAdapter {
  return adapter;
}
