import type { RandomStream } from "framegate";
import { Container, Sprite } from "pixi.js";
import type { Texture } from "pixi.js";
import type { Fish } from "./fish.ts";
import { createNeighbourGrid } from "./neighbour-grid.ts";
import { headingColour } from "./palette.ts";
import { sightRadius, steerAroundStones, steerToLantern, steerWithShoal } from "./steering.ts";
import type { Steering } from "./steering.ts";
import type { Stone } from "./stones.ts";
import { tagEntity } from "./tag-entity.ts";

const fishCount = 2000;
const slowest = 55;
const fastest = 175;
/** The width of a cell is the reach of the largest stone, so that nine cells contain every relevant stone. */
const stoneCell = 65;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Shoal {
  readonly container: Container;
  /** Steers and moves every fish for `dt` seconds. */
  swim(lantern: Place, stones: readonly Stone[], dt: number): void;
  /** Frightens the fish around a position. */
  startle(place: Place): void;
  /** Draws every fish at its position, in the colour of its heading. */
  update(): void;
}

/** Fills the water with fish. */
export function createShoal(size: Size, texture: Texture, random: RandomStream): Shoal {
  const container = new Container();
  const shoal = Array.from({ length: fishCount }, (_, index) => createFish(size, texture, random, index));
  container.addChild(...shoal.map((fish) => fish.sprite));
  const grid = createNeighbourGrid<Fish>(size.width, size.height, sightRadius);
  const stoneGrid = createNeighbourGrid<Stone>(size.width, size.height, stoneCell);

  function swim(lantern: Place, stones: readonly Stone[], dt: number): void {
    grid.rebuild(shoal);
    stoneGrid.rebuild(stones);
    for (const fish of shoal) {
      accelerate(fish, steerWithShoal(fish, grid), dt);
      accelerate(fish, steerAroundStones(fish, stoneGrid), dt);
      accelerate(fish, steerToLantern(fish, lantern), dt);
      limitSpeed(fish);
      moveWithin(size, fish, dt);
    }
  }

  function startle(place: Place): void {
    for (const fish of shoal) {
      const offsetX = fish.x - place.x;
      const offsetY = fish.y - place.y;
      const distance = Math.sqrt(offsetX * offsetX + offsetY * offsetY) + 1;
      const fright = Math.max(0, 1 - distance / 260) * 900;
      fish.velocityX += (offsetX / distance) * fright;
      fish.velocityY += (offsetY / distance) * fright;
    }
  }

  function update(): void {
    for (const { sprite, x, y, velocityX, velocityY } of shoal) {
      sprite.position.set(x, y);
      sprite.rotation = Math.atan2(velocityY, velocityX);
      sprite.tint = headingColour(velocityX, velocityY);
    }
  }

  return { container, swim, startle, update };
}

function createFish(size: Size, texture: Texture, random: RandomStream, index: number): Fish {
  const sprite = new Sprite({ texture, anchor: 0.5, scale: 0.42 + random() * 0.4, alpha: 0.75 + random() * 0.25 });
  tagEntity(sprite, `fish-${String(index)}`);
  return {
    x: random() * size.width,
    y: random() * size.height,
    velocityX: random() * 200 - 100,
    velocityY: random() * 200 - 100,
    temper: 0.4 + random() * 0.6,
    sprite,
  };
}

function accelerate(fish: Fish, steering: Steering, dt: number): void {
  fish.velocityX += steering.x * dt;
  fish.velocityY += steering.y * dt;
}

/** A fish never stops, and after a fright it calms down gradually. */
function limitSpeed(fish: Fish): void {
  const speed = Math.sqrt(fish.velocityX * fish.velocityX + fish.velocityY * fish.velocityY) + 0.001;
  const wanted = speed > fastest ? fastest + (speed - fastest) * 0.93 : Math.max(speed, slowest);
  fish.velocityX *= wanted / speed;
  fish.velocityY *= wanted / speed;
}

function moveWithin(size: Size, fish: Fish, dt: number): void {
  fish.x += fish.velocityX * dt;
  fish.y += fish.velocityY * dt;
  if (fish.x < 0 || fish.x > size.width) fish.velocityX = -fish.velocityX;
  if (fish.y < 0 || fish.y > size.height) fish.velocityY = -fish.velocityY;
  fish.x = Math.min(Math.max(fish.x, 0), size.width - 0.001);
  fish.y = Math.min(Math.max(fish.y, 0), size.height - 0.001);
}
