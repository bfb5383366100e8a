import type { TSESTree } from "@typescript-eslint/types";
import { runCodeUrl } from "./collect-calls.ts";
import { readMethod } from "./collect-functions.ts";
import { keyOf, readEvery } from "./collect-members.ts";
import { bindPattern } from "./collect-patterns.ts";
import type { Flow } from "./flow.ts";
import { everyKey, none, sentKey, type Use } from "./flow-facts.ts";

export function readLiteral(flow: Flow, node: TSESTree.Literal, use: Use): number {
  if ("regex" in node || node.value === null || node.value === false) return none;
  const text = flow.text(String(node.value));
  if (typeof node.value === "string") runCodeUrl(flow, node, text, use);
  return text;
}

export function readTemplate(flow: Flow, node: TSESTree.TemplateLiteral, use: Use): number {
  let text = none;
  for (const [index, { value }] of node.quasis.entries()) {
    // An invalid escape (`\u{`) is allowed only in a tagged template.
    const part = flow.text(typeof value.cooked === "string" ? value.cooked : value.raw);
    text = index === 0 ? part : flow.join(text, part);
    const expression = node.expressions[index];
    if (expression !== undefined) text = flow.join(text, flow.evaluate(expression));
  }
  runCodeUrl(flow, node, text, use);
  return text;
}

/** A number may be the argument of a string method. */
export function readUnary(flow: Flow, { operator, argument }: TSESTree.UnaryExpression): number {
  if (operator === "-" && argument.type === "Literal" && typeof argument.value === "number")
    return flow.text(String(-argument.value));
  flow.evaluate(argument, /^[-+~]$/.test(operator) ? "value" : "guard");
  return none;
}

/** Testing a value for existence does not obtain it, and neither does comparing a function with `===`. */
function useOfOperands(operator: TSESTree.BinaryExpression["operator"]): Use {
  if (/^[!=]==?$/.test(operator)) return "identity";
  return operator === "in" || operator === "instanceof" ? "guard" : "value";
}

export function readBinary(flow: Flow, node: TSESTree.BinaryExpression, use: Use): number {
  if (node.operator === "**") flow.facts.push({ kind: "operator", api: "**", place: flow.placeOf(node) });
  const useOfOperand = useOfOperands(node.operator);
  const left = flow.evaluateIn(node, node.left, useOfOperand);
  const right = flow.evaluateIn(node, node.right, useOfOperand);
  if (node.operator !== "+") return none;
  const text = flow.join(left, right);
  runCodeUrl(flow, node, text, use);
  return text;
}

export function readLogical(flow: Flow, { operator, left, right }: TSESTree.LogicalExpression, use: Use): number {
  if (operator !== "&&") return flow.either(flow.evaluate(left, use), flow.evaluate(right, use));
  // If the left side is the result, it is not a function.
  flow.evaluate(left, "guard");
  return flow.evaluate(right, use);
}

export function readConditional(flow: Flow, node: TSESTree.ConditionalExpression, use: Use): number {
  flow.evaluate(node.test, "guard");
  return flow.either(flow.evaluate(node.consequent, use), flow.evaluate(node.alternate, use));
}

/** Reads `a = b`, `a ||= b` and `a += b`. */
export function readAssignment(flow: Flow, node: TSESTree.AssignmentExpression): number {
  const { left, operator } = node;
  const value = flow.evaluateAs(left.type === "Identifier" ? left.name : null, node.right);
  switch (operator) {
    case "=":
      bindPattern(flow, left, value);
      return value;
    case "+=": {
      const joined = flow.join(flow.evaluate(left), value);
      bindPattern(flow, left, joined);
      return joined;
    }
    case "||=":
    case "&&=":
    case "??=":
      bindPattern(flow, left, value);
      return flow.either(flow.evaluate(left, "guard"), value);
    default:
      if (operator === "**=") flow.facts.push({ kind: "operator", api: "**", place: flow.placeOf(node) });
      flow.evaluate(left);
      return none;
  }
}

export function readObject(flow: Flow, node: TSESTree.ObjectExpression): number {
  const object = flow.object();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      flow.spread(object, flow.evaluate(property.argument));
      continue;
    }
    const { kind, value } = property;
    const key = keyOf(flow, property.key, property.computed);
    const isMethod = value.type === "FunctionExpression" && (property.method || kind !== "init" || value.id === null);
    flow.within(key, () => {
      if (isMethod) readMethod(flow, value, { kind, key, owner: object, receiver: object });
      else flow.store(object, key, flow.evaluate(value));
    });
  }
  return object;
}

export function readArray(flow: Flow, { elements }: TSESTree.ArrayExpression): number {
  const hasSpread = elements.some((element) => element?.type === "SpreadElement");
  const array = flow.object("array", hasSpread ? null : elements.length);
  for (const [index, element] of elements.entries()) {
    if (element?.type === "SpreadElement")
      flow.store(array, everyKey, readEvery(flow, flow.evaluate(element.argument)));
    else if (element !== null) flow.store(array, String(index), flow.evaluate(element));
  }
  return array;
}

/** `yield` evaluates to the argument of `next()`, and `yield*` to the result of the other generator. */
export function readYield(flow: Flow, node: TSESTree.YieldExpression): number {
  const value = node.argument === null ? none : flow.evaluate(node.argument);
  const from = node.delegate ? readEvery(flow, value) : value;
  const { yields } = flow.around;
  flow.store(yields, everyKey, from);
  return node.delegate && yields !== none ? from : flow.load(yields, sentKey);
}
