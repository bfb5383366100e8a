import type { TSESTree } from "@typescript-eslint/types";
import { callBack, callListener } from "./call-back.ts";
import type { Collector } from "./collector.ts";
import type { Argument, Use } from "./flow-facts.ts";
import { everyKey, none } from "./flow-facts.ts";
import { isFinalKey, isRootName } from "../rules/final-keys.ts";
import { isDomEvent, isTimeOption } from "../rules/sought-rules.ts";

/** A property to be read or written: by a key that is written there, or by a computed one. */
export interface PropertyKey {
  readonly key: string | null;
  readonly keyVariable: number;
}

/** What a read is made of. */
interface Read extends PropertyKey {
  readonly object: number;
  readonly node: TSESTree.Node;
  readonly use: Use;
  readonly inner: number;
  /** Whether the place matters though nothing of this name is banned. */
  readonly isPlaced?: boolean;
}

/** Reads `object.key`, at the place of a node, and gives the variable of what it is. */
export function readProperty(
  collector: Collector,
  { object, node, use, inner, key, keyVariable, isPlaced = false }: Read,
): number {
  // A frame's window is as good as one's own, whatever was asked for it.
  if (key === "contentWindow" || key === "defaultView") return collector.globalVariable;
  if (object === none && (key === null || !isFinalKey(key))) return none;
  const to = collector.newVariable();
  const site = isPlaced || key === null || isFinalKey(key) ? collector.siteOf(node) : none;
  collector.emit({ kind: "load", to, object, key, keyVariable, site, use, inner });
  collector.origins.set(to, { site, object });
  return to;
}

/** What a name means that is no local one. */
export function readGlobal(collector: Collector, name: string, node: TSESTree.Node, use: Use): number {
  if (collector.outerNames.has(name)) {
    const to = collector.newVariable();
    collector.emit({ kind: "outer", to, name });
    return to;
  }
  const object = collector.globalVariable;
  // An object that is taken as a whole may be handed on: this is where it comes from.
  const parent = collector.parentOf(node);
  const isMemberObject = parent?.type === "MemberExpression" && parent.object === node;
  const isPlaced = isRootName(name) && !isMemberObject;
  const found = readProperty(collector, { object, node, use, inner: none, key: name, keyVariable: none, isPlaced });
  if (collector.withObjects === none) return found;
  const either = collector.newVariable();
  collector.copy(either, found);
  collector.copy(
    either,
    readProperty(collector, { object: collector.withObjects, node, use, inner: none, key: name, keyVariable: none }),
  );
  return either;
}

/** Reads `a.b`, `a['b']`, `a[b]`, `super.b` and `this.#b`. */
export function readMember(collector: Collector, node: TSESTree.MemberExpression, use: Use): number {
  const object =
    node.object.type === "Super"
      ? collector.surroundings.parentInstance
      : collector.evaluate(node.object, use === "value" ? "value" : "guard");
  const inner = collector.origins.get(object)?.site ?? none;
  const key = keyOf(collector, node.property, node.computed);
  if (object === none && isGlobalNamed(collector, node.object, "module")) {
    if (key.key === "exports") return collector.exportsVariable;
    if (key.key === "require")
      return readProperty(collector, { object: collector.globalVariable, node, use, inner: none, ...key });
  }
  return readProperty(collector, { object, node, use, inner, ...key });
}

/** The key that is written there; null for one that is computed. */
function keyNamed(property: TSESTree.Node, isComputed: boolean): string | null {
  if (!isComputed) {
    if (property.type === "Identifier") return property.name;
    if (property.type === "PrivateIdentifier") return `#${property.name}`;
  }
  return property.type === "Literal" && !("regex" in property) ? String(property.value) : null;
}

/** The key that a property's name stands for; a computed one is evaluated. */
export function keyOf(collector: Collector, property: TSESTree.Node, isComputed: boolean): PropertyKey {
  const key = keyNamed(property, isComputed);
  if (key !== null) return { key, keyVariable: none };
  const keyVariable = collector.evaluate(property);
  if (keyVariable !== none) return { key: null, keyVariable };
  const unknown = collector.newVariable();
  collector.emit({ kind: "unknown", to: unknown });
  return { key: null, keyVariable: unknown };
}

/** Whether a node is a name that means a global one. */
export function isGlobalNamed(collector: Collector, node: TSESTree.Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name && collector.localsOf(node).length === 0;
}

/** Reads a call or a construction. */
export function readCall(collector: Collector, node: TSESTree.CallExpression | TSESTree.NewExpression): number {
  if (node.callee.type === "Super") return readSuperCall(collector, node);
  if (isPlainConstruct(collector, node)) return readConstruct(collector, node);
  const callee = collector.evaluate(node.callee);
  const origin = collector.origins.get(callee);
  const isNew = node.type === "NewExpression";
  const values = readArguments(collector, node.arguments, useOfArguments(collector, node.callee));
  if (isListening(collector, node)) callListener(collector, values[1]?.variable ?? none);
  const to = collector.newVariable();
  const thenables = readCallback(collector, node, { values, object: origin?.object });
  collector.copy(to, thenables);
  if (callee === none) return thenables;
  const isDirectEval = !isNew && isGlobalNamed(collector, node.callee, "eval");
  collector.emit({
    kind: "call",
    to,
    callee,
    receiver: receiverOf(collector, node, origin?.object),
    arguments: values,
    site: collector.siteOf(node),
    isNew,
    scope: isDirectEval ? collector.scopeAt(node.callee) : null,
  });
  return to;
}

/** `Reflect.construct(Date, [])`: a construction with arguments that are written there. */
interface PlainConstruct extends TSESTree.CallExpression {
  arguments: [target: TSESTree.Expression, list: TSESTree.ArrayExpression];
}

function isPlainConstruct(
  collector: Collector,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): node is PlainConstruct {
  if (node.type === "NewExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property, computed } = node.callee;
  const [target, list, ...others] = node.arguments;
  return (
    keyNamed(property, computed) === "construct" &&
    isGlobalNamed(collector, object, "Reflect") &&
    target !== undefined &&
    target.type !== "SpreadElement" &&
    list?.type === "ArrayExpression" &&
    list.elements.every((element) => element !== null) &&
    others.length === 0
  );
}

function readConstruct(collector: Collector, node: PlainConstruct): number {
  const [target, list] = node.arguments;
  const callee = collector.evaluate(target);
  const values = readArguments(
    collector,
    list.elements.filter((element) => element !== null),
  );
  if (callee === none) return none;
  const to = collector.newVariable();
  collector.emit({
    kind: "call",
    to,
    callee,
    receiver: none,
    arguments: values,
    site: collector.siteOf(node),
    isNew: true,
    scope: null,
  });
  return to;
}

const eventTargets: readonly string[] = ["window", "document", "self", "globalThis"];

/** Whether a listener is added of which it is certain that it is given events of the DOM. */
function isListening(collector: Collector, node: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  const callee = unwrap(node.callee);
  if (callee.type !== "MemberExpression") return isGlobalNamed(collector, callee, "addEventListener");
  if (keyNamed(callee.property, callee.computed) !== "addEventListener") return false;
  const [type] = node.arguments;
  return (
    (type?.type === "Literal" && typeof type.value === "string" && isDomEvent(type.value)) ||
    eventTargets.some((name) => isGlobalNamed(collector, callee.object, name))
  );
}

/** `Boolean(Math.random)` asks whether it is there, and `Object.is` compares as `===` does. */
function useOfArguments(collector: Collector, callee: TSESTree.Node): Use {
  if (isGlobalNamed(collector, callee, "Boolean")) return "guard";
  if (callee.type !== "MemberExpression" || callee.computed || !isGlobalNamed(collector, callee.object, "Object"))
    return "value";
  return callee.property.type === "Identifier" && callee.property.name === "is" ? "identity" : "value";
}

/** `this` in what is called: the object before the dot, or without one what the code implies. */
function receiverOf(
  collector: Collector,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  object: number | undefined,
): number {
  if (node.type === "NewExpression") return none;
  return unwrap(node.callee).type === "MemberExpression" ? (object ?? none) : collector.impliedReceiver;
}

/**
 * What comes of a call of a method that has one meaning by its name, whatever it is called on: of promises, which are taken
 * for their values, and of arrays, of which nothing may be known but what they are mapped to.
 */
function readCallback(
  collector: Collector,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  { values, object }: { readonly values: readonly Argument[]; readonly object: number | undefined },
): number {
  const callee = unwrap(node.callee);
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return none;
  return callbackMethods.get(callee.property.name)?.(collector, values, object ?? none, callee.object) ?? none;
}

type CallbackMethod = (
  collector: Collector,
  values: readonly Argument[],
  object: number,
  node: TSESTree.Expression,
) => number;

const callbackMethods: ReadonlyMap<string, CallbackMethod> = new Map<string, CallbackMethod>([
  // It may be an object whose `then` was not worth reading.
  [
    "then",
    (collector, values, object, node) =>
      readThen(collector, values, object === none ? collector.evaluate(node) : object),
  ],
  // After both a promise may go on as it is.
  [
    "catch",
    (collector, [callback], object) =>
      oneOf(collector, object, callBack(collector, callback?.variable ?? none, collector.thrownVariable)),
  ],
  ["finally", (_collector, _values, object) => object],
  [
    "reject",
    (collector, [reason], _object, node) => {
      if (isGlobalNamed(collector, node, "Promise")) collector.copy(collector.thrownVariable, reason?.variable ?? none);
      return none;
    },
  ],
  ["map", readMapped],
  ["flatMap", readMapped],
]);

function readMapped(collector: Collector, [callback]: readonly Argument[]): number {
  const from = callBack(collector, callback?.variable ?? none, none);
  if (from === none) return none;
  const array = collector.newVariable();
  collector.emit({ kind: "object", to: array, shape: "array", length: null });
  collector.emit({ kind: "store", object: array, key: everyKey, keyVariable: none, from, site: none });
  return array;
}

/** A promise is taken for its value: what it resolves to goes to the callback, and what that gives back is the result. */
function readThen(collector: Collector, values: readonly Argument[], object: number): number {
  const resolved = callBack(collector, values[0]?.variable ?? none, object);
  const rejected = callBack(collector, values[1]?.variable ?? none, collector.thrownVariable);
  return oneOf(collector, resolved === none ? object : resolved, rejected);
}

function oneOf(collector: Collector, first: number, second: number): number {
  if (first === none || second === none) return first === none ? second : first;
  const to = collector.newVariable();
  collector.copy(to, first);
  collector.copy(to, second);
  return to;
}

function readSuperCall(collector: Collector, node: TSESTree.CallExpression | TSESTree.NewExpression): number {
  const { parent, receiver } = collector.surroundings;
  const values = readArguments(collector, node.arguments);
  if (parent === none) return none;
  const to = collector.newVariable();
  collector.emit({
    kind: "call",
    to,
    callee: parent,
    receiver,
    arguments: values,
    site: collector.siteOf(node),
    isNew: true,
    scope: null,
  });
  return none;
}

/** Reads arguments. A spread array that is written there is taken apart. */
export function readArguments(
  collector: Collector,
  nodes: readonly TSESTree.CallExpressionArgument[],
  use: Use = "value",
): readonly Argument[] {
  return nodes.flatMap((node): readonly Argument[] => {
    if (node.type !== "SpreadElement")
      return [{ variable: collector.evaluate(node, use), isSpread: false, written: writtenArgument(collector, node) }];
    const array = unwrap(node.argument);
    if (array.type === "ArrayExpression" && array.elements.every((element) => element !== null))
      return readArguments(collector, array.elements);
    return [{ variable: collector.evaluate(node.argument), isSpread: true, written: null }];
  });
}

function writtenArgument(collector: Collector, node: TSESTree.Node): Argument["written"] {
  const bare = unwrap(node);
  if (bare.type === "ObjectExpression") {
    const keys = bare.properties.map((property) =>
      property.type === "Property" ? keyNamed(property.key, property.computed) : null,
    );
    return keys.every((key) => key !== null) ? keys.filter(isTimeOption) : null;
  }
  if (bare.type === "Literal" && bare.raw === "null") return "null";
  return isGlobalNamed(collector, bare, "undefined") || (bare.type === "UnaryExpression" && bare.operator === "void")
    ? "undefined"
    : null;
}

/** An expression without what changes nothing at run time: type assertions, `!`, and the links of a `?.` chain. */
export function unwrap(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case "ChainExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSInstantiationExpression":
      return unwrap(node.expression);
    default:
      return node;
  }
}

/** Reads every element of an array, or every property of an object. */
export function readEvery(collector: Collector, object: number): number {
  if (object === none) return none;
  const to = collector.newVariable();
  collector.emit({ kind: "load", to, object, key: everyKey, keyVariable: none, site: none, use: "value", inner: none });
  return to;
}
