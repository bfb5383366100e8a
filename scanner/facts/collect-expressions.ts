import type { TSESTree } from "@typescript-eslint/types";
import { isGlobalNamed, keyOf, readGlobal } from "./collect-members.ts";
import { runCodeUrl } from "./code-urls.ts";
import { readMethod } from "./collect-functions.ts";
import { bindPattern } from "./collect-patterns.ts";
import type { Collector } from "./collector.ts";
import type { Use } from "./flow-facts.ts";
import { everyKey, none } from "./flow-facts.ts";

/** Reads a name: a local variable, or a property of the global object. */
export function readName(collector: Collector, node: TSESTree.Identifier | TSESTree.JSXIdentifier, use: Use): number {
  const [local] = collector.localsOf(node);
  if (local !== undefined && local === collector.unsetVariable)
    return either(collector, [collector.variableOf(local), readGlobal(collector, node.name, node, use)]);
  if (local !== undefined) return collector.variableOf(local);
  if (node.name === "undefined") return none;
  const { argumentsVariable } = collector.surroundings;
  if (node.name === "arguments" && argumentsVariable !== none) {
    collector.readArgumentLists.add(argumentsVariable);
    return argumentsVariable;
  }
  if (node.name === "exports") {
    collector.isCommonJs = true;
    return collector.exportsVariable;
  }
  if (node.name === "module") return none;
  return readGlobal(collector, node.name, node, use);
}

export function readLiteral(collector: Collector, node: TSESTree.Literal, use: Use): number {
  if ("regex" in node || node.value === null || node.value === false) return none;
  const text = textVariable(collector, String(node.value));
  runCodeUrl(collector, node, text, use);
  return text;
}

/** A number, where it may be the argument of a method of texts. */
export function readNumber(collector: Collector, value: number): number {
  return textVariable(collector, String(value));
}

export function readTemplate(collector: Collector, node: TSESTree.TemplateLiteral, use: Use): number {
  const parts = node.quasis.flatMap((quasi, index) => {
    // An escape that means nothing (`\u{`) is allowed in a tagged template only.
    const text = textVariable(collector, typeof quasi.value.cooked === "string" ? quasi.value.cooked : quasi.value.raw);
    const expression = node.expressions[index];
    return expression === undefined ? [text] : [text, collector.evaluate(expression)];
  });
  const text = parts.reduce((left, right) => joinTexts(collector, left, right));
  runCodeUrl(collector, node, text, use);
  return text;
}

export function readTaggedTemplate(collector: Collector, node: TSESTree.TaggedTemplateExpression): number {
  const callee = collector.evaluate(node.tag);
  const text = collector.evaluate(node.quasi);
  // String.raw gives the text as it is written, unless something is put in.
  if (
    node.quasi.expressions.length === 0 &&
    node.tag.type === "MemberExpression" &&
    isGlobalNamed(collector, node.tag.object, "String")
  ) {
    return textVariable(collector, node.quasi.quasis[0]?.value.raw ?? "");
  }
  if (callee === none) return none;
  const to = collector.newVariable();
  const given = [text, ...node.quasi.expressions.map((expression) => collector.evaluate(expression))];
  collector.emit({
    kind: "call",
    to,
    callee,
    receiver: collector.origins.get(callee)?.object ?? none,
    arguments: given.map((variable) => ({ variable, isSpread: false, written: null })),
    site: collector.siteOf(node),
    isNew: false,
    scope: null,
  });
  return to;
}

/** What is only looked at for being there is not taken; a comparison with `===` takes no function either. */
export function readBinary(collector: Collector, node: TSESTree.BinaryExpression, use: Use): number {
  if (/^[!=]==?$/.test(node.operator)) return readBoth(collector, node, "identity");
  if (node.operator === "in" || node.operator === "instanceof") return readBoth(collector, node, "guard");
  if (node.operator === "**") {
    collector.emit({ kind: "operator", api: "**", site: collector.siteOf(node) });
    return readBoth(collector, node, "value");
  }
  const left = collector.evaluate(node.left);
  const right = collector.evaluate(node.right);
  if (node.operator !== "+") return none;
  const text = joinTexts(collector, left, right);
  runCodeUrl(collector, node, text, use);
  return text;
}

function readBoth(collector: Collector, node: TSESTree.BinaryExpression, use: Use): number {
  collector.evaluate(node.left, use);
  collector.evaluate(node.right, use);
  return none;
}

export function readLogical(collector: Collector, node: TSESTree.LogicalExpression, use: Use): number {
  if (node.operator === "&&") {
    // Where the left side is the result, it is not a function.
    collector.evaluate(node.left, "guard");
    return collector.evaluate(node.right, use);
  }
  return either(collector, [collector.evaluate(node.left, use), collector.evaluate(node.right, use)]);
}

export function readConditional(collector: Collector, node: TSESTree.ConditionalExpression, use: Use): number {
  collector.evaluate(node.test, "guard");
  return either(collector, [collector.evaluate(node.consequent, use), collector.evaluate(node.alternate, use)]);
}

/** Reads `a = b`, `a ||= b` and `a += b`. */
export function readAssignment(collector: Collector, node: TSESTree.AssignmentExpression): number {
  const name = node.left.type === "Identifier" ? node.left.name : null;
  const value = collector.within(name, () => collector.evaluate(node.right));
  if (node.operator === "=") {
    bindPattern(collector, node.left, value);
    return value;
  }
  if (node.operator === "+=") {
    const joined = joinTexts(collector, collector.evaluate(node.left), value);
    bindPattern(collector, node.left, joined);
    return joined;
  }
  if (node.operator === "**=") collector.emit({ kind: "operator", api: "**", site: collector.siteOf(node) });
  if (!["||=", "&&=", "??="].includes(node.operator)) {
    collector.evaluate(node.left);
    return none;
  }
  bindPattern(collector, node.left, value);
  return either(collector, [collector.evaluate(node.left, "guard"), value]);
}

export function readObject(collector: Collector, node: TSESTree.ObjectExpression): number {
  const object = collector.newVariable();
  collector.emit({ kind: "object", to: object, shape: "object", length: null });
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const from = collector.evaluate(property.argument);
      if (from !== none) collector.emit({ kind: "spread", object, from });
      continue;
    }
    const key = keyOf(collector, property.key, property.computed);
    const store = (from: number): void => {
      if (from !== none) collector.emit({ kind: "store", object, ...key, from, site: none });
    };
    const { value } = property;
    collector.within(key.key, () => {
      const isMethod =
        value.type === "FunctionExpression" && (property.method || property.kind !== "init" || value.id === null);
      if (isMethod) readMethod(collector, { value, kind: property.kind, key, receiver: object, store });
      else store(collector.evaluate(value));
    });
  }
  return object;
}

export function readArray(collector: Collector, node: TSESTree.ArrayExpression): number {
  const object = collector.newVariable();
  const hasSpread = node.elements.some((element) => element?.type === "SpreadElement");
  collector.emit({ kind: "object", to: object, shape: "array", length: hasSpread ? null : node.elements.length });
  node.elements.forEach((element, index) => {
    if (element === null) return;
    const isSpread = element.type === "SpreadElement";
    const value = collector.evaluate(isSpread ? element.argument : element);
    if (value === none) return;
    if (!isSpread) {
      collector.emit({ kind: "store", object, key: String(index), keyVariable: none, from: value, site: none });
      return;
    }
    const every = collector.newVariable();
    collector.emit({
      kind: "load",
      to: every,
      object: value,
      key: everyKey,
      keyVariable: none,
      site: none,
      use: "value",
      inner: none,
    });
    collector.emit({ kind: "store", object, key: everyKey, keyVariable: none, from: every, site: none });
  });
  return object;
}

/** Reads `import(specifier)`: what it resolves to, for a promise is taken for its value. */
export function readDynamicImport(collector: Collector, node: TSESTree.ImportExpression): number {
  const callee = collector.newVariable();
  const object = collector.globalVariable;
  collector.emit({
    kind: "load",
    to: callee,
    object,
    key: "require",
    keyVariable: none,
    site: none,
    use: "value",
    inner: none,
  });
  const specifier = { variable: collector.evaluate(node.source), isSpread: false, written: null };
  const to = collector.newVariable();
  collector.emit({
    kind: "call",
    to,
    callee,
    receiver: none,
    arguments: [specifier],
    site: collector.siteOf(node),
    isNew: false,
    scope: null,
  });
  return to;
}

/** One variable for what may come from several. What is not known must stay visible beside what is. */
function either(collector: Collector, variables: readonly number[]): number {
  if (variables.every((variable) => variable === none)) return none;
  const to = collector.newVariable();
  for (const variable of variables) {
    if (variable === none) collector.emit({ kind: "unknown", to });
    else collector.copy(to, variable);
  }
  return to;
}

function joinTexts(collector: Collector, left: number, right: number): number {
  if (left === none || right === none) return none;
  const to = collector.newVariable();
  collector.emit({ kind: "join", to, left, right });
  return to;
}

function textVariable(collector: Collector, text: string): number {
  const to = collector.newVariable();
  collector.emit({ kind: "text", to, text });
  return to;
}
