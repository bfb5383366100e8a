import type { TSESTree } from "@typescript-eslint/types";
import { readProperty } from "./collect-members.ts";
import { bindPattern } from "./collect-patterns.ts";
import type { Collector } from "./collector.ts";
import { none } from "./flow-facts.ts";

/** Reads `import ... from`. What is imported is obtained at its specifier; types leave nothing behind. */
export function readImport(collector: Collector, node: TSESTree.ImportDeclaration): number {
  if (node.importKind === "type") return none;
  const object = moduleOf(collector, node.source.value, node);
  for (const specifier of node.specifiers) {
    if (specifier.type === "ImportNamespaceSpecifier") {
      bindPattern(collector, specifier.local, object);
      continue;
    }
    if (specifier.type === "ImportSpecifier" && specifier.importKind === "type") continue;
    const key = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported);
    bindPattern(collector, specifier.local, readExport(collector, object, key, specifier));
  }
  return none;
}

/** Reads `export { a, b as c }`, `export { a } from`, `export const a = ...`. */
export function readNamedExport(collector: Collector, node: TSESTree.ExportNamedDeclaration): number {
  if (node.exportKind === "type" && node.declaration === null) return none;
  if (node.declaration !== null) {
    collector.evaluate(node.declaration);
    for (const name of declaredNames(node.declaration)) exportName(collector, name.name, localOf(collector, name));
    return none;
  }
  const object = node.source === null ? none : moduleOf(collector, node.source.value, node);
  for (const specifier of node.specifiers) {
    if (specifier.exportKind === "type") continue;
    const value =
      node.source === null
        ? collector.evaluate(specifier.local)
        : readExport(collector, object, nameOf(specifier.local), specifier);
    exportName(collector, nameOf(specifier.exported), value);
  }
  return none;
}

/** Reads `export default`. */
export function readDefaultExport(collector: Collector, node: TSESTree.ExportDefaultDeclaration): number {
  exportName(
    collector,
    "default",
    collector.within("default", () => collector.evaluate(node.declaration)),
  );
  return none;
}

/** Reads `export * from` and `export * as name from`. */
export function readExportAll(collector: Collector, node: TSESTree.ExportAllDeclaration): number {
  if (node.exportKind === "type") return none;
  if (node.exported !== null) {
    exportName(collector, nameOf(node.exported), moduleOf(collector, node.source.value, node));
    return none;
  }
  collector.emit({ kind: "export-all", specifier: node.source.value, site: collector.siteOf(node) });
  return none;
}

/** Reads `import a = require('a')` and `import a = B.c`. */
export function readImportEquals(collector: Collector, node: TSESTree.TSImportEqualsDeclaration): number {
  if (node.importKind === "type") return none;
  const { moduleReference } = node;
  if (moduleReference.type === "TSExternalModuleReference") {
    bindPattern(collector, node.id, requireOf(collector, moduleReference.expression.value, node));
    return none;
  }
  bindPattern(collector, node.id, readEntityName(collector, moduleReference));
  return none;
}

/** Reads `export = value`, which is `module.exports = value`. */
export function readExportAssignment(collector: Collector, node: TSESTree.TSExportAssignment): number {
  collector.isCommonJs = true;
  collector.copy(collector.exportsVariable, collector.evaluate(node.expression));
  return none;
}

/** Reads a namespace that has values in it: an object of what it exports. */
export function readNamespace(collector: Collector, node: TSESTree.TSModuleDeclaration): number {
  if (node.declare || node.kind === "global" || node.id.type === "Literal") return none;
  const namespace = bindNamespace(collector, node.id);
  const around = collector.surroundings;
  collector.surroundings = { ...around, namespace };
  collector.within(dottedName(node.id), () => collector.evaluate(node.body));
  collector.surroundings = around;
  return none;
}

/** Makes the object of a namespace; for `A.B` that of `B`, which is a property of that of `A`. */
function bindNamespace(collector: Collector, name: TSESTree.EntityName): number {
  const namespace = collector.newVariable();
  collector.emit({ kind: "object", to: namespace, shape: "object", length: null });
  if (name.type !== "TSQualifiedName") {
    bindPattern(collector, name, namespace);
    return namespace;
  }
  const object = bindNamespace(collector, name.left);
  collector.emit({ kind: "store", object, key: name.right.name, keyVariable: none, from: namespace, site: none });
  return namespace;
}

function dottedName(name: TSESTree.EntityName): string {
  if (name.type === "TSQualifiedName") return `${dottedName(name.left)}.${name.right.name}`;
  return name.type === "Identifier" ? name.name : "this";
}

/** Reads an enum: an object of constants. */
export function readEnum(collector: Collector, node: TSESTree.TSEnumDeclaration): number {
  if (node.declare) return none;
  const object = collector.newVariable();
  collector.emit({ kind: "object", to: object, shape: "object", length: null });
  bindPattern(collector, node.id, object);
  for (const member of node.body.members) {
    const key = member.id.type === "Identifier" ? member.id.name : member.id.value;
    // Of the two parsers one says undefined for nothing, and the other null.
    const from = member.initializer ? collector.evaluate(member.initializer) : none;
    for (const local of collector.localsOf(member.id)) collector.copy(collector.variableOf(local), from);
    if (from !== none) collector.emit({ kind: "store", object, key, keyVariable: none, from, site: none });
  }
  return none;
}

function readEntityName(collector: Collector, node: TSESTree.Node): number {
  if (node.type !== "TSQualifiedName") return collector.evaluate(node);
  const object = readEntityName(collector, node.left);
  return readProperty(collector, { object, node, use: "value", inner: none, key: node.right.name, keyVariable: none });
}

function moduleOf(collector: Collector, specifier: string, node: TSESTree.Node): number {
  const to = collector.newVariable();
  collector.emit({ kind: "module", to, specifier, site: collector.siteOf(node) });
  return to;
}

/** What `require(specifier)` gives: a call, so that a banned module is obtained where it is required. */
function requireOf(collector: Collector, specifier: string, node: TSESTree.Node): number {
  const callee = readProperty(collector, {
    object: collector.globalVariable,
    node,
    use: "value",
    inner: none,
    key: "require",
    keyVariable: none,
  });
  const name = collector.newVariable();
  collector.emit({ kind: "text", to: name, text: specifier });
  const to = collector.newVariable();
  const given = { variable: name, isSpread: false, written: null };
  collector.emit({
    kind: "call",
    to,
    callee,
    receiver: none,
    arguments: [given],
    site: collector.siteOf(node),
    isNew: false,
    scope: null,
  });
  return to;
}

/** An import or a re-export always has a site: it is a step of the chain. */
function readExport(collector: Collector, object: number, key: string, specifier: TSESTree.Node): number {
  const to = collector.newVariable();
  const site = collector.siteOf(specifier);
  collector.emit({ kind: "load", to, object, key, keyVariable: none, site, use: "value", inner: none });
  collector.origins.set(to, { site, object });
  return to;
}

function exportName(collector: Collector, key: string, from: number): void {
  if (from === none) return;
  const { namespace } = collector.surroundings;
  if (namespace === none) collector.emit({ kind: "export", key, from });
  else collector.emit({ kind: "store", object: namespace, key, keyVariable: none, from, site: none });
}

function localOf(collector: Collector, name: TSESTree.Identifier): number {
  const local = collector.localsOf(name)[0];
  return local === undefined ? none : collector.variableOf(local);
}

function declaredNames(node: TSESTree.NamedExportDeclarations): readonly TSESTree.Identifier[] {
  if (node.type === "VariableDeclaration") return node.declarations.flatMap(({ id }) => namesInPattern(id));
  return "id" in node && node.id?.type === "Identifier" ? [node.id] : [];
}

function namesInPattern(node: TSESTree.Node | null): readonly TSESTree.Identifier[] {
  switch (node?.type) {
    case "Identifier":
      return [node];
    case "ObjectPattern":
      return node.properties.flatMap((property) =>
        namesInPattern(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return node.elements.flatMap(namesInPattern);
    case "AssignmentPattern":
      return namesInPattern(node.left);
    case "RestElement":
      return namesInPattern(node.argument);
    default:
      return [];
  }
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}
