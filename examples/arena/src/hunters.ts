import RAPIER from "@dimforge/rapier3d-compat";
import type { Collider, World } from "@dimforge/rapier3d-compat";
import type { RandomSource, RandomStream } from "framegate";
import { IcosahedronGeometry, MeshStandardMaterial, Vector3 } from "three";
import type { Object3D } from "three";
import { createActor, placeActor } from "./actor.ts";
import type { Actor } from "./actor.ts";
import { createActorBatch } from "./actor-batch.ts";
import { pointOnCircle } from "./arena-shape.ts";
import { palette } from "./palette.ts";

const hunterCount = 24;
export const hunterRadius = 0.55;
/** Newtons that pull a hunter towards the player. */
const pull = 12;

/** One of the spiky balls that roll after the player. */
export interface Hunter extends Actor {
  /** Its distance to the side of the direct way, so that hunters come from everywhere instead of in a line. */
  readonly stray: number;
}

export interface Hunters {
  readonly all: readonly Hunter[];
  /** Pushes every hunter towards `target` for a step of `dt` seconds. */
  chase(target: Vector3, dt: number): void;
  /** The hunter that the collider belongs to, if it is one. */
  find(collider: Collider): Hunter | undefined;
  /** The hunter closest to `from` within `reach` metres. */
  nearest(from: Vector3, reach: number): Hunter | undefined;
  /** Sends a hunter back to the wall, from where it rolls in again. */
  respawn(hunter: Hunter): void;
  update(): void;
}

/** Spreads the hunters along the wall. Their positions and characters have a stream of their own. */
export function createHunters(parent: Object3D, physics: World, random: RandomSource): Hunters {
  const stream = random.stream("hunters");
  const all = Array.from({ length: hunterCount }, (_, index) => createHunter(physics, stream, index));
  const byCollider = new Map(all.map((hunter) => [hunter.body.collider(0).handle, hunter]));
  const batch = createActorBatch(parent, all, {
    geometry: new IcosahedronGeometry(hunterRadius, 0),
    material: new MeshStandardMaterial({
      color: palette.hunter,
      emissive: palette.hunter,
      emissiveIntensity: 0.55,
      roughness: 0.35,
      flatShading: true,
    }),
  });
  const push = new Vector3();

  function chase(target: Vector3, dt: number): void {
    for (const hunter of all) {
      push.subVectors(target, hunter.node.position).setY(0);
      push.set(push.x - push.z * hunter.stray, 0, push.z + push.x * hunter.stray);
      hunter.body.applyImpulse(push.setLength(pull * dt), true);
    }
  }

  function nearest(from: Vector3, reach: number): Hunter | undefined {
    let best: Hunter | undefined;
    let bestDistance = reach;
    for (const hunter of all) {
      const distance = hunter.node.position.distanceTo(from);
      if (distance < bestDistance) {
        best = hunter;
        bestDistance = distance;
      }
    }
    return best;
  }

  return {
    all,
    chase,
    nearest,
    find: (collider) => byCollider.get(collider.handle),
    respawn: (hunter) => {
      placeActor(hunter, spawnPlace(stream));
    },
    update: batch.update,
  };
}

function createHunter(physics: World, stream: RandomStream, index: number): Hunter {
  const { x, y, z } = spawnPlace(stream);
  const body = physics.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setLinearDamping(0.9).setAngularDamping(0.4),
  );
  physics.createCollider(RAPIER.ColliderDesc.ball(hunterRadius).setFriction(0.9).setDensity(1.6), body);
  return { ...createActor(`hunter-${String(index)}`, body), stray: stream() * 1.2 - 0.6 };
}

function spawnPlace(stream: RandomStream): Vector3 {
  const { x, z } = pointOnCircle(stream(), 15.4);
  return new Vector3(x, 3 + stream() * 4, z);
}
