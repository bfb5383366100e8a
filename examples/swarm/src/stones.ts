import { Chain, Circle, Vec2, World } from "planck";
import type { Body } from "planck";
import type { RandomStream } from "framegate";
import { Container, Sprite } from "pixi.js";
import type { Texture } from "pixi.js";
import { palette } from "./palette.ts";
import { tagEntity } from "./tag-entity.ts";
import { stonePixels } from "./textures.ts";

/** Planck is tuned for objects of about a metre, which is this many pixels. */
const pixelsPerMetre = 40;
const stoneCount = 240;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A round body in the water. Positions are in pixels. */
export interface Stone {
  readonly radius: number;
  readonly x: number;
  readonly y: number;
}

interface StoneActor {
  readonly body: Body;
  readonly sprite: Sprite;
  readonly radius: number;
}

export interface Stones {
  readonly container: Container;
  /** Positions of the stones. */
  places(): readonly Stone[];
  /** Pushes every stone with a current of at most 1 by 1. */
  drift(current: { readonly x: number; readonly y: number }): void;
  /** Pushes the stones away from a position in pixels. */
  scatter(x: number, y: number): void;
  /** Advances physics by `dt` seconds. */
  step(dt: number): void;
  /** Draws every stone at its body's position. */
  update(): void;
}

/** Fills the water with stones that collide with each other and with the edges of the picture. */
export function createStones(size: Size, texture: Texture, random: RandomStream): Stones {
  const world = new World({ gravity: new Vec2(0, 0) });
  buildEdges(world, size);
  const container = new Container();
  const stones = Array.from({ length: stoneCount }, (_, index) => {
    const tint = palette.stones[Math.floor(random() * palette.stones.length)] ?? palette.stones[0];
    // Cubed, because many pebbles and a few boulders look like a sea bed, while equal sizes look like a ball pit.
    const radius = 6 + random() ** 3 * 27;
    const sprite = new Sprite({ texture, anchor: 0.5, tint, scale: (radius * 2) / stonePixels });
    tagEntity(sprite, `stone-${String(index)}`);
    const x = radius + random() * (size.width - 2 * radius);
    const y = radius + random() * (size.height - 2 * radius);
    return { body: createBody(world, { x, y, radius }), sprite, radius };
  });
  container.addChild(...stones.map((stone) => stone.sprite));

  function drift(current: { readonly x: number; readonly y: number }): void {
    for (const { body } of stones) {
      const { x, y } = body.getPosition();
      // A slow vortex around the middle keeps the water moving when nobody plays.
      const swirlX = -(y - size.height / 2 / pixelsPerMetre) * 0.05;
      const swirlY = (x - size.width / 2 / pixelsPerMetre) * 0.05;
      const mass = body.getMass();
      body.applyForceToCenter(new Vec2((current.x * 3 + swirlX) * mass, (current.y * 3 + swirlY) * mass));
    }
  }

  function scatter(x: number, y: number): void {
    const from = new Vec2(x / pixelsPerMetre, y / pixelsPerMetre);
    for (const { body } of stones) {
      const away = Vec2.sub(body.getPosition(), from);
      const distance = away.normalize();
      const strength = Math.max(0, 1 - distance / 6) * 7 * body.getMass();
      body.applyLinearImpulse(away.mul(strength), body.getPosition());
    }
  }

  return {
    container,
    places: () => stones.map(placeOf),
    drift,
    scatter,
    step: (dt) => {
      world.step(dt);
    },
    update: () => {
      for (const stone of stones) {
        stone.sprite.position.copyFrom(placeOf(stone));
      }
    },
  };
}

function placeOf({ body, radius }: StoneActor): Stone {
  const { x, y } = body.getPosition();
  return { x: x * pixelsPerMetre, y: y * pixelsPerMetre, radius };
}

function buildEdges(world: World, { width, height }: Size): void {
  const right = width / pixelsPerMetre;
  const bottom = height / pixelsPerMetre;
  const corners = [new Vec2(0, 0), new Vec2(right, 0), new Vec2(right, bottom), new Vec2(0, bottom)];
  world.createBody().createFixture({ shape: new Chain(corners, true), restitution: 0.6 });
}

function createBody(world: World, { x, y, radius }: Stone): Body {
  const body = world.createBody({
    type: "dynamic",
    position: new Vec2(x / pixelsPerMetre, y / pixelsPerMetre),
    linearDamping: 0.7,
    angularDamping: 0.5,
  });
  body.createFixture({ shape: new Circle(radius / pixelsPerMetre), density: 1, restitution: 0.5, friction: 0.2 });
  return body;
}
