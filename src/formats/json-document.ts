import type { JsonArrayNode, JsonMember, JsonNode, JsonObjectNode } from "./json-text.ts";

/** The path from the root of a document to a value: names and indices. */
export type JsonPath = readonly (string | number)[];

/** The RFC 6901 pointer of a path. */
export function toPointer(path: JsonPath): string {
  return path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The property of an object; undefined for anything else. If the name is repeated, the last one counts, as in
 * `JSON.parse`.
 */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return findMember(node, name)?.value;
}

/** The properties of an object, only the last one of each name; an empty list for anything else. */
export function membersOf(node: JsonNode | undefined): readonly JsonMember[] {
  if (node?.kind !== "object") return [];
  return [...new Map(node.members.map((member) => [member.name, member])).values()];
}

/** The items of an array; an empty list for anything else. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

/** The text of a string value; undefined for anything else. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "leaf" && typeof node.value === "string" ? node.value : undefined;
}

/** The number of a number value; undefined for anything else. */
export function numberOf(node: JsonNode | undefined): number | undefined {
  return node?.kind === "leaf" && typeof node.value === "number" ? node.value : undefined;
}

/** The value at a path; undefined if there is none. */
export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const segment of path) {
    node = typeof segment === "number" ? itemsOf(node)[segment] : memberOf(node, segment);
  }
  return node;
}

/** Offset of the name of the property at a path. If the path ends in an index, or is empty, the offset of the value. */
export function nameStartAt(root: JsonNode, path: JsonPath): number {
  const parent = nodeAt(root, path.slice(0, -1));
  const name = path.at(-1);
  const member = typeof name === "string" ? findMember(parent, name) : undefined;
  return member?.nameStart ?? nodeAt(root, path)?.start ?? root.start;
}

/**
 * Converts a tree to the JavaScript value. Every name becomes an own property, even `__proto__`.
 * @param nameOf Maps a name to the property's name in the result.
 * @param mostItems Lists are cut off after this many items.
 */
export function toValue(
  root: JsonNode,
  nameOf: (name: string) => string = (name) => name,
  mostItems = Number.POSITIVE_INFINITY,
): unknown {
  const unfilled: Unfilled[] = [];
  const value = shellOf(root, unfilled);
  for (let next = unfilled.pop(); next !== undefined; next = unfilled.pop()) {
    if (next.kind === "array") {
      const { items } = next.node;
      for (const item of items.length > mostItems ? items.slice(0, mostItems) : items)
        next.target.push(shellOf(item, unfilled));
    } else
      for (const member of next.node.members) setOwn(next.target, nameOf(member.name), shellOf(member.value, unfilled));
  }
  return value;
}

/** A container that still has to be filled. */
type Unfilled =
  | { readonly kind: "array"; readonly node: JsonArrayNode; readonly target: unknown[] }
  | { readonly kind: "object"; readonly node: JsonObjectNode; readonly target: Record<string, unknown> };

/** The value of a leaf, or an empty container, which is queued for filling. */
function shellOf(node: JsonNode, unfilled: Unfilled[]): unknown {
  if (node.kind === "leaf") return node.value;
  if (node.kind === "array") {
    const target: unknown[] = [];
    unfilled.push({ kind: "array", node, target });
    return target;
  }
  const target: Record<string, unknown> = {};
  unfilled.push({ kind: "object", node, target });
  return target;
}

function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  // Assigning to `__proto__` would replace the prototype. For all other names an assignment does the same, only faster.
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Objects with at least this many members get an index: finding each of 20,000 members by linear search takes seconds.
 */
const membersWorthAnIndex = 32;

const indexes = new WeakMap<JsonNode, ReadonlyMap<string, JsonMember>>();

function findMember(node: JsonNode | undefined, name: string): JsonMember | undefined {
  if (node?.kind !== "object") return undefined;
  const { members } = node;
  if (members.length < membersWorthAnIndex) {
    // A plain loop, because this runs for every field of every binding, and a callback would take three times as long.
    for (let at = members.length - 1; at >= 0; at -= 1) {
      const member = members[at];
      if (member?.name === name) return member;
    }
    return undefined;
  }
  const index = indexes.get(node) ?? new Map(node.members.map((member) => [member.name, member]));
  indexes.set(node, index);
  return index.get(name);
}

/** Whether any value of the document matches. Cheaper than `visitJson`, because it tracks no paths. */
export function hasNode(root: JsonNode, isWanted: (node: JsonNode) => boolean): boolean {
  const pending: JsonNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isWanted(node)) return true;
    if (node.kind === "array") for (const item of node.items) pending.push(item);
    if (node.kind === "object") for (const member of node.members) pending.push(member.value);
  }
  return false;
}

/** Calls `visit` for every value, the root first. Paths are built only on request. */
export function visitJson(root: JsonNode, visit: (node: JsonNode, pathOf: () => JsonPath) => void): void {
  // A link to the parent instead of a path: at depth 10,000, copied paths would hold 50 million segments.
  const pending: VisitedNode[] = [{ node: root, segment: "", parent: null }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const current = entry;
    visit(current.node, () => pathTo(current));
    const children = childrenOf(current);
    for (const child of children) pending.push(child);
  }
}

interface VisitedNode {
  readonly node: JsonNode;
  readonly segment: string | number;
  readonly parent: VisitedNode | null;
}

function childrenOf(parent: VisitedNode): readonly VisitedNode[] {
  const { node } = parent;
  if (node.kind === "leaf") return [];
  if (node.kind === "array") return node.items.map((item, index) => ({ node: item, segment: index, parent }));
  return node.members.map((member) => ({ node: member.value, segment: member.name, parent }));
}

function pathTo(entry: VisitedNode): JsonPath {
  const path: (string | number)[] = [];
  for (let at = entry; at.parent !== null; at = at.parent) path.push(at.segment);
  return path.reverse();
}
