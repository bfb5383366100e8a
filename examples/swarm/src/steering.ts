import type { Fish } from "./fish.ts";
import type { NeighbourGrid } from "./neighbour-grid.ts";
import type { Stone } from "./stones.ts";

/** Distance in pixels at which fish see each other. */
export const sightRadius = 26;
/** Neighbours examined per fish: in a dense shoal the first few are as good as all of them. */
const neighbourLimit = 14;
const personalSpace = 13;

/** An acceleration, in pixels per second squared. */
export interface Steering {
  readonly x: number;
  readonly y: number;
}

/**
 * The three rules of a shoal: keep apart, swim the same way, stay together
 * (Reynolds, "Flocks, Herds and Schools", https://doi.org/10.1145/37402.37406).
 */
export function steerWithShoal(fish: Fish, grid: NeighbourGrid<Fish>): Steering {
  const sums = { count: 0, velocityX: 0, velocityY: 0, x: 0, y: 0, apartX: 0, apartY: 0 };
  grid.visitNear(fish.x, fish.y, (other) => {
    const offsetX = other.x - fish.x;
    const offsetY = other.y - fish.y;
    const distanceSquared = offsetX * offsetX + offsetY * offsetY;
    if (other === fish || distanceSquared > sightRadius * sightRadius) return true;
    sums.count += 1;
    sums.velocityX += other.velocityX;
    sums.velocityY += other.velocityY;
    sums.x += offsetX;
    sums.y += offsetY;
    if (distanceSquared < personalSpace * personalSpace) {
      const closeness = 1 / (distanceSquared + 4);
      sums.apartX -= offsetX * closeness;
      sums.apartY -= offsetY * closeness;
    }
    return sums.count < neighbourLimit;
  });
  if (sums.count === 0) return { x: 0, y: 0 };
  const along = 3.2 * fish.temper;
  return {
    x: (sums.velocityX / sums.count - fish.velocityX) * along + (sums.x / sums.count) * 5 + sums.apartX * 900,
    y: (sums.velocityY / sums.count - fish.velocityY) * along + (sums.y / sums.count) * 5 + sums.apartY * 900,
  };
}

/** Around the stones: the closer, the stronger, and partly sideways, so that the shoal splits and closes again. */
export function steerAroundStones(fish: Fish, stones: NeighbourGrid<Stone>): Steering {
  let x = 0;
  let y = 0;
  stones.visitNear(fish.x, fish.y, (stone) => {
    const offsetX = fish.x - stone.x;
    const offsetY = fish.y - stone.y;
    const distance = Math.sqrt(offsetX * offsetX + offsetY * offsetY) + 0.01;
    const gap = distance - stone.radius - 8;
    if (gap > 22) return true;
    const force = (1 - Math.max(0, gap) / 22) * 900;
    const side = Math.sign(fish.velocityX * offsetY - fish.velocityY * offsetX) || 1;
    x += ((offsetX - side * offsetY * 0.7) / distance) * force;
    y += ((offsetY + side * offsetX * 0.7) / distance) * force;
    return true;
  });
  return { x, y };
}

/** Towards the lantern and then around it: fish close to the light circle it. */
export function steerToLantern(fish: Fish, lantern: { readonly x: number; readonly y: number }): Steering {
  const offsetX = lantern.x - fish.x;
  const offsetY = lantern.y - fish.y;
  const distance = Math.sqrt(offsetX * offsetX + offsetY * offsetY) + 1;
  const inward = distance > 150 ? 190 : (distance - 100) * 3.8;
  const around = 260 * Math.max(0, 1 - distance / 460);
  return {
    x: (offsetX * inward - offsetY * around) / distance,
    y: (offsetY * inward + offsetX * around) / distance,
  };
}
