import type { TSESTree } from "@typescript-eslint/types";
import { callListener } from "./collect-calls.ts";
import { argumentOf, type Flow } from "./flow.ts";
import { none } from "./flow-facts.ts";
import { isDomEvent } from "../rules/sought-rules.ts";

/** Reads a JSX element. A component is called with its properties. A class component has them as `props`. */
export function readElement(flow: Flow, { openingElement, children }: TSESTree.JSXElement): void {
  const { name, attributes } = openingElement;
  const properties = flow.object();
  const isOfDocument = name.type === "JSXIdentifier" && /^[a-z]/.test(name.name);
  for (const attribute of attributes) {
    if (attribute.type === "JSXAttribute") readAttribute(flow, attribute, properties, isOfDocument);
    else flow.spread(properties, flow.evaluate(attribute.argument));
  }
  for (const child of children) flow.store(properties, "children", evaluateContent(flow, child));
  const callee = isOfDocument ? none : readElementName(flow, name);
  if (callee === none) return;
  const given = [argumentOf(properties)];
  flow.call(callee, given, { place: flow.placeOf(openingElement) });
  flow.store(flow.call(callee, given, { isNew: true }), "props", properties);
}

function readAttribute(flow: Flow, node: TSESTree.JSXAttribute, properties: number, isOfDocument: boolean): void {
  const from = node.value === null ? none : evaluateContent(flow, node.value);
  if (node.name.type !== "JSXIdentifier") return;
  flow.store(properties, node.name.name, from);
  // `onPointerDown` gets a DOM event.
  const [, type = ""] = /^on([A-Z]\w*)$/.exec(node.name.name) ?? [];
  if (isOfDocument && isDomEvent(type.toLowerCase())) callListener(flow, from);
}

function evaluateContent(flow: Flow, node: TSESTree.Node): number {
  return flow.evaluate(node.type === "JSXExpressionContainer" ? node.expression : node);
}

/** The component, or none for an HTML element. */
function readElementName(flow: Flow, name: TSESTree.JSXTagNameExpression): number {
  if (name.type === "JSXIdentifier") return flow.scopes.variableOf(name.name);
  if (name.type !== "JSXMemberExpression") return none;
  return flow.load(readElementName(flow, name.object), name.property.name);
}
