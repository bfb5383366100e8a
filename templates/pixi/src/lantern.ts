import { Container, Sprite, type Texture } from "pixi.js";
import { tagEntity } from "./glow.ts";

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Lantern {
  readonly container: Container;
  aimAt(place: Place): void;
  /** Moves the aim; the length of `stick` is at most 1. */
  carry(stick: Place): void;
  flare(): void;
  move(dt: number): void;
  update(seconds: number): void;
}

/** The light that the player carries. It follows its aim like a spring. */
export function createLantern(start: Place, glow: Texture): Lantern {
  const halo = new Sprite({ texture: glow, anchor: 0.5, tint: "#ffb347", alpha: 0.45, blendMode: "add" });
  const core = new Sprite({ texture: glow, anchor: 0.5, tint: "#fff3d0", blendMode: "add" });
  const container = new Container();
  container.addChild(halo, core);
  container.position.copyFrom(start);
  tagEntity(container, "lantern");
  const velocity = { x: 0, y: 0 };
  let aim = start;
  let brightness = 0;

  return {
    container,
    aimAt: (place) => {
      aim = place;
    },
    carry: (stick) => {
      aim = { x: aim.x + stick.x * 9, y: aim.y + stick.y * 9 };
    },
    flare: () => {
      brightness = 1;
    },
    move: (dt) => {
      velocity.x += ((aim.x - container.x) * 18 - velocity.x * 7) * dt;
      velocity.y += ((aim.y - container.y) * 18 - velocity.y * 7) * dt;
      container.x += velocity.x * dt;
      container.y += velocity.y * dt;
      brightness *= 1 - 1.5 * dt;
    },
    update: (seconds) => {
      const flicker = 0.06 * Math.sin(seconds * 9) + 0.04 * Math.sin(seconds * 23);
      core.scale.set(0.55 + flicker * 0.3 + brightness * 0.5);
      halo.scale.set(4.2 + flicker * 3 + brightness * 4);
    },
  };
}
