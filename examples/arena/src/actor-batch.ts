import { InstancedMesh } from "three";
import type { BufferGeometry, Color, Material, Object3D } from "three";
import { copyPose } from "./actor.ts";
import type { Actor } from "./actor.ts";

/** Draws many actors of one shape in a single draw call. */
export interface ActorBatch {
  readonly mesh: InstancedMesh;
  /** Copies every body's pose to its node and to the instance that is drawn for it. */
  update(): void;
}

/** Adds the actors' nodes to `parent` as entities, and one instanced mesh that draws them. */
export function createActorBatch(
  parent: Object3D,
  actors: readonly Actor[],
  look: { readonly geometry: BufferGeometry; readonly material: Material; readonly colours?: readonly Color[] },
): ActorBatch {
  const mesh = new InstancedMesh(look.geometry, look.material, actors.length);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  // The bounds of an instanced mesh are computed once. These instances move, so it would be culled by its old bounds.
  mesh.frustumCulled = false;
  look.colours?.forEach((colour, index) => mesh.setColorAt(index, colour));
  parent.add(mesh, ...actors.map((actor) => actor.node));

  function update(): void {
    actors.forEach((actor, index) => {
      copyPose(actor);
      actor.node.updateMatrix();
      mesh.setMatrixAt(index, actor.node.matrix);
    });
    mesh.instanceMatrix.needsUpdate = true;
  }

  update();
  return { mesh, update };
}
