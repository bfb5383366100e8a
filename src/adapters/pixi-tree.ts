import type { HashSink } from "../core/state-hash.ts";
import { absorbUserData } from "./absorb-user-data.ts";

/** A container of a PixiJS stage, by shape: an older runtime has classes of its own. */
export interface StageNode {
  readonly visible: boolean;
  readonly alpha: number;
  readonly rotation: number;
  readonly position: Readonly<Record<"x" | "y", number>>;
  readonly scale: Readonly<Record<"x" | "y", number>>;
  /** Null until it is set, and unknown to older versions. */
  readonly label?: string | null;
  readonly parent?: object | null;
  /** Some objects of older versions have none. */
  readonly children?: readonly StageNode[];
}

/** Absorbs labels, visibility, alpha and local transforms of a tree. The hash of the GL stream covers textures. */
export function hashTree(container: StageNode, sink: HashSink): void {
  sink.name?.(pathOf(container), containerFields);
  sink.addText(container.label ?? "");
  sink.addNumber(container.visible ? 1 : 0);
  sink.addNumber(container.alpha);
  sink.addNumber(container.position.x);
  sink.addNumber(container.position.y);
  sink.addNumber(container.scale.x);
  sink.addNumber(container.scale.y);
  sink.addNumber(container.rotation);
  const children = childrenOf(container);
  sink.addNumber(children.length);
  absorbUserData(container, sink, () => pathOf(container));
  for (const child of children) hashTree(child, sink);
}

const noChildren: readonly StageNode[] = [];

function childrenOf({ children = noChildren }: StageNode): readonly StageNode[] {
  return children;
}

/** Names of the values that each container adds to a hash, in order. */
const containerFields = [
  ...["label", "visible", "alpha", "position.x", "position.y", "scale.x", "scale.y", "rotation", "children.length"],
];

/** `stage/cart/children[2]`: from the stage on, by label where there is one. */
function pathOf(container: StageNode): string {
  const { parent, label = null } = container;
  if (!isStageNode(parent)) return "stage";
  const isNamed = label !== null && label !== "" && label !== container.constructor.name;
  return `${pathOf(parent)}/${isNamed ? label : `children[${String(childrenOf(parent).indexOf(container))}]`}`;
}

function isStageNode(value: object | null | undefined): value is StageNode {
  return typeof value === "object" && value !== null && "children" in value;
}
