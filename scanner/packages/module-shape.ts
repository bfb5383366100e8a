import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { remember } from "../findings/remember.ts";
import { endOf, nameOf, nodesIn, startOf } from "../parse/nodes.ts";
import type { ParsedSource } from "../parse/parse-source.ts";
import { scopesOf } from "../parse/scopes-of.ts";
import { lastUpTo, type TextPlace } from "../text/place-finder.ts";
import { mayRunCode } from "./module-effects.ts";

/** A name imported from another module, or `*` for all its exports. */
export interface NeededExport {
  readonly specifier: string;
  readonly name: string;
}

/** The index of a statement in the same module, or an export of another module. */
export type Need = number | NeededExport;

/** A top-level statement, which a bundler keeps or drops as a whole. */
export interface ModuleStatement {
  readonly start: TextPlace;
  readonly end: TextPlace;
  /** True if evaluating it has an effect, so that it is always kept. */
  readonly hasEffect: boolean;
  readonly needs: ReadonlySet<Need>;
}

/** The dependencies between the statements of a module, to find unused ones. */
export interface ModuleShape {
  readonly statements: readonly ModuleStatement[];
  readonly exports: ReadonlyMap<string, readonly Need[]>;
  /** Specifiers of `export *`. */
  readonly stars: readonly string[];
}

/** The shape of an ECMAScript module. Null for a program without imports and exports, where everything runs. */
export function shapeOf(parsed: ParsedSource, text: string): ModuleShape | null {
  const { body } = parsed.program;
  if (!body.some((node) => /^(?:Import|Export)/.test(node.type))) return null;
  const starts = body.map(startOf);
  const indexAt = (node: TSESTree.Node): number => lastUpTo(starts, startOf(node));
  const needs = needsOf(parsed, indexAt);
  return {
    statements: body.map((node, index) => ({
      start: parsed.placeOf(startOf(node)),
      end: parsed.placeOf(endOf(node)),
      hasEffect: mayRunCode(node, text),
      needs: needs[index] ?? new Set(),
    })),
    exports: exportsOf(parsed, indexAt),
    stars: body.flatMap((node) =>
      node.type === "ExportAllDeclaration" && node.exported === null ? [node.source.value] : [],
    ),
  };
}

type IndexAt = (node: TSESTree.Node) => number;

/** The other statements and the imports that each statement uses. */
function needsOf(parsed: ParsedSource, indexAt: IndexAt): readonly ReadonlySet<Need>[] {
  const needs = parsed.program.body.map(() => new Set<Need>());
  const members = memberNames(parsed);
  for (const variable of topVariables(parsed)) {
    const indexes = variable.defs.map(({ name }) => indexAt(name));
    const imported = importOf(variable);
    for (const { identifier } of variable.references.filter(({ isValueReference }) => isValueReference)) {
      const ofStatement = needs[indexAt(identifier)];
      for (const index of indexes) ofStatement?.add(index);
      // Of a namespace, only the member that is read is needed, or else all of it.
      const member = imported?.name === "*" ? members.get(identifier) : undefined;
      if (imported !== null) ofStatement?.add(member === undefined ? imported : { ...imported, name: member });
    }
  }
  return needs;
}

/** The members read from names: `name.member`. */
function memberNames({ program }: ParsedSource): ReadonlyMap<TSESTree.Node, string> {
  const names = new Map<TSESTree.Node, string>();
  for (const node of nodesIn(program))
    if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier")
      names.set(node.object, node.property.name);
  return names;
}

function exportsOf(parsed: ParsedSource, indexAt: IndexAt): ModuleShape["exports"] {
  const { body } = parsed.program;
  const exports = new Map<string, Need[]>();
  const locals = new Map<string, readonly Need[]>();
  const add = (name: string, needs: readonly Need[]): unknown => remember(exports, name, () => []).push(...needs);
  for (const variable of topVariables(parsed)) {
    const imported = importOf(variable);
    const indexes = variable.defs.map(({ name }) => indexAt(name));
    locals.set(variable.name, imported === null ? indexes : [imported]);
    const exported = indexes.filter((index) => body[index]?.type === "ExportNamedDeclaration");
    if (exported.length > 0) add(variable.name, exported);
  }
  for (const [index, node] of body.entries()) {
    if (node.type === "ExportDefaultDeclaration") add("default", [index]);
    if (node.type === "ExportAllDeclaration" && node.exported !== null)
      add(nameOf(node.exported), [{ specifier: node.source.value, name: "*" }]);
    if (node.type === "ExportNamedDeclaration") for (const one of namedExports(node, locals)) add(...one);
  }
  return exports;
}

function namedExports(
  { source, specifiers }: TSESTree.ExportNamedDeclaration,
  locals: ReadonlyMap<string, readonly Need[]>,
): readonly (readonly [name: string, needs: readonly Need[]])[] {
  return specifiers.map(({ local, exported }) => {
    const name = nameOf(local);
    return [nameOf(exported), source === null ? (locals.get(name) ?? []) : [{ specifier: source.value, name }]];
  });
}

function topVariables({ program }: ParsedSource): readonly Variable[] {
  return scopesOf(program)
    .scopes.filter(({ type }) => type === "module" || type === "global")
    .flatMap(({ variables }) => variables);
}

/** The export behind an imported name, or null for any other name. */
function importOf({ defs }: Variable): NeededExport | null {
  for (const { node, parent } of defs) {
    if (parent?.type !== "ImportDeclaration") continue;
    const specifier = parent.source.value;
    if (node.type === "ImportSpecifier") return { specifier, name: nameOf(node.imported) };
    return { specifier, name: node.type === "ImportDefaultSpecifier" ? "default" : "*" };
  }
  return null;
}
