import type { RandomStream } from "framegate";
import { Group, Mesh, MeshStandardMaterial, OctahedronGeometry, type Vector3 } from "three";

export interface Crystals {
  readonly group: Group;
  /** Number of crystals gathered so far. */
  readonly gathered: number;
  /** Gathers the crystals near a position; each of them reappears elsewhere. */
  gather(place: Vector3): void;
  update(seconds: number, dt: number): void;
}

const reach = 1.5;

/** Crystals that orbit with the ring. */
export function createCrystals(count: number, random: RandomStream): Crystals {
  const geometry = new OctahedronGeometry(0.34);
  const materials = ["#ff8fd0", "#ffd166", "#7cf5c4"].map((color) => {
    return new MeshStandardMaterial({
      color,
      emissive: color,
      emissiveIntensity: 0.45,
      roughness: 0.25,
      flatShading: true,
    });
  });
  const group = new Group();
  for (let index = 0; index < count; index += 1) {
    const crystal = new Mesh(geometry, materials[index % materials.length]);
    crystal.userData["entityId"] = `crystal-${index}`;
    place(crystal, random);
    group.add(crystal);
  }
  let gathered = 0;

  return {
    group,
    get gathered() {
      return gathered;
    },
    gather(at) {
      for (const crystal of group.children) {
        if (crystal.position.distanceTo(at) > reach) continue;
        gathered += 1;
        place(crystal, random);
        crystal.scale.setScalar(0.01);
      }
    },
    update(seconds, dt) {
      for (const [index, crystal] of group.children.entries()) {
        crystal.rotation.y = seconds * 1.6 + index;
        crystal.position.y = 0.3 * Math.sin(seconds * 2 + index * 1.7);
        // A new one grows to its full size.
        crystal.scale.addScalar((1 - crystal.scale.x) * 3 * dt);
      }
    },
  };
}

function place(crystal: { readonly position: Vector3 }, random: RandomStream): void {
  const angle = random() * Math.PI * 2;
  const radius = 5 + random() * 8;
  crystal.position.set(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
}
