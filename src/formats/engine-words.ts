/**
 * Names that the source of an engine contains, one at least of every class that the prelude recognises. Minifiers keep
 * them. Pages without them need no search of their heap.
 */
export const engineWords: readonly string[] = [
  "lastObjectRendered",
  "isTransitioning",
  "setCanvasResolution",
  "addTransformNode",
  "createRigidBody",
  "stepWithEvents",
  "internalStep",
  "queryAABB",
  "CreateJoint",
  "removeRigidBody",
  "GetPhysicsSystem",
  "positionIterations",
];
