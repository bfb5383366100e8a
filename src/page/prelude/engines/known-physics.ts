import type { ClassShape } from "./class-shapes.ts";

/** A class of a physics engine with a method that steps its world. */
export interface PhysicsClass {
  readonly engine: string;
  readonly shape: ClassShape;
  readonly steps: readonly string[];
}

function physicsClass(engine: string, steps: readonly string[], others: readonly string[]): PhysicsClass {
  return { engine, steps, shape: { methods: [...steps, ...others], getters: [] } };
}

/** Where two classes match, the more specific one comes first. Minifiers keep the names of methods. */
export const physicsClasses: readonly PhysicsClass[] = [
  physicsClass("rapier", ["step"], ["createRigidBody", "createCollider"]),
  physicsClass("rapier", ["step", "stepWithEvents"], ["free"]),
  physicsClass("cannon-es", ["step", "fixedStep"], ["internalStep", "addBody", "addContactMaterial"]),
  physicsClass("p2", ["step"], ["internalStep", "addBody", "addSpring"]),
  physicsClass("cannon", ["step"], ["internalStep", "addBody", "addContactMaterial"]),
  physicsClass("planck", ["step"], ["createBody", "createJoint", "queryAABB"]),
  physicsClass("box2d", ["Step"], ["CreateBody", "CreateJoint", "SetGravity"]),
  physicsClass("ammo", ["stepSimulation"], ["addRigidBody", "removeRigidBody"]),
  physicsClass("jolt", ["Step"], ["GetPhysicsSystem"]),
];

/** The engine of matter-js is not a class, but an object with functions. */
export const matterEngine = { name: "matter-js", step: "update", others: ["create", "merge", "clear"] } as const;

/** Words in the source of the function that steps a matter-js world. Minifiers keep the names of properties. */
export const matterWords: readonly string[] = ["positionIterations", "velocityIterations", "beforeUpdate"];
