import { listAt, objectAt, textAt } from "./node-reader.ts";

/** Notified of the node that an engine draws next, and of its end. */
export interface NodeWatch {
  /** Whether anybody listens now. Checked first, because a frame draws many nodes. */
  isInspecting(): boolean;
  nameNode(node: string | null): void;
  /** Called after `nameNode`, for a mesh that is drawn once and could be an instance of an `InstancedMesh`. */
  noteMesh?(mesh: InstanceableMesh): void;
}

/** A mesh of three.js whose draw could be shared by others of the same geometry and material. */
export interface InstanceableMesh {
  readonly node: object;
  readonly geometry: object;
  readonly material: object;
}

// Scene graphs are rarely deeper, and a cycle must not loop forever.
const depthMax = 32;
const watched = new WeakSet<object>();
/** Prototypes whose methods do nothing before a draw. */
const plainPrototypes = new WeakSet<object>();
/** Prototypes of nodes that need no look in later frames. If one is in, so are its own prototypes. */
const wrappedClasses = new WeakSet<object>();

const before = ["onBeforeRender", "onBeforeShadow"];
const after = ["onAfterRender", "onAfterShadow"];
const methods = [...before, ...after];

/**
 * Reports which node of a three.js scene is drawn: the renderer calls these methods of each node around its draws. They
 * are on the prototype that all nodes share, however the game was bundled. The renderer calls them of a scene first,
 * which is when nodes and classes with methods of their own are found.
 */
export function watchThreeDraws(root: object, watch: NodeWatch): void {
  const prototype = prototypeWith(root, "onBeforeRender");
  if (prototype === null) return;
  plainPrototypes.add(prototype);
  wrapAround(prototype, watch);
}

function wrapAround(owner: object, watch: NodeWatch): void {
  if (watched.has(owner)) return;
  watched.add(owner);
  wrap(owner, before, (node) => {
    if (!watch.isInspecting()) return;
    if (Reflect.get(node, "isScene") === true) wrapOwn(node, watch);
    watch.nameNode(pathOf(node));
    const mesh = watch.noteMesh === undefined ? null : instanceableMesh(node);
    if (mesh !== null) watch.noteMesh?.(mesh);
  });
  wrap(owner, after, () => {
    watch.nameNode(null);
  });
}

/** Wraps the methods of the nodes below a scene, and of their classes, that hide those of the shared prototype. */
function wrapOwn(scene: object, watch: NodeWatch): void {
  // A set visits elements that are added while it is iterated, and ends in a cycle of nodes.
  const found = new Set([scene]);
  for (const node of found) {
    wrapIfOwn(node, watch);
    for (const prototype of prototypesOf(node)) {
      if (wrappedClasses.has(prototype)) break;
      wrappedClasses.add(prototype);
      wrapIfOwn(prototype, watch);
    }
    for (const child of listAt(node, "children")) if (typeof child === "object" && child !== null) found.add(child);
  }
}

function wrapIfOwn(owner: object, watch: NodeWatch): void {
  if (methods.some((name) => Object.hasOwn(owner, name))) wrapAround(owner, watch);
}

function wrap(owner: object, names: readonly string[], see: (node: object) => void): void {
  for (const name of names) {
    const descriptor = Reflect.getOwnPropertyDescriptor(owner, name);
    const original: unknown = descriptor?.value;
    if (typeof original !== "function") continue;
    Reflect.defineProperty(owner, name, {
      ...descriptor,
      value(this: object, ...parameters: unknown[]): unknown {
        see(this);
        return Reflect.apply(original, this, parameters);
      },
    });
  }
}

function prototypesOf(node: object): readonly object[] {
  const owner = Reflect.getPrototypeOf(node);
  return owner === null ? [] : [owner, ...prototypesOf(owner)];
}

/** The prototype of an object that has its own method of this name; null if there is none. */
function prototypeWith(node: object, name: string): object | null {
  return prototypesOf(node).find((owner) => Object.hasOwn(owner, name)) ?? null;
}

const otherMeshes = ["isInstancedMesh", "isSkinnedMesh", "isBatchedMesh"];

/** Null for a node that is no mesh, or whose draw differs from others in more than its place: by bones, say. */
function instanceableMesh(node: object): InstanceableMesh | null {
  if (Reflect.get(node, "isMesh") !== true || otherMeshes.some((name) => Reflect.get(node, name) === true)) return null;
  // A method of its own may set something before each draw.
  const owner = Object.hasOwn(node, "onBeforeRender") ? node : prototypeWith(node, "onBeforeRender");
  if (owner === null || !plainPrototypes.has(owner)) return null;
  const geometry = objectAt(node, "geometry");
  const material = objectAt(node, "material");
  // Transparent meshes are drawn in the order of their distance, and several materials take several draws.
  if (geometry === null || material === null || Array.isArray(material)) return null;
  if (Reflect.get(material, "transparent") === true || listAt(node, "morphTargetInfluences").length > 0) return null;
  return { node, geometry, material };
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
