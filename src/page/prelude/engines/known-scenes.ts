import { listAt, type NodeReader, objectAt, pixiNodes, textAt } from "../../scene/node-reader.ts";
import { isFunction } from "../native/native-look.ts";
import type { ClassShape } from "./class-shapes.ts";

/** A class of an engine with a method that is called for each picture of a scene graph. */
export interface SceneClass {
  readonly shape: ClassShape;
  readonly method: string;
  readonly reader: NodeReader;
  /** The root of the drawn scene graph, after the method was called on `self`; null if there is none. */
  rootOf(self: object): object | null;
}

const nobody: readonly unknown[] = [];

const phaserNodes: NodeReader = {
  engine: "phaser",
  hasEntityIds: false,
  countsRoot: false,
  // Of a display list and of containers and layers.
  children: (node) => listAt(node, "list"),
  typeOf: (node) => textAt(node, "type") || null,
  nameOf: (node) => textAt(node, "name"),
  userDataOf(node): unknown {
    const data = objectAt(node, "data");
    return data === null ? null : objectAt(data, "values");
  },
};

const playcanvasNodes: NodeReader = {
  engine: "playcanvas",
  hasEntityIds: false,
  countsRoot: true,
  children: (node) => listAt(node, "children"),
  // Entities have components.
  typeOf: (node) => (objectAt(node, "c") === null ? "GraphNode" : "Entity"),
  nameOf: (node) => textAt(node, "name"),
  userDataOf: () => null,
};

/** A scene of Babylon.js lists all its nodes, however deep they are. */
const babylonNodes: NodeReader = {
  engine: "babylon",
  hasEntityIds: false,
  countsRoot: false,
  children(node) {
    if (!Reflect.has(node, "meshes")) return nobody;
    return ["meshes", "transformNodes", "lights", "cameras"].flatMap((list) => listAt(node, list));
  },
  typeOf(node) {
    const kind = Reflect.getPrototypeOf(node) ?? node;
    const known = babylonTypes.get(kind) ?? askBabylonType(node);
    babylonTypes.set(kind, known);
    return known === "" ? null : known;
  },
  nameOf: (node) => textAt(node, "name"),
  userDataOf: (node): unknown => Reflect.get(node, "metadata"),
};

/** By prototype. Each class is asked only once, because its answer runs game code, which is counted. */
const babylonTypes = new WeakMap<object, string>();

/** The name that a class of Babylon.js gives itself, which survives a minifier; empty if it gives none. */
function askBabylonType(node: object): string {
  const ask: unknown = Reflect.get(node, "getClassName");
  const name: unknown = isFunction(ask) ? Reflect.apply(ask, node, []) : "";
  return typeof name === "string" ? name : "";
}

/** Engines that do not announce themselves, and PixiJS before it did. Minifiers keep the names of methods. */
export const sceneClasses: readonly SceneClass[] = [
  {
    shape: { methods: ["render"], getters: ["lastObjectRendered"] },
    method: "render",
    reader: pixiNodes,
    rootOf: (renderer) => objectAt(renderer, "lastObjectRendered"),
  },
  {
    shape: { methods: ["render", "step", "sleep", "wake", "isTransitioning", "setVisible"], getters: [] },
    method: "render",
    reader: phaserNodes,
    rootOf: (systems) => objectAt(systems, "displayList"),
  },
  {
    shape: { methods: ["render", "update", "configure", "preload", "setCanvasResolution"], getters: [] },
    method: "render",
    reader: playcanvasNodes,
    rootOf: (app) => objectAt(app, "root"),
  },
  {
    shape: { methods: ["render", "addMesh", "removeMesh", "addTransformNode", "getEngine"], getters: [] },
    method: "render",
    reader: babylonNodes,
    rootOf: (scene) => scene,
  },
];
