import RAPIER from "@dimforge/rapier3d-compat";
import type { Collider, World } from "@dimforge/rapier3d-compat";
import { CapsuleGeometry, InstancedMesh, MeshBasicMaterial, Object3D, Vector3 } from "three";
import { palette } from "./palette.ts";
import { createRing } from "./ring.ts";

/** Metres per second. Fast enough to pass through a crate in one step, so a bolt is a ray instead of a body. */
const speed = 34;
const lifetimeSeconds = 0.8;
const poolSize = 16;

/** The object that a bolt has hit. */
export interface BoltHit {
  readonly point: Vector3;
  readonly collider: Collider;
}

export interface Bolts {
  readonly mesh: InstancedMesh;
  fire(from: Vector3, direction: Vector3): void;
  /** Moves all bolts by `dt` seconds and returns their hits. */
  advance(dt: number): readonly BoltHit[];
}

interface Bolt {
  readonly pose: Object3D;
  readonly direction: Vector3;
  secondsLeft: number;
}

/** Creates a pool of bolts; when it is exhausted, the oldest bolt is fired again. */
export function createBolts(physics: World): Bolts {
  const geometry = new CapsuleGeometry(0.1, 0.9, 4, 8).rotateX(Math.PI / 2);
  const mesh = new InstancedMesh(geometry, new MeshBasicMaterial({ color: palette.bolt }), poolSize);
  mesh.frustumCulled = false;
  const bolts = Array.from({ length: poolSize }, createBolt);
  const takeBolt = createRing(bolts);
  const ray = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 1 });
  const target = new Vector3();

  function fire(from: Vector3, direction: Vector3): void {
    const bolt = takeBolt();
    bolt.pose.position.copy(from);
    bolt.direction.copy(direction);
    bolt.pose.lookAt(target.addVectors(from, direction));
    bolt.secondsLeft = lifetimeSeconds;
  }

  function flyOn(bolt: Bolt, dt: number): BoltHit | undefined {
    ray.origin = bolt.pose.position;
    ray.dir = bolt.direction;
    const hit = physics.castRay(ray, speed * dt, true);
    bolt.pose.position.addScaledVector(bolt.direction, hit?.timeOfImpact ?? speed * dt);
    bolt.secondsLeft = hit === null ? bolt.secondsLeft - dt : 0;
    return hit === null ? undefined : { point: bolt.pose.position.clone(), collider: hit.collider };
  }

  function advance(dt: number): readonly BoltHit[] {
    const hits: BoltHit[] = [];
    bolts.forEach((bolt, index) => {
      const hit = bolt.secondsLeft > 0 ? flyOn(bolt, dt) : undefined;
      if (hit !== undefined) hits.push(hit);
      bolt.pose.scale.setScalar(bolt.secondsLeft > 0 ? 1 : 0);
      bolt.pose.updateMatrix();
      mesh.setMatrixAt(index, bolt.pose.matrix);
    });
    mesh.instanceMatrix.needsUpdate = true;
    return hits;
  }

  return { mesh, fire, advance };
}

function createBolt(): Bolt {
  return { pose: new Object3D(), direction: new Vector3(), secondsLeft: 0 };
}
