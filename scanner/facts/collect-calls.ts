import type { TSESTree } from "@typescript-eslint/types";
import { keyNamed } from "./collect-members.ts";
import { unwrap } from "./node-table.ts";
import { argumentOf, type Flow } from "./flow.ts";
import { type Argument, everyKey, globalObject, none, thrown, type Use } from "./flow-facts.ts";
import { startOf } from "../parse/nodes.ts";
import { codeOfUrl } from "../text/code-url.ts";
import { isDomEvent, timeKeys } from "../rules/sought-rules.ts";

type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

/** Reads a call or a construction. */
export function readCall(flow: Flow, node: CallNode): number {
  if (node.callee.type === "Super") return readSuperCall(flow, node);
  const callee = flow.evaluateIn(node, node.callee);
  const bare = unwrap(node.callee);
  const object = bare.type === "MemberExpression" ? flow.memberObject : none;
  const given = readArguments(flow, node.arguments, useOfArguments(flow, node.callee));
  if (isListening(flow, bare, node.arguments[0])) callListener(flow, valueAt(given, 1));
  const result = bare.type === "MemberExpression" ? resultByName(flow, bare, given, object) : none;
  if (callee === none) return result;
  const isNew = node.type === "NewExpression";
  const evalOffset = !isNew && flow.isGlobal(node.callee, "eval") ? startOf(node) : null;
  const receiver = isNew ? none : object;
  const to = flow.call(callee, given, { receiver, place: flow.placeOf(node), isNew, evalOffset });
  flow.copy(to, result);
  return to;
}

function valueAt(given: readonly Argument[], index: number): number {
  return given[index]?.variable ?? none;
}

/** The elements of an array, or null if it has holes. */
function elementsOf({ elements }: TSESTree.ArrayExpression): readonly TSESTree.CallExpressionArgument[] | null {
  const written = elements.filter((element) => element !== null);
  return written.length === elements.length ? written : null;
}

function readSuperCall(flow: Flow, node: CallNode): number {
  const { parent, receiver } = flow.around;
  const given = readArguments(flow, node.arguments);
  if (parent !== none) flow.call(parent, given, { receiver, place: flow.placeOf(node), isNew: true });
  return none;
}

const eventTargets: readonly string[] = ["window", "document", "self", "globalThis"];

/** Whether a call adds a listener that certainly gets DOM events. */
function isListening(flow: Flow, callee: TSESTree.Node, type: TSESTree.Node | undefined): boolean {
  if (callee.type !== "MemberExpression") return flow.isGlobal(callee, "addEventListener");
  if (keyNamed(callee.property, callee.computed) !== "addEventListener") return false;
  if (type?.type === "Literal" && typeof type.value === "string" && isDomEvent(type.value)) return true;
  return eventTargets.some((name) => flow.isGlobal(callee.object, name));
}

/** `Boolean(Math.random)` only tests for existence, and `Object.is` compares like `===`. */
function useOfArguments(flow: Flow, callee: TSESTree.Node): Use {
  if (callee.type !== "MemberExpression") return flow.isGlobal(callee, "Boolean") ? "guard" : "value";
  const isComparison = keyNamed(callee.property, callee.computed) === "is" && flow.isGlobal(callee.object, "Object");
  return isComparison ? "identity" : "value";
}

/**
 * The result of a method that its name identifies, whatever the receiver: methods of promises, which stand for their
 * values, and of arrays, whose elements may be unknown except for their mapped results.
 */
function resultByName(
  flow: Flow,
  callee: TSESTree.MemberExpression,
  given: readonly Argument[],
  object: number,
): number {
  const first = valueAt(given, 0);
  switch (keyNamed(callee.property, callee.computed)) {
    case "then":
      return settle(flow, object, first, valueAt(given, 1));
    case "catch":
      return settle(flow, object, none, first);
    case "finally":
      return object;
    case "reject":
      if (flow.isGlobal(callee.object, "Promise")) flow.copy(thrown, first);
      return none;
    case "map":
    case "flatMap":
      return first === none ? none : arrayOf(flow, callBack(flow, first, none));
    default:
      return none;
  }
}

/** The value of a promise goes to a callback, which returns the result. A rejection is a thrown value. */
function settle(flow: Flow, object: number, onResolved: number, onRejected: number): number {
  const resolved = callBack(flow, onResolved, object);
  return flow.oneOf(resolved === none ? object : resolved, callBack(flow, onRejected, thrown));
}

/** Creates an array that may hold a value anywhere. */
export function arrayOf(flow: Flow, element: number): number {
  const array = flow.object("array");
  flow.store(array, everyKey, element);
  return array;
}

/** Calls a callback with one argument, and returns the variable of its result. */
function callBack(flow: Flow, callback: number, given: number): number {
  return flow.call(callback, [argumentOf(given)]);
}

/** Calls a DOM listener with an event, represented by the prototype of events. */
export function callListener(flow: Flow, listener: number): void {
  if (listener !== none) callBack(flow, listener, flow.load(flow.load(globalObject, "Event"), "prototype"));
}

/** Reads arguments. A spread array literal is expanded. */
function readArguments(
  flow: Flow,
  nodes: readonly TSESTree.CallExpressionArgument[],
  use: Use = "value",
): readonly Argument[] {
  const given: Argument[] = [];
  for (const node of nodes) {
    if (node.type !== "SpreadElement") {
      given.push({ variable: flow.evaluate(node, use), isSpread: false, written: writtenArgument(flow, node) });
      continue;
    }
    const array = unwrap(node.argument);
    const elements = array.type === "ArrayExpression" ? elementsOf(array) : null;
    if (elements === null) given.push({ variable: flow.evaluate(node.argument), isSpread: true, written: null });
    else given.push(...readArguments(flow, elements));
  }
  return given;
}

function writtenArgument(flow: Flow, node: TSESTree.Node): Argument["written"] {
  const bare = unwrap(node);
  if (bare.type === "ObjectExpression") {
    const keys = bare.properties.map((one) => (one.type === "Property" ? keyNamed(one.key, one.computed) : null));
    return keys.every((key) => key !== null) ? keys.filter((key) => timeKeys.has(key)) : null;
  }
  if (bare.type === "Literal" && bare.raw === "null") return "null";
  const isVoid = bare.type === "UnaryExpression" && bare.operator === "void";
  return isVoid || flow.isGlobal(bare, "undefined") ? "undefined" : null;
}

/** Reads a tagged template: a call of its tag with the texts and the inserted values. */
export function readTaggedTemplate(flow: Flow, node: TSESTree.TaggedTemplateExpression): number {
  const { tag, quasi } = node;
  const callee = flow.evaluate(tag);
  const text = flow.evaluate(quasi);
  // Without insertions, String.raw returns the text as it is written.
  if (quasi.expressions.length === 0 && tag.type === "MemberExpression" && flow.isGlobal(tag.object, "String"))
    return flow.text(quasi.quasis[0]?.value.raw ?? "");
  const receiver = unwrap(tag).type === "MemberExpression" ? flow.memberObject : none;
  if (callee === none) return none;
  const given = [argumentOf(text), ...quasi.expressions.map((expression) => argumentOf(flow.evaluate(expression)))];
  return flow.call(callee, given, { receiver, place: flow.placeOf(node) });
}

/** Reads `import(specifier)`. The result is the module, because a promise stands for its value. */
export function readDynamicImport(flow: Flow, node: TSESTree.ImportExpression): number {
  const specifier = argumentOf(flow.evaluate(node.source));
  return flow.call(flow.load(globalObject, "require"), [specifier], { place: flow.placeOf(node) });
}

/**
 * Runs the code of a `javascript:` URL at its place, because such a URL is only ever opened.
 * @param node A text or a concatenation, whose value is in `variable`.
 */
export function runCodeUrl(flow: Flow, node: TSESTree.Expression, variable: number, use: Use): void {
  if (use !== "value" || isOperand(node, flow)) return;
  const code = codeOfUrl(beginningOf(node));
  if (code === null) return;
  const isWhole = node.type === "Literal" || (node.type === "TemplateLiteral" && node.expressions.length === 0);
  // Without code-like characters, it is a message about such URLs.
  if (isWhole && !/[(=[]|\.\w/.test(code)) return;
  // Before concatenated code, `javascript:` parses as a label.
  const given = isWhole ? flow.text(code) : variable === none ? flow.unknown() : variable;
  flow.call(flow.load(globalObject, "eval"), [argumentOf(given)], { place: flow.placeOf(node) });
}

/** Whether a node is an operand of a concatenation. */
function isOperand(node: TSESTree.Node, { parent }: Flow): boolean {
  return (
    parent?.type === "BinaryExpression" && parent.operator === "+" && (parent.left === node || parent.right === node)
  );
}

/** The known start of an expression's text. */
function beginningOf(node: TSESTree.Expression | TSESTree.PrivateIdentifier): string {
  if (node.type === "BinaryExpression") return node.operator === "+" ? beginningOf(node.left) : "";
  if (node.type === "TemplateLiteral") return node.quasis[0]?.value.cooked ?? "";
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}
