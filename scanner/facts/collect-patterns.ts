import type { TSESTree } from "@typescript-eslint/types";
import { isGlobalNamed, keyOf, readEvery, readProperty, unwrap } from "./collect-members.ts";
import { callListener } from "./call-back.ts";
import type { Collector } from "./collector.ts";
import { everyKey, none } from "./flow-facts.ts";
import { isDomEvent } from "../rules/sought-rules.ts";

/**
 * Lets a value flow into what stands on the left: a name, a property, a pattern of them.
 * @param inner The site of the read that gave the value, where a nested pattern goes on reading.
 */
export function bindPattern(collector: Collector, target: TSESTree.Node, value: number, inner = none): void {
  const pattern = unwrap(target);
  switch (pattern.type) {
    case "Identifier":
      bindName(collector, pattern, value);
      return;
    case "MemberExpression":
      bindMember(collector, pattern, value);
      return;
    case "ObjectPattern":
      bindObjectPattern(collector, pattern, value, inner);
      return;
    case "ArrayPattern":
      bindArrayPattern(collector, pattern, value);
      return;
    case "AssignmentPattern":
      bindWithDefault(collector, pattern, value, inner);
      return;
    case "TSParameterProperty":
      bindParameterProperty(collector, pattern, value);
      return;
    case "RestElement":
      bindPattern(collector, pattern.argument, value);
      return;
    default:
  }
}

/** A name that is declared nowhere becomes a property of the global object. */
function bindName(collector: Collector, name: TSESTree.Identifier, value: number): void {
  const locals = collector.localsOf(name);
  for (const variable of locals) collector.copy(collector.variableOf(variable), value);
  if (locals.length > 0 || value === none) return;
  collector.emit({
    kind: "store",
    object: collector.globalVariable,
    key: name.name,
    keyVariable: none,
    from: value,
    site: none,
  });
}

function bindMember(collector: Collector, member: TSESTree.MemberExpression, value: number): void {
  const key = keyOf(collector, member.property, member.computed);
  if (key.key === "exports" && isGlobalNamed(collector, member.object, "module")) {
    collector.isCommonJs = true;
    collector.copy(collector.exportsVariable, value);
    return;
  }
  if (key.key?.startsWith("on") === true && isDomEvent(key.key.slice(2))) callListener(collector, value);
  const object = member.object.type === "Super" ? collector.surroundings.receiver : collector.evaluate(member.object);
  if (object === none) return;
  collector.emit({ kind: "store", object, ...key, from: value, site: collector.siteOf(member) });
}

function bindObjectPattern(collector: Collector, pattern: TSESTree.ObjectPattern, object: number, inner: number): void {
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      bindPattern(collector, property.argument, restOf(collector, object));
      continue;
    }
    const key = keyOf(collector, property.key, property.computed);
    const value = readProperty(collector, { object, node: property, use: "value", inner, ...key });
    bindPattern(collector, property.value, value, collector.origins.get(value)?.site ?? none);
  }
}

/** The rest of an object: what can be copied of it. */
function restOf(collector: Collector, from: number): number {
  if (from === none) return none;
  const object = collector.newVariable();
  collector.emit({ kind: "object", to: object, shape: "object", length: null });
  collector.emit({ kind: "spread", object, from });
  return object;
}

function bindArrayPattern(collector: Collector, pattern: TSESTree.ArrayPattern, object: number): void {
  pattern.elements.forEach((element, index) => {
    if (element === null) return;
    if (element.type === "RestElement") {
      const rest = collector.newVariable();
      collector.emit({ kind: "object", to: rest, shape: "array", length: null });
      const every = readEvery(collector, object);
      if (every !== none)
        collector.emit({ kind: "store", object: rest, key: everyKey, keyVariable: none, from: every, site: none });
      bindPattern(collector, element.argument, rest);
      return;
    }
    bindPattern(
      collector,
      element,
      readProperty(collector, {
        object,
        node: element,
        use: "value",
        inner: none,
        key: String(index),
        keyVariable: none,
      }),
    );
  });
}

function bindWithDefault(
  collector: Collector,
  pattern: TSESTree.AssignmentPattern,
  value: number,
  inner: number,
): void {
  const either = collector.newVariable();
  collector.copy(either, value);
  collector.copy(either, collector.evaluate(pattern.right));
  bindPattern(collector, pattern.left, either, inner);
}

/** `constructor(private source = Math)` declares a parameter and a property. */
function bindParameterProperty(collector: Collector, node: TSESTree.TSParameterProperty, value: number): void {
  const { parameter } = node;
  bindPattern(collector, parameter, value);
  const name = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  if (collector.surroundings.receiver === none) return;
  const local = collector.localsOf(name)[0];
  if (local === undefined) return;
  const from = collector.variableOf(local);
  collector.emit({
    kind: "store",
    object: collector.surroundings.receiver,
    key: name.name,
    keyVariable: none,
    from,
    site: none,
  });
}
