import type { HeapFunction } from "../../src/formats/heap-growth.ts";
import type { HeapGraph } from "./heap-graph.ts";

/** How the objects that the game keeps are reached, each by its shortest path. */
export interface Keepers {
  /** Whether the game or the browser keeps a node. All others are Framegate's. */
  isReached(node: number): boolean;
  /** The node before it on its path; -1 for the first one. */
  before(node: number): number;
  /** The function that a node is, or the constructor of an object. */
  functionOf(node: number): HeapFunction | undefined;
}

/**
 * Follows the references from the globals of the page, then from all other roots, and then from the game's functions,
 * whose callbacks Framegate holds. References from Framegate's functions and objects are not followed.
 */
export function findKeepers(graph: HeapGraph, located: ReadonlyMap<number, HeapFunction>): Keepers {
  const before = new Int32Array(graph.count).fill(-1);
  const reached = new Uint8Array(graph.count);
  const isOwn = (node: number): boolean => located.get(node)?.owner === "framegate";
  const follow = (starts: readonly number[]): void => {
    const queue = starts.filter((node) => reached[node] === 0);
    for (const node of queue) reached[node] = 1;
    for (let index = 0; index < queue.length; index += 1) {
      const from = queue[index] ?? 0;
      if (isOwn(from)) continue;
      graph.eachEdge(from, (to, _type, name) => {
        // A function's context has the tables of V8, through which everything is near to everything else.
        if (reached[to] === 1 || isOwn(to) || name === "native_context") return;
        reached[to] = 1;
        before[to] = from;
        queue.push(to);
      });
    }
  };
  const globals: number[] = [];
  graph.eachEdge(0, (to, type) => {
    if (type === "shortcut") globals.push(to);
  });
  follow(globals);
  follow([0]);
  const functions = [...located].flatMap(([node, { owner }]) =>
    graph.typeOf(node) === "closure" && (owner === "game" || owner === "library") ? [node] : [],
  );
  follow(functions);
  return {
    isReached: (node) => reached[node] === 1,
    before: (node) => before[node] ?? -1,
    functionOf: (node) => located.get(node),
  };
}

// A longer path says less. Its start and its end say most.
const stepsMax = 8;

/** The objects that keep a node, from the first one on: `Window.world`, or `tick() (game.js:7:14) variable kept`, `Array[12]`. */
export function pathOf(graph: HeapGraph, keepers: Keepers, node: number): readonly string[] {
  const nodes: number[] = [];
  for (let at = node; at !== -1; at = keepers.before(at)) nodes.unshift(at);
  const steps: string[] = [];
  let label = "";
  for (const [index, at] of nodes.entries()) {
    const next = nodes[index + 1];
    const reference = next === undefined ? "" : referenceOf(graph, at, next);
    const name = shownName(graph, keepers, at);
    if (name === null) {
      // Between an object and what it holds there are V8's tables, of which only the variables have a name.
      if (reference.startsWith(" ")) label += reference;
      continue;
    }
    if (label !== "") steps.push(`${steps.pop() ?? ""}${label}`.trim());
    steps.push(name);
    label = reference;
  }
  return steps.length <= stepsMax ? steps : [...steps.slice(0, stepsMax / 2), "…", ...steps.slice(-stepsMax / 2)];
}

/** Null for a table of V8's. */
function shownName(graph: HeapGraph, keepers: Keepers, node: number): string | null {
  const [type, name] = [graph.typeOf(node), graph.nameOf(node)];
  if (type === "closure") return shownFunction(keepers.functionOf(node) ?? { name, position: "" });
  // The address of a window is long, and always the same.
  if (type === "object" && name.startsWith("Window")) return "Window";
  if (type === "object" || type === "native") return /^system \/ |^InternalNode$/u.test(name) ? null : name;
  return type.endsWith("string") ? "(string)" : null;
}

function shownFunction({ name, position }: Pick<HeapFunction, "name" | "position">): string {
  return `${name === "" ? "(anonymous)" : name}()${position === "" ? "" : ` (${position})`}`;
}

function referenceOf(graph: HeapGraph, from: number, to: number): string {
  let found = "";
  graph.eachEdge(from, (target, type, name) => {
    if (target !== to || found !== "") return;
    if (type === "property") found = `.${name}`;
    else if (type === "element") found = `[${name}]`;
    else if (type === "context") found = ` variable ${name}`;
  });
  return found;
}
