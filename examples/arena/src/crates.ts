import RAPIER from "@dimforge/rapier3d-compat";
import type { RigidBody, World } from "@dimforge/rapier3d-compat";
import type { RandomSource } from "framegate";
import { Color, MeshStandardMaterial } from "three";
import type { BufferGeometry, Object3D, Vector3Like } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";
import { createActor, placeActor } from "./actor.ts";
import type { Actor } from "./actor.ts";
import { createActorBatch } from "./actor-batch.ts";
import { pointOnCircle } from "./arena-shape.ts";
import { planCrates } from "./crate-plan.ts";
import type { CratePlace } from "./crate-plan.ts";
import { palette } from "./palette.ts";

/** Below this height a crate has left the platform. */
const lostBelow = -6;

/** The loose boxes of the arena. */
export interface Crates {
  readonly bodies: readonly RigidBody[];
  /** Puts crates that fell off back above the platform. */
  recoverLost(): void;
  /** Draws every crate at its body's position. */
  update(): void;
}

/** Stacks the crates by plan. Colours and the positions of recovered crates have streams of their own. */
export function createCrates(parent: Object3D, physics: World, random: RandomSource): Crates {
  const paint = random.stream("crate-colours");
  const recovery = random.stream("crate-recovery");
  const places = planCrates();
  const actors = places.map((place, index) => createCrate(physics, place, index));
  const batch = createActorBatch(parent, actors, {
    geometry: createCrateGeometry(),
    material: new MeshStandardMaterial({ roughness: 0.45, metalness: 0.15 }),
    colours: places.map((place) => pickColour(place, paint())),
  });

  function recoverLost(): void {
    for (const actor of actors) {
      if (actor.body.translation().y < lostBelow) placeActor(actor, dropPlace(recovery(), recovery()));
    }
  }

  return { bodies: actors.map((actor) => actor.body), recoverLost, update: batch.update };
}

function createCrate(physics: World, place: CratePlace, index: number): Actor {
  const halfAngle = -place.turn * Math.PI;
  const body = physics.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(place.x, place.y, place.z)
      .setRotation({ x: 0, y: Math.sin(halfAngle), z: 0, w: Math.cos(halfAngle) })
      .setAngularDamping(0.3),
  );
  physics.createCollider(RAPIER.ColliderDesc.cuboid(0.49, 0.49, 0.49).setFriction(0.6).setDensity(0.6), body);
  return createActor(`crate-${String(index)}`, body);
}

/**
 * A box with soft edges. It is drawn 276 times, so its vertices count: three's own has 324, of which 56 are left once
 * equal ones are shared.
 */
function createCrateGeometry(): BufferGeometry {
  return mergeVertices(new RoundedBoxGeometry(0.98, 0.98, 0.98, 1, 0.09).deleteAttribute("uv"));
}

/** One colour per storey, with slight variation, so that a pile looks like one object. */
function pickColour(place: CratePlace, chance: number): Color {
  const storey = Math.floor(place.y) + (chance > 0.82 ? 1 : 0) + place.shade;
  const colour = new Color(palette.crates[storey % palette.crates.length] ?? palette.crates[0]);
  return colour.offsetHSL(0, 0, (chance - 0.5) * 0.08);
}

function dropPlace(turn: number, reach: number): Vector3Like {
  const { x, z } = pointOnCircle(turn, 4 + reach * 9);
  return { x, y: 10, z };
}
