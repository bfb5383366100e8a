import type { TSESTree } from "@typescript-eslint/types";
import { readProperty } from "./collect-members.ts";
import { bindName } from "./collect-patterns.ts";
import { argumentOf, type Flow } from "./flow.ts";
import { globalObject, moduleExports, none } from "./flow-facts.ts";
import { isRuntimeNamespace, namesIn } from "./scopes.ts";
import { nameOf } from "../parse/nodes.ts";

/** Reads `import ... from`. Imports are obtained at their specifiers, and types are skipped. */
export function readImport(flow: Flow, node: TSESTree.ImportDeclaration): void {
  if (node.importKind === "type") return;
  const object = readModule(flow, node.source.value, node);
  for (const specifier of node.specifiers) {
    if (specifier.type === "ImportSpecifier" && specifier.importKind === "type") continue;
    const key = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "default";
    const isNamespace = specifier.type === "ImportNamespaceSpecifier";
    bindName(flow, specifier.local.name, isNamespace ? object : readExport(flow, object, key, specifier));
    flow.imported.set(flow.scopes.variableOf(specifier.local.name), object);
  }
}

/** Reads `export { a, b as c }`, `export { a } from`, `export const a = ...`. */
export function readNamedExport(flow: Flow, node: TSESTree.ExportNamedDeclaration): void {
  const { declaration, source } = node;
  if (declaration !== null) {
    flow.evaluate(declaration);
    for (const name of namesIn(declaration)) exportName(flow, name, flow.scopes.variableOf(name));
    return;
  }
  if (node.exportKind === "type") return;
  const object = source === null ? none : readModule(flow, source.value, node);
  for (const specifier of node.specifiers) {
    if (specifier.exportKind === "type") continue;
    const { local } = specifier;
    const value = source === null ? flow.evaluate(local) : readExport(flow, object, nameOf(local), specifier);
    exportName(flow, nameOf(specifier.exported), value);
  }
}

/** Reads `export default`. */
export function readDefaultExport(flow: Flow, node: TSESTree.ExportDefaultDeclaration): void {
  exportName(flow, "default", flow.evaluateAs("default", node.declaration));
}

/** Reads `export * from` and `export * as name from`. */
export function readExportAll(flow: Flow, node: TSESTree.ExportAllDeclaration): void {
  const specifier = node.source.value;
  if (node.exportKind === "type") return;
  if (node.exported === null) flow.facts.push({ kind: "export-all", specifier, place: flow.placeOf(node) });
  else exportName(flow, nameOf(node.exported), readModule(flow, specifier, node));
}

/** Reads `import a = require('a')`, which is a call that may obtain a banned module, and `import a = B.c`. */
export function readImportEquals(flow: Flow, node: TSESTree.TSImportEqualsDeclaration): void {
  const { id, moduleReference } = node;
  if (node.importKind === "type") return;
  if (moduleReference.type !== "TSExternalModuleReference") {
    bindName(flow, id.name, readEntityName(flow, moduleReference));
    return;
  }
  const callee = readProperty(flow, globalObject, "require", { node });
  const specifier = argumentOf(flow.text(moduleReference.expression.value));
  bindName(flow, id.name, flow.call(callee, [specifier], { place: flow.placeOf(node) }));
}

function readEntityName(flow: Flow, node: TSESTree.Node): number {
  if (node.type !== "TSQualifiedName") return flow.evaluate(node);
  return readProperty(flow, readEntityName(flow, node.left), node.right.name, { node });
}

/** Reads `export = value`, which is `module.exports = value`. */
export function readExportAssignment(flow: Flow, node: TSESTree.TSExportAssignment): void {
  flow.isCommonJs = true;
  flow.copy(moduleExports, flow.evaluate(node.expression));
}

/** Reads a namespace with values: an object of its exports. */
export function readNamespace(flow: Flow, node: TSESTree.TSModuleDeclaration): void {
  const { id, body } = node;
  if (body === undefined || id.type === "Literal" || !isRuntimeNamespace(node)) return;
  const namespace = bindNamespace(flow, id);
  flow.within(dottedName(id), () => {
    flow.around = { ...flow.around, namespace };
    flow.scopes.enterNamespace(node);
    for (const statement of body.body) flow.evaluate(statement);
  });
}

/** Creates the object of a namespace. For `A.B` it is that of `B`, a property of the object of `A`. */
function bindNamespace(flow: Flow, name: TSESTree.EntityName): number {
  const namespace = flow.object();
  if (name.type === "TSQualifiedName") flow.store(bindNamespace(flow, name.left), name.right.name, namespace);
  else if (name.type === "Identifier") bindName(flow, name.name, namespace);
  return namespace;
}

function dottedName(name: TSESTree.EntityName): string {
  if (name.type === "TSQualifiedName") return `${dottedName(name.left)}.${name.right.name}`;
  return name.type === "Identifier" ? name.name : "this";
}

/** Reads an enum: an object of constants, which are names inside it. */
export function readEnum(flow: Flow, node: TSESTree.TSEnumDeclaration): void {
  if (node.declare) return;
  const object = flow.object();
  bindName(flow, node.id.name, object);
  flow.within(null, () => {
    flow.scopes.enter(node);
    const { members } = node.body;
    flow.scopes.declareAll(members.map(({ id }) => nameOf(id)));
    for (const { id, initializer } of members) {
      // Without an initializer, one parser has undefined and the other null.
      const from = initializer ? flow.evaluate(initializer) : none;
      bindName(flow, nameOf(id), from);
      flow.store(object, nameOf(id), from);
    }
  });
}

function readModule(flow: Flow, specifier: string, node: TSESTree.Node): number {
  const to = flow.newVariable();
  flow.facts.push({ kind: "module", to, specifier, place: flow.placeOf(node) });
  return to;
}

/** An import or a re-export always has a place, because it is a step of the chain. */
function readExport(flow: Flow, object: number, key: string, specifier: TSESTree.Node): number {
  return flow.load(object, key, { place: flow.placeOf(specifier) });
}

function exportName(flow: Flow, key: string, from: number): void {
  const { namespace } = flow.around;
  if (namespace !== none) flow.store(namespace, key, from);
  else if (from !== none) flow.facts.push({ kind: "export", key, from });
}
