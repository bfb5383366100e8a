export {
  type AdapterPlace,
  type CustomAdapter,
  defineAdapter,
  type MountedAdapter,
  type MountedScene,
  type MountedStage,
} from "./adapters/custom-contract.ts";
export type { StageNode } from "./adapters/pixi-tree.ts";
export type { SceneNode } from "./adapters/three-tree.ts";
