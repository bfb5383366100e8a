import type { TSESTree } from "@typescript-eslint/types";
import { callListener } from "./call-back.ts";
import type { Collector } from "./collector.ts";
import { none } from "./flow-facts.ts";
import { isDomEvent } from "../rules/sought-rules.ts";

/** Reads an element of JSX. A component is called with its properties; one that is a class has them as `props`. */
export function readElement(collector: Collector, { openingElement, children }: TSESTree.JSXElement): number {
  const properties = collector.newVariable();
  collector.emit({ kind: "object", to: properties, shape: "object", length: null });
  const isOfDocument = openingElement.name.type === "JSXIdentifier" && /^[a-z]/.test(openingElement.name.name);
  for (const attribute of openingElement.attributes) {
    const from = readAttribute(collector, attribute, properties);
    if (isOfDocument && isHandler(attribute)) callListener(collector, from);
  }
  for (const child of children) {
    const from = collector.evaluate(child.type === "JSXExpressionContainer" ? child.expression : child);
    if (from !== none)
      collector.emit({ kind: "store", object: properties, key: "children", keyVariable: none, from, site: none });
  }
  const callee = readElementName(collector, openingElement.name);
  if (callee !== none) callComponent(collector, { callee, properties, site: collector.siteOf(openingElement) });
  return none;
}

function readAttribute(
  collector: Collector,
  attribute: TSESTree.JSXAttribute | TSESTree.JSXSpreadAttribute,
  properties: number,
): number {
  const isSpread = attribute.type === "JSXSpreadAttribute";
  const given = isSpread
    ? attribute.argument
    : attribute.value?.type === "JSXExpressionContainer"
      ? attribute.value.expression
      : attribute.value;
  const from = given === null ? none : collector.evaluate(given);
  if (from === none) return none;
  if (isSpread) collector.emit({ kind: "spread", object: properties, from });
  else if (attribute.name.type === "JSXIdentifier")
    collector.emit({
      kind: "store",
      object: properties,
      key: attribute.name.name,
      keyVariable: none,
      from,
      site: none,
    });
  return from;
}

/** `onPointerDown`, which gets an event with the time of the DOM's. */
function isHandler(attribute: TSESTree.JSXAttribute | TSESTree.JSXSpreadAttribute): boolean {
  if (attribute.type === "JSXSpreadAttribute" || attribute.name.type !== "JSXIdentifier") return false;
  const [, type = ""] = /^on([A-Z]\w*)$/.exec(attribute.name.name) ?? [];
  return isDomEvent(type.toLowerCase());
}

interface Component {
  readonly callee: number;
  readonly properties: number;
  readonly site: number;
}

function callComponent(collector: Collector, { callee, properties, site }: Component): void {
  const call = {
    kind: "call",
    callee,
    receiver: none,
    arguments: [{ variable: properties, isSpread: false, written: null }],
    scope: null,
  } as const;
  collector.emit({ ...call, to: collector.newVariable(), site, isNew: false });
  const made = collector.newVariable();
  collector.emit({ ...call, to: made, site: none, isNew: true });
  collector.emit({ kind: "store", object: made, key: "props", keyVariable: none, from: properties, site: none });
}

/** The component that is meant; none for an element of the document. */
function readElementName(collector: Collector, name: TSESTree.JSXTagNameExpression): number {
  if (name.type === "JSXIdentifier") {
    const [component] = collector.localsOf(name);
    return component === undefined ? none : collector.variableOf(component);
  }
  if (name.type !== "JSXMemberExpression") return none;
  const object = readElementName(collector, name.object);
  if (object === none) return none;
  const to = collector.newVariable();
  collector.emit({
    kind: "load",
    to,
    object,
    key: name.property.name,
    keyVariable: none,
    site: none,
    use: "value",
    inner: none,
  });
  return to;
}
