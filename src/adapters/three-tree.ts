import type { HashSink } from "../core/state-hash.ts";
import { absorbUserData } from "./absorb-user-data.ts";

/** A node of a three.js scene, by shape: a game's own copy of three, or an older one, has classes of its own. */
export interface SceneNode {
  readonly type: string;
  readonly name: string;
  readonly visible: boolean;
  readonly parent: SceneNode | null;
  readonly children: readonly SceneNode[];
  readonly position: Readonly<Record<"x" | "y" | "z", number>>;
  readonly quaternion: Readonly<Record<"x" | "y" | "z" | "w", number>>;
  readonly scale: Readonly<Record<"x" | "y" | "z", number>>;
  traverse(visit: (node: SceneNode) => void): void;
}

/**
 * Absorbs names, visibility and local transforms of a tree. The hash of the GL stream covers materials and geometries.
 */
export function hashTree(tree: SceneNode, sink: HashSink): void {
  tree.traverse((object) => {
    sink.name?.(pathOf(object), objectFields);
    sink.addText(object.name);
    sink.addNumber(object.visible ? 1 : 0);
    sink.addNumber(object.children.length);
    const { position, quaternion, scale } = object;
    sink.addNumber(position.x);
    sink.addNumber(position.y);
    sink.addNumber(position.z);
    sink.addNumber(quaternion.x);
    sink.addNumber(quaternion.y);
    sink.addNumber(quaternion.z);
    sink.addNumber(quaternion.w);
    sink.addNumber(scale.x);
    sink.addNumber(scale.y);
    sink.addNumber(scale.z);
    absorbUserData(object, sink, () => pathOf(object));
  });
}

/** Names of the values that each object adds to a hash, in order. */
const objectFields = [
  ...["name", "visible", "children.length", "position.x", "position.y", "position.z"],
  ...["quaternion.x", "quaternion.y", "quaternion.z", "quaternion.w", "scale.x", "scale.y", "scale.z"],
];

/** `Scene/Group(cart)/children[2]`: from the root of the tree, by name where there is one. */
function pathOf(object: SceneNode): string {
  const { parent, name, type } = object;
  if (parent === null) return type;
  const own = name === "" ? `children[${String(parent.children.indexOf(object))}]` : `${type}(${name})`;
  return `${pathOf(parent)}/${own}`;
}
