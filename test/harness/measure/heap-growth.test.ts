import { describe, expect, it } from "vitest";
import { heapGrowth } from "../../../harness/measure/heap-growth.ts";
import type { HeapFunction, HeapSnapshot, ScriptPlace } from "../../../src/formats/heap-growth.ts";

const nodeTypes = ["hidden", "array", "string", "object", "code", "closure", "native", "synthetic"];
const edgeTypes = ["context", "element", "property", "internal", "hidden", "shortcut", "weak"];

/** A node: its id, type, name and size, the line of its function, and its edges: type, name or index, id. */
interface Node {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly bytes: number;
  readonly line?: number;
  readonly edges?: readonly (readonly [string, string | number, number])[];
}

/** A snapshot in V8's format, with its fields in another order than V8's. */
function snapshotOf(nodes: readonly Node[]): HeapSnapshot {
  const strings: string[] = [""];
  const stringAt = (text: string): number => {
    const known = strings.indexOf(text);
    return known === -1 ? strings.push(text) - 1 : known;
  };
  const placeOf = (id: number): number => 5 * nodes.findIndex((node) => node.id === id);
  return {
    snapshot: {
      meta: {
        node_fields: ["id", "type", "name", "edge_count", "self_size"],
        node_types: [nodeTypes],
        edge_fields: ["to_node", "type", "name_or_index"],
        edge_types: [edgeTypes],
        location_fields: ["object_index", "script_id", "line", "column"],
      },
    },
    nodes: nodes.flatMap(({ id, type, name, bytes, edges = [] }) => [
      ...[id, nodeTypes.indexOf(type), stringAt(name), edges.length, bytes],
    ]),
    edges: nodes.flatMap(({ edges = [] }) =>
      edges.flatMap(([type, name, to]) => [
        ...[placeOf(to), edgeTypes.indexOf(type), typeof name === "number" ? name : stringAt(name)],
      ]),
    ),
    locations: nodes.flatMap(({ id, line }) => (line === undefined ? [] : [placeOf(id), 7, line, 0])),
    strings,
  };
}

/** Functions on lines from 100 on are the harness's. */
function functionAt(name: string, { scriptId, line }: ScriptPlace): HeapFunction {
  return { name, position: `${scriptId}.js:${String(line)}`, owner: line >= 100 ? "framegate" : "game" };
}

function describeTypes(before: readonly Node[], after: readonly Node[]): readonly string[] {
  return heapGrowth(snapshotOf(before), snapshotOf(after), functionAt).types.map(
    ({ name, position, before: one, after: other }) =>
      `${name} ${position} ${String(other.count - one.count)} ${String(other.bytes - one.bytes)}`,
  );
}

const list: Node = { id: 3, type: "object", name: "Array", bytes: 16, edges: [] };
const globals: readonly Node[] = [
  { id: 1, type: "synthetic", name: "", bytes: 0, edges: [["shortcut", "window", 2]] },
  { id: 2, type: "object", name: "Window / http://x", bytes: 0, edges: [["property", "sparks", 3]] },
];
const spark = (id: number): Node => ({ id, type: "object", name: "Spark", bytes: 20, line: 4 });

describe("what a heap has more of", () => {
  const before = [...globals, { ...list, edges: [["element", 0, 5]] as const }, spark(5)];
  const after = [
    ...globals,
    {
      ...list,
      edges: [
        ["element", 0, 5],
        ["element", 1, 9],
      ] as const,
    },
    spark(5),
    spark(9),
  ];

  it("is by constructor, with its place, and with what keeps a new one", () => {
    const { types } = heapGrowth(snapshotOf(before), snapshotOf(after), functionAt);
    expect(types).toEqual([
      {
        ...{ name: "Spark", position: "7.js:4", isInternal: false },
        before: { count: 1, bytes: 20 },
        after: { count: 2, bytes: 40 },
        path: ["Window.sparks", "Array[1]", "Spark"],
      },
    ]);
  });

  it("is nothing between equal heaps, and nothing of what shrank", () => {
    expect(describeTypes(before, before)).toEqual([]);
    expect(describeTypes(after, before)).toEqual([]);
  });

  it("counts a table of V8's for the object that it belongs to, unless objects share it", () => {
    const table: Node = { id: 20, type: "array", name: "(object elements)", bytes: 400 };
    const withTable = { ...list, edges: [["internal", "elements", 20]] as const };
    expect(describeTypes([...globals, list], [...globals, withTable, table])).toEqual(["Array  0 400"]);
    const sharing = [
      {
        ...globals[1],
        edges: [
          ["property", "a", 3],
          ["internal", "elements", 20],
        ],
      },
    ] as unknown as readonly Node[];
    expect(describeTypes([...globals, list], [...globals.slice(0, 1), ...sharing, withTable, table])).toEqual([
      "(shared tables)  1 400",
    ]);
  });

  it("names plain objects by their keys, and closures by their function", () => {
    const point: Node = {
      ...{ id: 30, type: "object", name: "Object", bytes: 12 },
      edges: [
        ["property", "x", 3],
        ["property", "y", 3],
        ["property", "__proto__", 3],
      ],
    };
    const closure: Node = { id: 31, type: "closure", name: "tick", bytes: 32, line: 9, edges: [] };
    const holding = {
      ...list,
      edges: [
        ["element", 0, 30],
        ["element", 1, 31],
      ] as const,
    };
    expect(describeTypes([...globals, list], [...globals, holding, point, closure])).toEqual([
      "tick() 7.js:9 1 32",
      "{x, y}  1 12",
    ]);
  });

  it("lists what V8 keeps for itself last, however much it is", () => {
    const code: Node = { id: 40, type: "code", name: "(instruction stream)", bytes: 5000 };
    const holding = {
      ...list,
      edges: [
        ["element", 0, 40],
        ["element", 1, 9],
      ] as const,
    };
    expect(describeTypes([...globals, list], [...globals, holding, code, spark(9)])).toEqual([
      "Spark 7.js:4 1 20",
      "(compiled code)  1 5000",
    ]);
  });
});

describe("what Framegate keeps", () => {
  // The harness's queue holds a callback of the game, which has a variable of its own.
  const context: Node = { id: 12, type: "object", name: "system / Context", bytes: 8, edges: [["context", "kept", 5]] };
  const tick: Node = {
    id: 11,
    type: "closure",
    name: "tick",
    bytes: 32,
    line: 9,
    edges: [["internal", "context", 12]],
  };
  const queue: Node = {
    id: 10,
    type: "closure",
    name: "run",
    bytes: 32,
    line: 100,
    edges: [["internal", "queue", 13]],
  };
  const column: Node = { id: 13, type: "object", name: "Array", bytes: 100, edges: [["element", 0, 11]] };
  const window: Node = { id: 2, type: "object", name: "Window", bytes: 0, edges: [["property", "raf", 10]] };
  const root: Node = { id: 1, type: "synthetic", name: "", bytes: 0, edges: [["shortcut", "window", 2]] };

  it("is summed up apart, but a callback of the game that it holds is the game's, with all that it keeps", () => {
    const without = [root, { ...window, edges: [] }];
    const { framegate, types } = heapGrowth(
      snapshotOf(without),
      snapshotOf([root, window, queue, column, tick, context, spark(5)]),
      functionAt,
    );
    expect(framegate.after).toEqual({ count: 2, bytes: 132 });
    expect(types.map(({ name, path }) => [name, path.join(" → ")])).toEqual([
      ["tick()", "tick() (7.js:9)"],
      ["Spark", "tick() (7.js:9) variable kept → Spark"],
      ["(variables of functions)", "tick() (7.js:9)"],
    ]);
  });

  it("is not followed through a weak reference", () => {
    const weak = { ...window, edges: [["weak", "cache", 5]] as const };
    const { types, framegate } = heapGrowth(snapshotOf([root, weak]), snapshotOf([root, weak, spark(5)]), functionAt);
    expect(types).toEqual([]);
    expect(framegate.after.count).toBe(1);
  });
});

it("says so if V8 has no such field any more", () => {
  const snapshot = snapshotOf(globals);
  const meta = { ...snapshot.snapshot.meta, node_fields: ["id", "type", "name", "edge_count"] };
  expect(() => heapGrowth({ ...snapshot, snapshot: { meta } }, snapshot, functionAt)).toThrow("self_size");
});
