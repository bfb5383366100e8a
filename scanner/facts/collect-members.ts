import type { TSESTree } from "@typescript-eslint/types";
import type { Flow } from "./flow.ts";
import { everyKey, globalObject, type Key, moduleExports, none, type SourcePlace, type Use } from "./flow-facts.ts";
import { finalKeys, rootNames } from "../rules/final-keys.ts";

interface Read {
  readonly node: TSESTree.Node;
  readonly use?: Use;
  readonly inner?: SourcePlace | null;
  /** True if the place matters although nothing of this name is banned. */
  readonly isPlaced?: boolean;
}

/** Reads a property at the place of a node, and returns the variable of its value. */
export function readProperty(flow: Flow, object: number, key: Key, { node, isPlaced = false, ...read }: Read): number {
  // The window of any frame stands for the global object, whatever it is read from.
  if (key === "contentWindow" || key === "defaultView") return globalObject;
  const isSought = typeof key === "string" && finalKeys.has(key);
  if (object === none && !isSought) return none;
  const place = isPlaced || isSought || typeof key === "number" ? flow.placeOf(node) : null;
  return flow.load(object, key, { ...read, place });
}

/** Reads a name: a local variable, or a property of the global object. */
export function readName(flow: Flow, node: TSESTree.Identifier, use: Use): number {
  const { name } = node;
  const local = flow.scopes.variableOf(name);
  if (local !== none) return local === flow.unset ? flow.either(local, readGlobal(flow, node, use)) : local;
  const { argumentList } = flow.around;
  if (name === "arguments" && argumentList !== null) {
    if (argumentList.variable === none) argumentList.variable = flow.newVariable();
    return argumentList.variable;
  }
  if (name === "exports") {
    flow.isCommonJs = true;
    return moduleExports;
  }
  return name === "undefined" || name === "module" ? none : readGlobal(flow, node, use);
}

/** Reads a name that is not local. */
function readGlobal(flow: Flow, node: TSESTree.Identifier, use: Use): number {
  const { name } = node;
  if (flow.options.outerNames.has(name)) {
    const to = flow.newVariable();
    flow.facts.push({ kind: "outer", to, name });
    return to;
  }
  const { parent } = flow;
  // A whole object may be passed on, so this place is its origin.
  const isPlaced = rootNames.has(name) && !(parent?.type === "MemberExpression" && parent.object === node);
  const isSited = isPlaced || finalKeys.has(name);
  const found = isSited ? readProperty(flow, globalObject, name, { node, use, isPlaced }) : flow.loadGlobal(name);
  if (flow.withObjects === none) return found;
  return flow.oneOf(found, readProperty(flow, flow.withObjects, name, { node, use }));
}

/** Reads `a.b`, `a['b']`, `a[b]`, `super.b` and `this.#b`. */
export function readMember(flow: Flow, node: TSESTree.MemberExpression, use: Use): number {
  const isSuper = node.object.type === "Super";
  const useOfObject = use === "value" ? "value" : "guard";
  const object = isSuper ? flow.around.parentInstance : flow.evaluateIn(node, node.object, useOfObject);
  const inner = flow.readAt(object);
  const key = keyOf(flow, node.property, node.computed);
  flow.memberObject = object;
  if (object === none && flow.isGlobal(node.object, "module")) {
    if (key === "exports") return moduleExports;
    if (key === "require") return readProperty(flow, globalObject, key, { node, use });
  }
  return readProperty(flow, object, key, { node, use, inner });
}

/** Reads every element of an array, or every property of an object. */
export function readEvery(flow: Flow, object: number): number {
  return flow.load(object, everyKey);
}

/** The literal key, or null if it is computed. */
export function keyNamed(property: TSESTree.Node, isComputed: boolean): string | null {
  if (!isComputed) {
    if (property.type === "Identifier") return property.name;
    if (property.type === "PrivateIdentifier") return `#${property.name}`;
  }
  return property.type === "Literal" && !("regex" in property) ? String(property.value) : null;
}

/** The key of a property. A computed one is evaluated. */
export function keyOf(flow: Flow, property: TSESTree.Node, isComputed: boolean): Key {
  const key = keyNamed(property, isComputed);
  if (key !== null) return key;
  const variable = flow.evaluate(property);
  return variable === none ? flow.unknown() : variable;
}
