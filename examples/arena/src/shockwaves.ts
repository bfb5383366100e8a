import { AdditiveBlending, Color, DoubleSide, InstancedMesh, MeshBasicMaterial, Object3D, RingGeometry } from "three";
import type { Vector3 } from "three";
import { createRing } from "./ring.ts";

const poolSize = 12;

interface Shockwave {
  readonly pose: Object3D;
  readonly colour: Color;
  reach: number;
  /** 0 when it starts, 1 when it has faded. */
  age: number;
}

export interface Shockwaves {
  readonly mesh: InstancedMesh;
  /** Starts a ring of light on the floor that grows to `reach` metres. */
  start(at: Vector3, reach: number, colour: number): void;
  /** Grows and fades all rings by `dt` seconds. */
  advance(dt: number): void;
}

/** Creates a pool of rings; when it is exhausted, the oldest ring starts again. */
export function createShockwaves(): Shockwaves {
  const geometry = new RingGeometry(0.9, 1, 64).rotateX(-Math.PI / 2);
  const material = new MeshBasicMaterial({
    blending: AdditiveBlending,
    depthWrite: false,
    side: DoubleSide,
    fog: false,
  });
  const mesh = new InstancedMesh(geometry, material, poolSize);
  mesh.frustumCulled = false;
  const waves = Array.from({ length: poolSize }, createShockwave);
  const takeWave = createRing(waves);
  const tint = new Color();

  function start(at: Vector3, reach: number, colour: number): void {
    const wave = takeWave();
    wave.pose.position.set(at.x, 0.06, at.z);
    wave.colour.set(colour);
    wave.reach = reach;
    wave.age = 0;
  }

  function advance(dt: number): void {
    waves.forEach((wave, index) => {
      wave.age = Math.min(1, wave.age + dt * 1.8);
      const fading = (1 - wave.age) ** 2;
      wave.pose.scale.setScalar(wave.age < 1 ? wave.reach * (1 - fading) : 0);
      wave.pose.updateMatrix();
      mesh.setMatrixAt(index, wave.pose.matrix);
      mesh.setColorAt(index, tint.copy(wave.colour).multiplyScalar(fading));
    });
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
  }

  advance(0);
  return { mesh, start, advance };
}

function createShockwave(): Shockwave {
  return { pose: new Object3D(), colour: new Color(0), reach: 0, age: 1 };
}
