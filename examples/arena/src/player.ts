import RAPIER from "@dimforge/rapier3d-compat";
import type { World } from "@dimforge/rapier3d-compat";
import {
  ConeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PointLight,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import type { Object3D } from "three";
import { createActor, placeActor } from "./actor.ts";
import type { Actor } from "./actor.ts";
import type { Controls } from "./controls.ts";
import { palette } from "./palette.ts";

/** Metres per second at full stick. */
const topSpeed = 9;
/** Share of the difference to the wanted speed that is gained in one step. */
const grip = 0.14;

/** The player's drone. */
export interface Player extends Actor {
  /** Direction of its nose, on the floor plane, of length 1. */
  readonly heading: Vector3;
  /** Pushes the drone towards the speed of the controls. */
  steer(controls: Controls): void;
  /** Turns the nose towards `direction`, which need not be normalised. */
  face(direction: Vector3): void;
  /** Puts the drone back in the middle. */
  reset(): void;
  /** Draws the drone at its body's position. `seconds` drives its spinning ring. */
  update(seconds: number): void;
}

/** Puts the drone into the middle of the platform. */
export function createPlayer(parent: Object3D, physics: World): Player {
  const actor = createActor("player", createBody(physics));
  const looks = createLooks();
  actor.node.add(looks.hull, looks.ring);
  parent.add(actor.node);
  const heading = new Vector3(0, 0, -1);
  const push = new Vector3();

  function steer(controls: Controls): void {
    push.copy(controls.move).multiplyScalar(topSpeed).sub(actor.body.linvel()).setY(0);
    actor.body.applyImpulse(push.multiplyScalar(actor.body.mass() * grip), true);
  }

  function face(direction: Vector3): void {
    if (direction.lengthSq() > 0.01) heading.copy(direction).setY(0).normalize();
  }

  function update(seconds: number): void {
    actor.node.position.copy(actor.body.translation());
    looks.hull.rotation.y = Math.atan2(-heading.x, -heading.z);
    looks.ring.rotation.set(1.35 + Math.sin(seconds * 2.1) * 0.12, seconds * 3, 0);
  }

  return {
    ...actor,
    heading,
    steer,
    face,
    reset: () => {
      placeActor(actor, { x: 0, y: 1, z: 0 });
    },
    update,
  };
}

function createBody(physics: World): RAPIER.RigidBody {
  const body = physics.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.7, 0).lockRotations().setCanSleep(false),
  );
  physics.createCollider(RAPIER.ColliderDesc.ball(0.65).setFriction(0).setDensity(3), body);
  return body;
}

function createLooks(): { readonly hull: Group; readonly ring: Mesh } {
  const shell = new MeshStandardMaterial({ color: palette.player, roughness: 0.2, metalness: 0.3 });
  const glow = new MeshBasicMaterial({ color: palette.playerGlow });
  const core = new Mesh(new SphereGeometry(0.52, 32, 20), shell);
  core.castShadow = true;
  const nose = new Mesh(new ConeGeometry(0.24, 0.55, 20), glow);
  nose.rotation.x = -Math.PI / 2;
  nose.position.z = -0.7;
  const light = new PointLight(palette.playerGlow, 26, 9);
  light.position.y = 1.2;
  const hull = new Group();
  hull.add(core, nose, light);
  return { hull, ring: new Mesh(new TorusGeometry(0.82, 0.055, 10, 48), glow) };
}
