import type { TSESTree } from "@typescript-eslint/types";
import { arrayOf, callListener } from "./collect-calls.ts";
import { keyOf, readEvery, readProperty } from "./collect-members.ts";
import type { Flow } from "./flow.ts";
import { globalObject, moduleExports, none, type SourcePlace } from "./flow-facts.ts";
import { byType, unwrap } from "./node-table.ts";
import { isDomEvent } from "../rules/sought-rules.ts";

/**
 * Lets a value flow into a target: a name, a property, or a pattern of them.
 * @param inner The place of the read that returned the value, if a nested pattern continues it.
 */
export function bindPattern(flow: Flow, target: TSESTree.Node, value: number, inner: SourcePlace | null = null): void {
  const pattern = unwrap(target);
  binders[pattern.type]?.(flow, pattern, value, inner);
}

const binders = byType<[Flow], [value: number, inner: SourcePlace | null], unknown>({
  Identifier: (flow, { name }, value) => bindName(flow, name, value),
  MemberExpression: bindMember,
  ObjectPattern: bindObjectPattern,
  ArrayPattern: bindArrayPattern,
  AssignmentPattern: (flow, { left, right }, value, inner) =>
    bindPattern(flow, left, flow.oneOf(value, flow.evaluate(right)), inner),
  RestElement: (flow, { argument }, value) => bindPattern(flow, argument, value),
  TSParameterProperty: bindParameterProperty,
});

/** An undeclared name becomes a property of the global object. */
export function bindName(flow: Flow, name: string, value: number): void {
  const local = flow.scopes.variableOf(name);
  if (local === none) flow.store(globalObject, name, value);
  else flow.copy(local, value);
}

function bindMember(flow: Flow, member: TSESTree.MemberExpression, value: number): void {
  const key = keyOf(flow, member.property, member.computed);
  if (key === "exports" && flow.isGlobal(member.object, "module")) {
    flow.isCommonJs = true;
    flow.copy(moduleExports, value);
    return;
  }
  if (typeof key === "string" && key.startsWith("on") && isDomEvent(key.slice(2))) callListener(flow, value);
  const object = member.object.type === "Super" ? flow.around.receiver : flow.evaluate(member.object);
  if (object !== none) flow.store(object, key, value, flow.placeOf(member));
}

function bindObjectPattern(
  flow: Flow,
  pattern: TSESTree.ObjectPattern,
  object: number,
  inner: SourcePlace | null,
): void {
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      bindPattern(flow, property.argument, restOf(flow, object));
      continue;
    }
    const key = keyOf(flow, property.key, property.computed);
    const value = readProperty(flow, object, key, { node: property, inner });
    bindPattern(flow, property.value, value, flow.readAt(value));
  }
}

/** The rest of an object: its copyable properties. */
function restOf(flow: Flow, from: number): number {
  if (from === none) return none;
  const object = flow.object();
  flow.spread(object, from);
  return object;
}

function bindArrayPattern(flow: Flow, { elements }: TSESTree.ArrayPattern, object: number): void {
  for (const [index, element] of elements.entries()) {
    if (element?.type === "RestElement") {
      bindPattern(flow, element.argument, arrayOf(flow, readEvery(flow, object)));
    } else if (element !== null) {
      bindPattern(flow, element, readProperty(flow, object, String(index), { node: element }));
    }
  }
}

/** `constructor(private source = Math)` declares a parameter and a property. */
function bindParameterProperty(flow: Flow, { parameter }: TSESTree.TSParameterProperty, value: number): void {
  bindPattern(flow, parameter, value);
  const name = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  flow.store(flow.around.receiver, name.name, flow.scopes.variableOf(name.name));
}
