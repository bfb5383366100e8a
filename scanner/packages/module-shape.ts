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
  const statements = body.map((node) => ({
    end: parsed.placeOf(endOf(node)),
    hasEffect: mayRunCode(node, text),
    needs: new Set<Need>(),
  }));
  const exports = new Map<string, Need[]>();
  const addExport = (name: string, needs: readonly Need[]): unknown => remember(exports, name, () => []).push(...needs);
  const locals = new Map<string, readonly Need[]>();
  const members = memberNames(parsed);
  const scopes = scopesOf(parsed.program).scopes.filter(({ type }) => type === "module" || type === "global");
  for (const variable of scopes.flatMap(({ variables }) => variables)) {
    const imported = importOf(variable);
    const indexes = variable.defs.map(({ name }) => indexAt(name));
    const sources = imported === null ? indexes : [imported];
    locals.set(variable.name, sources);
    for (const index of indexes) if (body[index]?.type === "ExportNamedDeclaration") addExport(variable.name, [index]);
    for (const { identifier } of variable.references.filter(({ isValueReference }) => isValueReference)) {
      for (const need of [...indexes, ...sources])
        statements[indexAt(identifier)]?.needs.add(usedOf(need, members.get(identifier)));
    }
  }
  for (const [index, node] of body.entries())
    for (const [name, needs] of exportsOf(node, index, locals)) addExport(name, needs);
  const stars = body.flatMap((node) =>
    node.type === "ExportAllDeclaration" && node.exported === null ? [node.source.value] : [],
  );
  return { statements, exports, stars };
}

/** Of a namespace, only the member that is read is needed, or else all of it. */
function usedOf(need: Need, member: string | undefined): Need {
  return typeof need === "number" || need.name !== "*" || member === undefined ? need : { ...need, name: member };
}

/** The exports of a statement by other means than a declaration. */
function exportsOf(
  node: TSESTree.ProgramStatement,
  index: number,
  locals: ReadonlyMap<string, readonly Need[]>,
): readonly (readonly [name: string, needs: readonly Need[]])[] {
  if (node.type === "ExportDefaultDeclaration") return [["default", [index]]];
  if (node.type === "ExportAllDeclaration" && node.exported !== null)
    return [[nameOf(node.exported), [{ specifier: node.source.value, name: "*" }]]];
  if (node.type !== "ExportNamedDeclaration") return [];
  return node.specifiers.map(({ local, exported }) => {
    const name = nameOf(local);
    const needs = node.source === null ? locals.get(name) : [{ specifier: node.source.value, name }];
    return [nameOf(exported), needs ?? []];
  });
}

/** The members read from names: `name.member`. */
function memberNames({ program }: ParsedSource): ReadonlyMap<TSESTree.Node, string> {
  const names = new Map<TSESTree.Node, string>();
  for (const node of nodesIn(program))
    if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier")
      names.set(node.object, node.property.name);
  return names;
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
