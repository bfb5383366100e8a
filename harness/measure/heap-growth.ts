import type {
  GrownType,
  HeapAmount,
  HeapFunction,
  HeapGrowth,
  HeapSnapshot,
  ScriptPlace,
} from "../../src/formats/heap-growth.ts";
import { type HeapGraph, readHeapGraph } from "./heap-graph.ts";
import { findKeepers, type Keepers, pathOf } from "./heap-keepers.ts";

/** Names a function at a place of a script in the sources. */
export type FunctionAt = (name: string, place: ScriptPlace) => HeapFunction;

/**
 * Compares two heap snapshots of a page: the kinds of objects that grew. Objects that only Framegate retains are summed
 * up apart.
 * V8's own tables and buffers count for the object that they belong to.
 */
export function heapGrowth(one: HeapSnapshot, other: HeapSnapshot, functionAt: FunctionAt): HeapGrowth {
  const [before, after] = [readHeapGraph(one), readHeapGraph(other)];
  const [first, second] = [countTypes(before, functionAt), countTypes(after, functionAt)];
  const known = new Set<number>();
  for (let node = 0; node < before.count; node += 1) known.add(before.idOf(node));
  const types = [...second.types].flatMap(([key, { kind, count, bytes, nodes }]): GrownType[] => {
    const earlier = first.types.get(key) ?? none;
    if (bytes <= earlier.bytes && count <= earlier.count) return [];
    const example = nodes.find((node) => !known.has(after.idOf(node)));
    const path = example === undefined ? [] : pathOf(after, second.keepers, example);
    return [{ ...kind, before: amountOf(earlier), after: { count, bytes }, path }];
  });
  return {
    before: first.whole,
    after: second.whole,
    framegate: { before: first.framegate, after: second.framegate },
    types: types.sort(compare),
  };
}

const none: HeapAmount = { count: 0, bytes: 0 };

function amountOf({ count, bytes }: HeapAmount): HeapAmount {
  return { count, bytes };
}

function compare(left: GrownType, right: GrownType): number {
  if (left.isInternal !== right.isInternal) return left.isInternal ? 1 : -1;
  return grownBy(right) - grownBy(left) || (left.name < right.name ? -1 : 1);
}

function grownBy({ before, after }: GrownType): number {
  return after.bytes - before.bytes;
}

type Kind = Pick<GrownType, "name" | "position" | "isInternal">;

interface CountedType {
  readonly kind: Kind;
  count: number;
  bytes: number;
  readonly nodes: number[];
}

interface CountedHeap {
  readonly types: ReadonlyMap<string, CountedType>;
  readonly keepers: Keepers;
  readonly whole: HeapAmount;
  readonly framegate: HeapAmount;
}

function countTypes(graph: HeapGraph, functionAt: FunctionAt): CountedHeap {
  const located = new Map<number, HeapFunction>();
  graph.eachLocation((node, place) => located.set(node, functionAt(graph.nameOf(node), place)));
  const keepers = findKeepers(graph, located);
  const owners = ownersOf(graph);
  const types = new Map<string, CountedType>();
  const [whole, framegate] = [{ ...none }, { ...none }];
  for (let node = 0; node < graph.count; node += 1) {
    const owner = rootOwner(owners, node);
    const count = owner === node ? 1 : 0;
    const bytes = graph.bytesOf(node);
    add(whole, count, bytes);
    if (!keepers.isReached(owner)) {
      add(framegate, count, bytes);
      continue;
    }
    const kind = kindOf(graph, owner, located.get(owner));
    const key = JSON.stringify(kind);
    const type = types.get(key) ?? { kind, count: 0, bytes: 0, nodes: [] };
    types.set(key, type);
    add(type, count, bytes);
    if (count === 1) type.nodes.push(node);
  }
  return { types, keepers, whole, framegate };
}

function add(amount: { count: number; bytes: number }, count: number, bytes: number): void {
  amount.count += count;
  amount.bytes += bytes;
}

/** V8's own parts of an object: tables of its properties or elements, and the memory of its buffer. */
const partTypes: ReadonlySet<string> = new Set(["array", "hidden", "object shape"]);

function isPart(graph: HeapGraph, node: number): boolean {
  const type = graph.typeOf(node);
  return partTypes.has(type) || (type === "native" && graph.nameOf(node) === "system / JSArrayBufferData");
}

const shared = -2;

/** The node that a part belongs to, if no other one refers to it; -1 for a node that is no part, and -2 for a shared one. */
function ownersOf(graph: HeapGraph): Int32Array {
  const owners = new Int32Array(graph.count).fill(-1);
  for (let from = 0; from < graph.count; from += 1) {
    graph.eachEdge(from, (to) => {
      const owner = owners[to] ?? shared;
      if (owner === -1) owners[to] = from;
      else if (owner !== from) owners[to] = shared;
    });
  }
  for (let node = 0; node < graph.count; node += 1) if (!isPart(graph, node)) owners[node] = -1;
  return owners;
}

function rootOwner(owners: Int32Array, node: number): number {
  let at = node;
  // Parts of parts, such as the chunks of a table. A cycle has no owner.
  for (let depth = 0; depth < 10; depth += 1) {
    const owner = owners[at] ?? -1;
    if (owner < 0) return at;
    at = owner;
  }
  return node;
}

// More tell no more.
const keysMax = 4;

/** Labels of nodes without a constructor. */
const wordsOfTypes: Readonly<Record<string, string>> = {
  string: "(string)",
  "concatenated string": "(string)",
  "sliced string": "(string)",
  number: "(number)",
  bigint: "(bigint)",
  symbol: "(symbol)",
  regexp: "(regexp)",
};
/** And those that V8 keeps for itself. */
const wordsOfV8: Readonly<Record<string, string>> = {
  code: "(compiled code)",
  "object shape": "(shapes of objects)",
  array: "(shared tables)",
};

/** Entries of the browser's performance timeline for slow frames and marks, the game's own marks included. */
const ofBrowser = /^(?:Performance(?:Long\w+|ScriptTiming|Mark)|TaskAttributionTiming|InternalNode)$/u;

/** A kind of object, as a reader would call it. */
function kindOf(graph: HeapGraph, node: number, of: HeapFunction | undefined): Kind {
  const [type, name] = [graph.typeOf(node), graph.nameOf(node)];
  const position = of?.position ?? "";
  if (type === "closure") return { name: `${nameOfFunction(of)}()`, position, isInternal: false };
  if (name === "system / Context") return { name: "(variables of functions)", position: "", isInternal: false };
  if (type === "object" || type === "native") {
    return { name: name === "Object" ? keysOf(graph, node) : name, position, isInternal: ofBrowser.test(name) };
  }
  const word = wordsOfTypes[type];
  const isInternal = word === undefined;
  return { name: word ?? wordsOfV8[type] ?? "(other parts of V8)", position: "", isInternal };
}

function nameOfFunction(of: HeapFunction | undefined): string {
  return of === undefined || of.name === "" ? "(anonymous)" : of.name;
}

/** A plain object by its keys, such as `{x, y}`. */
function keysOf(graph: HeapGraph, node: number): string {
  const keys: string[] = [];
  graph.eachEdge(node, (_to, type, name) => {
    if (type === "property" && name !== "__proto__" && !keys.includes(name)) keys.push(name);
  });
  if (keys.length === 0) return "Object";
  return `{${keys.slice(0, keysMax).join(", ")}${keys.length > keysMax ? ", …" : ""}}`;
}
