import type { RandomStream } from "framegate";
import { BoxGeometry, Mesh, MeshStandardMaterial } from "three";
import type { Object3D } from "three";
import { createCrateTexture } from "./crate-texture.ts";
import type { Column, Stacks } from "./stacks.ts";

const crateLimit = 180;
const gravity = -22;
const paints = [0xf08a4b, 0xf4c35a, 0xe0614a, 0x5fbfae, 0x4f9ad6] as const;

interface Crate {
  readonly mesh: Mesh;
  restHeight: number;
  /** Metres per second; 0 when the crate has come to rest. */
  fallSpeed: number;
}

export interface CrateRain {
  /** Drops the next crate above a column; does nothing when all crates have been dropped. */
  drop(column: Column, fromHeight: number): void;
  /** Lets the crates fall for `dt` seconds. */
  fall(dt: number): void;
}

/**
 * Creates all crates at once and shows them one by one. Each is a mesh of its own, which costs a draw call and another
 * one for its shadow: the mistake that this example is about. The arena example draws its crates in a single call.
 */
export function createCrateRain(parent: Object3D, stacks: Stacks, random: RandomStream): CrateRain {
  const geometry = new BoxGeometry(0.96, 0.96, 0.96);
  const texture = createCrateTexture();
  const materials = paints.map((color) => new MeshStandardMaterial({ color, map: texture, roughness: 0.75 }));
  const crates = Array.from({ length: crateLimit }, (_, index) => {
    const mesh = new Mesh(geometry, materials[Math.floor(random() * materials.length)]);
    mesh.userData.entityId = `crate-${String(index)}`;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.visible = false;
    return { mesh, restHeight: 0, fallSpeed: 0 };
  });
  parent.add(...crates.map((crate) => crate.mesh));
  let dropped = 0;

  function drop(column: Column, fromHeight: number): void {
    const crate = crates[dropped];
    if (crate === undefined) return;
    dropped += 1;
    crate.mesh.visible = true;
    crate.mesh.position.set(column.x, fromHeight, column.z);
    crate.mesh.rotation.y = (random() - 0.5) * 0.12;
    crate.restHeight = stacks.claimStorey(column) + 0.48;
    crate.fallSpeed = -1;
  }

  return {
    drop,
    fall: (dt) => {
      for (const crate of crates) fallOn(crate, dt);
    },
  };
}

function fallOn(crate: Crate, dt: number): void {
  if (crate.fallSpeed === 0) return;
  crate.fallSpeed += gravity * dt;
  crate.mesh.position.y += crate.fallSpeed * dt;
  if (crate.mesh.position.y > crate.restHeight) return;
  crate.mesh.position.y = crate.restHeight;
  // One small bounce, then rest.
  crate.fallSpeed = crate.fallSpeed < -6 ? crate.fallSpeed * -0.18 : 0;
}
