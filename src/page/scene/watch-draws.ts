import { objectAt, textAt } from "./node-reader.ts";

/** Notified of the node that an engine draws next, and of its end. */
export interface NodeWatch {
  /** Whether anybody listens now. Checked first, because a frame draws many nodes. */
  isInspecting(): boolean;
  nameNode(node: string | null): void;
}

// Scene graphs are rarely deeper, and a cycle must not loop forever.
const depthMax = 32;
const watched = new WeakSet<object>();

/**
 * Reports which node of a three.js scene is drawn: the renderer calls these methods of each node around its draws. They
 * are on the prototype that all nodes share, however the game was bundled. A node with methods of its own is missed.
 */
export function watchThreeDraws(root: object, watch: NodeWatch): void {
  const prototype = prototypeWith(root, "onBeforeRender");
  if (prototype === null || watched.has(prototype)) return;
  watched.add(prototype);
  wrap(prototype, ["onBeforeRender", "onBeforeShadow"], (node) => {
    if (watch.isInspecting()) watch.nameNode(pathOf(node));
  });
  wrap(prototype, ["onAfterRender", "onAfterShadow"], () => {
    watch.nameNode(null);
  });
}

function wrap(prototype: object, names: readonly string[], see: (node: object) => void): void {
  for (const name of names) {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== "function") continue;
    Reflect.defineProperty(prototype, name, {
      ...Reflect.getOwnPropertyDescriptor(prototype, name),
      value(this: object, ...parameters: unknown[]): unknown {
        see(this);
        return Reflect.apply(original, this, parameters);
      },
    });
  }
}

/** The prototype of an object that has its own method of this name; null if there is none. */
function prototypeWith(node: object, name: string): object | null {
  for (let owner = Reflect.getPrototypeOf(node); owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, name)) return owner;
  }
  return null;
}

/**
 * The names of a node and its ancestors, outermost first, as in `world/enemies/Mesh`. A node without a name is shown by
 * its type.
 */
function pathOf(node: object): string {
  const names: string[] = [];
  let at: object | null = node;
  for (let depth = 0; at !== null && depth < depthMax; depth += 1) {
    names.unshift(textAt(at, "name") || textAt(at, "type") || "node");
    at = objectAt(at, "parent");
  }
  return names.join("/");
}
