import { Container, Sprite } from "pixi.js";
import type { Texture } from "pixi.js";
import { palette } from "./palette.ts";
import { tagEntity } from "./tag-entity.ts";

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Lantern {
  readonly container: Container;
  /** Position of the lantern. */
  readonly position: Place;
  /** Pulls the lantern towards `target` for `dt` seconds, like a spring. */
  pull(target: Place, dt: number): void;
  /** Makes the light flare up. */
  flare(): void;
  update(seconds: number): void;
}

/** The light that the player moves and the fish follow. */
export function createLantern(start: Place, glow: Texture): Lantern {
  const looks = { texture: glow, anchor: 0.5, tint: palette.lantern, blendMode: "add" } as const;
  const halo = new Sprite({ ...looks, scale: 5, alpha: 0.35 });
  const core = new Sprite({ ...looks, scale: 1.1 });
  const container = new Container();
  container.addChild(halo, core);
  container.position.copyFrom(start);
  tagEntity(container, "lantern");
  const velocity = { x: 0, y: 0 };
  let brightness = 0;

  function pull(target: Place, dt: number): void {
    velocity.x += ((target.x - container.x) * 14 - velocity.x * 6) * dt;
    velocity.y += ((target.y - container.y) * 14 - velocity.y * 6) * dt;
    container.x += velocity.x * dt;
    container.y += velocity.y * dt;
    brightness *= 0.94;
  }

  function update(seconds: number): void {
    core.scale.set(1.1 + 0.08 * Math.sin(seconds * 5) + brightness * 1.4);
    halo.scale.set(5 + brightness * 6);
    halo.alpha = 0.35 + brightness * 0.4;
  }

  return {
    container,
    position: container.position,
    pull,
    flare: () => {
      brightness = 1;
    },
    update,
  };
}
