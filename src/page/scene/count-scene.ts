import { type EntitySelector, selects } from "../../formats/entity-selector.ts";
import { joinNames, type NamedNodes, type SceneEngineReport, type SceneReport } from "../../formats/scene-report.ts";
import type { NodeReader } from "./node-reader.ts";

/** A scene graph, and the reader of its nodes. */
export interface SceneWorld {
  readonly reader: NodeReader;
  readonly root: object;
  /** Of the engine; null if it did not report one. */
  readonly version: string | null;
}

/** The nodes of scene graphs, and those that count as entities. */
export interface SceneCount {
  readonly nodes: number;
  readonly entities: number;
}

// No game has so many nodes, but a graph that contains itself would never end.
const nodesMax = 10_000_000;
const textMax = 60;

/** Counts the nodes of worlds. Without selectors, entities are the nodes with an `entityId` in their user data. */
export function countScene(worlds: readonly SceneWorld[], selectors: readonly EntitySelector[]): SceneCount {
  let nodes = 0;
  let entities = 0;
  for (const { reader, root } of worlds) {
    forEachNode(reader, root, (node) => {
      nodes += 1;
      if (isEntity(reader, node, selectors)) entities += 1;
    });
  }
  return { nodes, entities };
}

/** An entity of a scene graph, with its node. */
export interface FoundEntity {
  readonly entityId: unknown;
  readonly type: string;
  readonly name: string;
  readonly node: object;
}

/** The nodes of worlds with an `entityId` in their user data, in the order of the graphs. */
export function listEntities(worlds: readonly SceneWorld[]): readonly FoundEntity[] {
  const found: FoundEntity[] = [];
  for (const { reader, root } of worlds) {
    if (!reader.hasEntityIds) continue;
    forEachNode(reader, root, (node) => {
      const userData = reader.userDataOf(node);
      if (!hasEntityId(userData)) return;
      const entityId: unknown = Reflect.get(userData, "entityId");
      found.push({ entityId, type: shownType(reader, node), name: reader.nameOf(node), node });
    });
  }
  return found;
}

/** Describes worlds with their most frequent names; null if there is none. */
export function describeScene(worlds: readonly SceneWorld[], selectors: readonly EntitySelector[]): SceneReport | null {
  if (worlds.length === 0) return null;
  const { nodes, entities } = countScene(worlds, selectors);
  return {
    engines: countEngines(worlds),
    nodes,
    entities: areEntitiesKnown(worlds, selectors) ? entities : null,
    names: countNames(worlds),
  };
}

/** Whether entities can be recognised: by a selector, or because a world's nodes carry entity ids. */
export function areEntitiesKnown(worlds: readonly SceneWorld[], selectors: readonly EntitySelector[]): boolean {
  return selectors.length > 0 || worlds.some(({ reader }) => reader.hasEntityIds);
}

function isEntity(reader: NodeReader, node: object, selectors: readonly EntitySelector[]): boolean {
  if (selectors.length === 0) return reader.hasEntityIds && hasEntityId(reader.userDataOf(node));
  const described = { types: typesOf(reader, node), name: reader.nameOf(node), userData: reader.userDataOf(node) };
  return selectors.some((selector) => selects(selector, described));
}

function hasEntityId(userData: unknown): userData is object {
  if (typeof userData !== "object" || userData === null) return false;
  const entityId: unknown = Reflect.get(userData, "entityId");
  return entityId !== undefined && entityId !== null;
}

function forEachNode(reader: NodeReader, root: object, visit: (node: object) => void): void {
  const open: object[] = [root];
  for (let visited = 0; visited < nodesMax; visited += 1) {
    const node = open.pop();
    if (node === undefined) return;
    if (node !== root || reader.countsRoot) visit(node);
    const children = reader.children(node);
    // A stack: the last child pushed is visited last.
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child: unknown = children[index];
      if (typeof child === "object" && child !== null) open.push(child);
    }
  }
}

const noTypes: readonly string[] = [];
/** By class, because a world has many nodes of few classes. */
const namesOfClasses = new WeakMap<object, readonly string[]>();

/** The engine's name for a node's kind, and the names of its class and its base classes. */
function typesOf(reader: NodeReader, node: object): readonly string[] {
  const prototype = Reflect.getPrototypeOf(node);
  const classes = prototype === null ? noTypes : classNames(prototype);
  const type = reader.typeOf(node);
  return type === null ? classes : [type, ...classes];
}

function classNames(prototype: object): readonly string[] {
  const known = namesOfClasses.get(prototype);
  if (known !== undefined) return known;
  const above = Reflect.getPrototypeOf(prototype);
  const inherited = above === null ? noTypes : classNames(above);
  const made: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  // A class may have a method of this name.
  const name: unknown = typeof made === "function" ? Object.getOwnPropertyDescriptor(made, "name")?.value : null;
  // Bundlers put an underscore before the name of a class that refers to itself.
  const names = typeof name === "string" && above !== null ? [name.replace(/^_/u, ""), ...inherited] : inherited;
  namesOfClasses.set(prototype, names);
  return names;
}

function countEngines(worlds: readonly SceneWorld[]): readonly SceneEngineReport[] {
  const engines = new Map<string, SceneEngineReport>();
  for (const { reader, version } of worlds) {
    const key = `${reader.engine}\n${version ?? ""}`;
    engines.set(key, { name: reader.engine, version, worlds: (engines.get(key)?.worlds ?? 0) + 1 });
  }
  return [...engines.values()];
}

const minifiedLengthMax = 2;

/** Empty if a minifier has shortened the name of the class, and nothing else names the type. */
function shownType(reader: NodeReader, node: object): string {
  const [type = ""] = typesOf(reader, node);
  return type.length <= minifiedLengthMax ? "" : type.slice(0, textMax);
}

function countNames(worlds: readonly SceneWorld[]): readonly NamedNodes[] {
  const counts = new Map<string, { readonly type: string; readonly name: string; count: number }>();
  for (const { reader, root } of worlds) {
    forEachNode(reader, root, (node) => {
      const name = reader.nameOf(node).slice(0, textMax);
      if (name === "") return;
      const type = shownType(reader, node);
      const key = `${type}\n${name}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { type, name, count: 1 });
      else known.count += 1;
    });
  }
  return joinNames([...counts.values()]);
}
