import { BoxGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial } from "three";
import type { Object3D } from "three";
import { columnsAcross, columnsDeep } from "./stacks.ts";

/** Height in metres at which the crane drops a crate. */
export const craneHeight = 9;

const speed = 7;
const reachX = (columnsAcross - 1) / 2;
const reachZ = (columnsDeep - 1) / 2;

export interface Crane {
  /** Position of the hook. */
  readonly position: { readonly x: number; readonly z: number };
  /** Drives the trolley for `dt` seconds; the length of `direction` is at most 1. */
  drive(direction: { readonly x: number; readonly y: number }, dt: number): void;
}

/** The gantry crane that the player steers. */
export function createCrane(parent: Object3D): Crane {
  const yellow = new MeshStandardMaterial({ color: 0xf2c230, roughness: 0.5, metalness: 0.3 });
  const dark = new MeshStandardMaterial({ color: 0x2b2f3a, roughness: 0.6, metalness: 0.4 });
  const bridge = new Group();
  bridge.userData.entityId = "crane";
  const beam = new Mesh(new BoxGeometry(columnsAcross + 3, 0.35, 0.5), yellow);
  beam.position.y = craneHeight + 1.4;
  beam.castShadow = true;
  const trolley = new Group();
  const cabin = new Mesh(new BoxGeometry(1.1, 0.5, 1), dark);
  cabin.position.y = craneHeight + 1;
  const hook = new Mesh(new CylinderGeometry(0.06, 0.06, 0.9, 8), dark);
  hook.position.y = craneHeight + 0.4;
  trolley.add(cabin, hook);
  bridge.add(beam, trolley);
  parent.add(bridge);
  const position = { x: 0, z: 0 };

  function drive(direction: { readonly x: number; readonly y: number }, dt: number): void {
    position.x = clamp(position.x + direction.x * speed * dt, reachX);
    position.z = clamp(position.z + direction.y * speed * dt, reachZ);
    trolley.position.x = position.x;
    bridge.position.z = position.z;
  }

  return { position, drive };
}

function clamp(value: number, reach: number): number {
  return Math.min(reach, Math.max(-reach, value));
}
