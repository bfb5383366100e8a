import type { RigidBody } from "@dimforge/rapier3d-compat";
import { Object3D } from "three";
import type { Vector3Like } from "three";

/** An object of the game: a body that physics moves, and a scene node at the body's position. */
export interface Actor {
  readonly body: RigidBody;
  readonly node: Object3D;
}

/** Makes an actor whose node counts as an entity. The node is not in the scene yet. */
export function createActor(entityId: string, body: RigidBody): Actor {
  const node = new Object3D();
  node.userData.entityId = entityId;
  copyPose({ body, node });
  return { body, node };
}

/** Moves the actor's node to where physics has moved its body. */
export function copyPose({ body, node }: Actor): void {
  node.position.copy(body.translation());
  const rotation = body.rotation();
  node.quaternion.set(rotation.x, rotation.y, rotation.z, rotation.w);
}

/** Puts an actor somewhere else, at rest. */
export function placeActor(actor: Actor, position: Vector3Like): void {
  const rest = { x: 0, y: 0, z: 0 };
  actor.body.setTranslation(position, true);
  actor.body.setLinvel(rest, true);
  actor.body.setAngvel(rest, true);
  copyPose(actor);
}
