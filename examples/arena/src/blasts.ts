import type { RigidBody } from "@dimforge/rapier3d-compat";
import type { RandomSource } from "framegate";
import { Group, PointLight, Vector3 } from "three";
import { createGlowTexture } from "./glow-texture.ts";
import { createRing } from "./ring.ts";
import { createShockwaves } from "./shockwaves.ts";
import { createSparks } from "./sparks.ts";

/** The size, force and look of an explosion. */
export interface Blast {
  /** Metres. */
  readonly reach: number;
  /** Newton seconds for a body in the middle; falls off to zero at `reach`. */
  readonly impulse: number;
  readonly colour: number;
  readonly sparkCount: number;
}

export interface Blasts {
  /** The visible parts of explosions, to be added to the scene once. */
  readonly group: Group;
  /** Pushes `bodies` away from `at` and shows the explosion. */
  explode(at: Vector3, blast: Blast, bodies: readonly RigidBody[]): void;
  /** Advances the visible parts by `dt` seconds. */
  advance(dt: number): void;
}

const flashCount = 3;

/** Prepares pools of sparks, rings and lights, so that an explosion allocates no three.js objects. */
export function createBlasts(random: RandomSource): Blasts {
  const sparks = createSparks(random.stream("sparks"), createGlowTexture());
  const shockwaves = createShockwaves();
  const flashes = Array.from({ length: flashCount }, () => new PointLight(0xffffff, 0, 12));
  const takeFlash = createRing(flashes);
  const group = new Group();
  group.add(sparks.points, shockwaves.mesh, ...flashes);

  function explode(at: Vector3, blast: Blast, bodies: readonly RigidBody[]): void {
    pushBodies(at, blast, bodies);
    sparks.burst(at, blast.colour, blast.sparkCount);
    shockwaves.start(at, blast.reach, blast.colour);
    const flash = takeFlash();
    flash.position.copy(at).setY(at.y + 1);
    flash.color.set(blast.colour);
    flash.intensity = 40 * blast.reach;
  }

  function advance(dt: number): void {
    sparks.advance(dt);
    shockwaves.advance(dt);
    for (const flash of flashes) flash.intensity *= 1 - Math.min(1, 6 * dt);
  }

  return { group, explode, advance };
}

const push = new Vector3();

function pushBodies(at: Vector3, blast: Blast, bodies: readonly RigidBody[]): void {
  for (const body of bodies) {
    push.copy(body.translation()).sub(at);
    const distance = push.length();
    if (distance > blast.reach || distance === 0) continue;
    // Half of the distance is added upwards: crates that only slide along the floor make a dull explosion.
    push.setY(push.y + distance * 0.5);
    body.applyImpulse(push.setLength(blast.impulse * (1 - distance / blast.reach)), true);
  }
}
