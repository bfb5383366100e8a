import RAPIER from "@dimforge/rapier3d-compat";
import type { World } from "@dimforge/rapier3d-compat";
import { arenaRadius, pointOnCircle, pylonCount } from "./arena-shape.ts";

const floorThickness = 0.6;
/** Higher than the visible pylons, so that a blast does not empty the platform. */
const wallHalfHeight = 4;

/** Adds the platform and the ring around it as fixed colliders. The floor's top is at height 0. */
export function buildWalls(physics: World): void {
  physics.createCollider(
    RAPIER.ColliderDesc.cylinder(floorThickness / 2, arenaRadius + 1)
      .setTranslation(0, -floorThickness / 2, 0)
      .setFriction(0.8),
  );
  const halfWidth = arenaRadius * Math.tan(Math.PI / pylonCount) + 0.05;
  for (let index = 0; index < pylonCount; index += 1) {
    const turn = index / pylonCount;
    const { x, z } = pointOnCircle(turn, arenaRadius + 0.25);
    const halfAngle = -turn * Math.PI;
    physics.createCollider(
      RAPIER.ColliderDesc.cuboid(0.25, wallHalfHeight, halfWidth)
        .setTranslation(x, wallHalfHeight, z)
        .setRotation({ x: 0, y: Math.sin(halfAngle), z: 0, w: Math.cos(halfAngle) }),
    );
  }
}
