import type { SceneEngineName } from "../../formats/scene-report.ts";

/** A reader of the nodes of an engine's scene graphs. Nodes are the game's, so every property may hold anything. */
export interface NodeReader {
  readonly engine: SceneEngineName;
  /** Whether nodes of this engine carry entity ids; if so, a graph without any has no entities. */
  readonly hasEntityIds: boolean;
  /** Whether the root of a world is a node itself. */
  readonly countsRoot: boolean;
  children(node: object): readonly unknown[];
  /** The engine's own name for the kind of a node; null if only its class has one. */
  typeOf(node: object): string | null;
  nameOf(node: object): string;
  userDataOf(node: object): unknown;
}

const none: readonly unknown[] = [];

/** A node's list property; empty if it is missing. */
export function listAt(node: object, key: string): readonly unknown[] {
  const list: unknown = Reflect.get(node, key);
  return Array.isArray(list) ? list : none;
}

/** A node's text property; empty if it is missing. */
export function textAt(node: object, key: string): string {
  const text: unknown = Reflect.get(node, key);
  return typeof text === "string" ? text : "";
}

/** A node's object property; null if it is missing. */
export function objectAt(node: object, key: string): object | null {
  const value: unknown = Reflect.get(node, key);
  return typeof value === "object" ? value : null;
}

/** Nodes of three.js: its `type` survives a minifier, the name of its class does not. */
export const threeNodes: NodeReader = {
  engine: "three",
  hasEntityIds: true,
  countsRoot: true,
  children: (node) => listAt(node, "children"),
  typeOf: (node) => textAt(node, "type") || null,
  nameOf: (node) => textAt(node, "name"),
  userDataOf: (node): unknown => Reflect.get(node, "userData"),
};

// The type of a node by the renderable data of PixiJS 8, whose names survive a minifier. PixiJS 7 has no such data.
const pixiTypes: Readonly<Record<string, string>> = {
  sprite: "Sprite",
  graphics: "Graphics",
  mesh: "Mesh",
  text: "Text",
  bitmapText: "BitmapText",
  htmlText: "HTMLText",
  tilingSprite: "TilingSprite",
  nineSliceSprite: "NineSliceSprite",
  particle: "ParticleContainer",
};

/** Nodes of PixiJS. Since version 8 a node has a label, and reading its `name` logs a deprecation warning. */
export const pixiNodes: NodeReader = {
  engine: "pixi",
  hasEntityIds: true,
  countsRoot: true,
  children: (node) => listAt(node, "children"),
  typeOf(node) {
    const type = textAt(node, "renderPipeId");
    return Object.hasOwn(pixiTypes, type) ? (pixiTypes[type] ?? null) : null;
  },
  nameOf: (node) => textAt(node, "label" in node ? "label" : "name"),
  userDataOf: (node): unknown => Reflect.get(node, "userData"),
};
