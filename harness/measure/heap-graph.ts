import type { HeapSnapshot } from "../../src/formats/heap-growth.ts";

/** The nodes and edges of a snapshot, by index. */
export interface HeapGraph {
  readonly count: number;
  typeOf(node: number): string;
  nameOf(node: number): string;
  /** The same in each snapshot of a page. */
  idOf(node: number): number;
  bytesOf(node: number): number;
  /** Calls back for each strong edge of a node. The name of an element is its index. */
  eachEdge(node: number, each: (to: number, type: string, name: string) => void): void;
  /** Calls back for each node with a known function: its own, or its constructor. */
  eachLocation(each: (node: number, place: { scriptId: string; line: number; column: number }) => void): void;
}

/** The graph of a snapshot. */
export function readHeapGraph({ snapshot, nodes, edges, locations, strings }: HeapSnapshot): HeapGraph {
  const { node_fields, node_types, edge_fields, edge_types, location_fields } = snapshot.meta;
  const [nodeTypes, edgeTypes] = [node_types[0], edge_types[0]];
  const node = fieldsOf(node_fields, ["type", "name", "id", "self_size", "edge_count"]);
  const edge = fieldsOf(edge_fields, ["type", "name_or_index", "to_node"]);
  const location = fieldsOf(location_fields, ["object_index", "script_id", "line", "column"]);
  const [nodeSize, edgeSize, locationSize] = [node_fields.length, edge_fields.length, location_fields.length];
  const count = nodes.length / nodeSize;
  const firstEdge = new Float64Array(count + 1);
  const at = (index: number, field: number): number => nodes[index * nodeSize + field] ?? 0;
  for (let index = 0; index < count; index += 1) {
    firstEdge[index + 1] = (firstEdge[index] ?? 0) + at(index, node.edge_count) * edgeSize;
  }
  return {
    count,
    typeOf: (index) => nodeTypes[at(index, node.type)] ?? "",
    nameOf: (index) => strings[at(index, node.name)] ?? "",
    idOf: (index) => at(index, node.id),
    bytesOf: (index) => at(index, node.self_size),
    eachEdge(index, each) {
      const end = firstEdge[index + 1] ?? 0;
      for (let from = firstEdge[index] ?? 0; from < end; from += edgeSize) {
        const type = edgeTypes[edges[from + edge.type] ?? 0] ?? "";
        if (type === "weak") continue;
        const name = edges[from + edge.name_or_index] ?? 0;
        const isIndex = type === "element" || type === "hidden";
        each((edges[from + edge.to_node] ?? 0) / nodeSize, type, isIndex ? String(name) : (strings[name] ?? ""));
      }
    },
    eachLocation(each) {
      for (let from = 0; from < locations.length; from += locationSize) {
        const [line = 0, column = 0] = [locations[from + location.line], locations[from + location.column]];
        const scriptId = String(locations[from + location.script_id]);
        each((locations[from + location.object_index] ?? 0) / nodeSize, { scriptId, line, column });
      }
    },
  };
}

/** The places of fields in an entry. @throws {Error} if V8 has no such field any more. */
function fieldsOf<Name extends string>(given: readonly string[], names: readonly Name[]): Record<Name, number> {
  const found: Partial<Record<Name, number>> = {};
  for (const name of names) found[name] = given.indexOf(name);
  if (!isComplete(found, names))
    throw new Error(`A heap snapshot has no ${names.join(", ")}, but ${given.join(", ")}.`);
  return found;
}

function isComplete<Name extends string>(
  found: Partial<Record<Name, number>>,
  names: readonly Name[],
): found is Record<Name, number> {
  return names.every((name) => (found[name] ?? -1) >= 0);
}
