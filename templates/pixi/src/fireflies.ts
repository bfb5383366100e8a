import type { RandomStream } from "framegate";
import { Container, Sprite, type Texture } from "pixi.js";
import { tagEntity } from "./glow.ts";

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Firefly {
  readonly sprite: Sprite;
  readonly phase: number;
  velocityX: number;
  velocityY: number;
}

export interface Fireflies {
  readonly container: Container;
  /** Drives all fireflies away from a position. */
  startle(place: Place): void;
  /** Moves them for `dt` seconds; a light nearby attracts them. */
  fly(light: Place, dt: number): void;
  update(seconds: number): void;
}

interface Looks {
  readonly glow: Texture;
  readonly random: RandomStream;
}

/** A swarm of lights. */
export function createFireflies(
  count: number,
  size: { readonly width: number; readonly height: number },
  { glow, random }: Looks,
): Fireflies {
  const fireflies = Array.from({ length: count }, (_, index): Firefly => {
    const sprite = new Sprite({
      texture: glow,
      anchor: 0.5,
      tint: index % 4 === 0 ? "#fff3a0" : "#c8ff7a",
      blendMode: "add",
    });
    sprite.position.set(random() * size.width, size.height * (0.2 + random() * 0.7));
    sprite.scale.set(0.12 + random() * 0.2);
    tagEntity(sprite, `firefly-${index}`);
    return { sprite, phase: random() * 6.28, velocityX: random() * 80 - 40, velocityY: random() * 80 - 40 };
  });
  const container = new Container();
  container.addChild(...fireflies.map(({ sprite }) => sprite));

  function pull(firefly: Firefly, place: Place, strength: number): void {
    const x = place.x - firefly.sprite.x;
    const y = place.y - firefly.sprite.y;
    const distance = Math.sqrt(x * x + y * y) + 1;
    firefly.velocityX += (x / distance) * strength;
    firefly.velocityY += (y / distance) * strength;
  }

  return {
    container,
    startle: (place) => {
      for (const firefly of fireflies) pull(firefly, place, -420);
    },
    fly: (light, dt) => {
      for (const firefly of fireflies) {
        const { sprite } = firefly;
        pull(firefly, light, 130 * dt);
        firefly.velocityX += (random() - 0.5) * 900 * dt;
        firefly.velocityY += (random() - 0.5) * 900 * dt;
        const drag = 1 - 0.9 * dt;
        firefly.velocityX *= drag;
        firefly.velocityY *= drag;
        sprite.x = wrap(sprite.x + firefly.velocityX * dt, size.width);
        sprite.y = wrap(sprite.y + firefly.velocityY * dt, size.height);
      }
    },
    update: (seconds) => {
      for (const { sprite, phase } of fireflies) sprite.alpha = 0.55 + 0.45 * Math.sin(seconds * 2.4 + phase);
    },
  };
}

/** Fireflies that leave on one side return on the other. */
function wrap(place: number, length: number): number {
  return ((place % length) + length) % length;
}
