import type { Reference, Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { mayRunCode } from "./module-effects.ts";
import type { ParsedSource } from "../parse/parse-source.ts";
import type { TextPlace } from "../text/place-finder.ts";

/** A name that a module imports from another one; `*` for all of its exports. */
export interface NeededExport {
  readonly specifier: string;
  readonly name: string;
}

/** A statement at the top of a module, which a bundler keeps or drops as a whole. */
export interface ModuleStatement {
  readonly start: TextPlace;
  readonly end: TextPlace;
  /** Whether it has an effect when the module is evaluated, and so is kept without being needed. */
  readonly hasEffect: boolean;
  /** The statements that declare what it names. */
  readonly needs: readonly number[];
  readonly imports: readonly NeededExport[];
}

/** Where the value of an export is: in a statement of the module, or in another module. */
export type ExportSource =
  { readonly kind: "statement"; readonly index: number } | { readonly kind: "module"; readonly needed: NeededExport };

/** Which statements of a module need which others, to tell the ones that nobody needs. */
export interface ModuleShape {
  readonly statements: readonly ModuleStatement[];
  readonly exports: ReadonlyMap<string, readonly ExportSource[]>;
  /** Specifiers of `export *`. */
  readonly stars: readonly string[];
}

/** The shape of an ECMAScript module; null for a program without imports and exports, which runs as a whole. */
export function shapeOf(parsed: ParsedSource, text: string): ModuleShape | null {
  const { body } = parsed.program;
  if (!body.some((node) => /^(?:Import|Export)/.test(node.type))) return null;
  const indexAt = indexFinder(body);
  const uses = usesOf(parsed, indexAt);
  const statements = body.map((node, index): ModuleStatement => {
    const [start, end] = node.range;
    const { needs, imports } = uses[index] ?? { needs: new Set<number>(), imports: [] };
    return {
      start: parsed.placeOf(start),
      end: parsed.placeOf(end),
      hasEffect: mayRunCode(node, text),
      needs: [...needs],
      imports,
    };
  });
  const stars = body.flatMap((node) =>
    node.type === "ExportAllDeclaration" && node.exported === null ? [node.source.value] : [],
  );
  return { statements, exports: exportsOf(parsed, indexAt), stars };
}

type IndexAt = (node: TSESTree.Node) => number;

/** Finds the index of the statement around a node. */
function indexFinder(body: readonly TSESTree.Node[]): IndexAt {
  return ({ range: [start] }) => {
    let low = 0;
    let high = body.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((body[middle]?.range[0] ?? 0) <= start) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}

interface Uses {
  readonly needs: Set<number>;
  readonly imports: NeededExport[];
}

/** The other statements and the imports that each statement uses. */
function usesOf(parsed: ParsedSource, indexAt: IndexAt): readonly Uses[] {
  const uses = parsed.program.body.map((): Uses => ({ needs: new Set(), imports: [] }));
  const members = memberNames(parsed);
  for (const variable of topVariables(parsed)) {
    const sources = variable.defs.map(({ name }) => indexAt(name));
    for (const reference of variable.references.filter(({ isValueReference }) => isValueReference)) {
      const at = uses[indexAt(reference.identifier)];
      for (const source of sources) at?.needs.add(source);
      const needed = neededBy(variable, reference, members);
      if (needed !== null) at?.imports.push(needed);
    }
  }
  return uses;
}

function topVariables({ scopes }: ParsedSource): readonly Variable[] {
  return scopes.scopes
    .filter(({ type }) => type === "module" || type === "global")
    .flatMap(({ variables }) => variables);
}

/** The export that a reference to an imported name needs. Of a namespace it is the member that is read, or all. */
function neededBy(
  { defs }: Variable,
  { identifier }: Reference,
  members: ReadonlyMap<TSESTree.Node, string>,
): NeededExport | null {
  for (const { type, node, parent } of defs) {
    if (type !== "ImportBinding" || parent.type !== "ImportDeclaration") continue;
    const specifier = parent.source.value;
    if (node.type === "ImportDefaultSpecifier") return { specifier, name: "default" };
    if (node.type === "ImportSpecifier") return { specifier, name: nameOf(node.imported) };
    return { specifier, name: members.get(identifier) ?? "*" };
  }
  return null;
}

/** The member that is read of each name which is read as `name.member`. */
function memberNames({ program, visitorKeys }: ParsedSource): ReadonlyMap<TSESTree.Node, string> {
  const names = new Map<TSESTree.Node, string>();
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) for (const one of node) waiting.push(one);
    if (!isNode(node)) continue;
    if (
      node.type === "MemberExpression" &&
      !node.computed &&
      node.object.type === "Identifier" &&
      node.property.type === "Identifier"
    )
      names.set(node.object, node.property.name);
    for (const key of visitorKeys[node.type] ?? []) waiting.push(Reflect.get(node, key));
  }
  return names;
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === "object" && value !== null && "type" in value && "range" in value;
}

function exportsOf(parsed: ParsedSource, indexAt: IndexAt): ModuleShape["exports"] {
  const found = new Map<string, ExportSource[]>();
  const locals = localsOf(parsed, indexAt);
  const add = (name: string, ...sources: readonly ExportSource[]): void =>
    void found.set(name, [...(found.get(name) ?? []), ...sources]);
  for (const node of parsed.program.body) {
    const index = indexAt(node);
    if (node.type === "ExportDefaultDeclaration") add("default", { kind: "statement", index });
    if (node.type === "ExportAllDeclaration" && node.exported !== null)
      add(nameOf(node.exported), { kind: "module", needed: { specifier: node.source.value, name: "*" } });
    if (node.type !== "ExportNamedDeclaration") continue;
    for (const { local, exported } of node.specifiers) {
      if (node.source === null) add(nameOf(exported), ...(locals.sources.get(nameOf(local)) ?? []));
      else add(nameOf(exported), { kind: "module", needed: { specifier: node.source.value, name: nameOf(local) } });
    }
    if (node.declaration !== null)
      for (const name of locals.names.get(index) ?? []) add(name, { kind: "statement", index });
  }
  return found;
}

interface LocalNames {
  /** Where the value of each name at the top of a module is. */
  readonly sources: ReadonlyMap<string, readonly ExportSource[]>;
  /** The names that each statement declares. */
  readonly names: ReadonlyMap<number, ReadonlySet<string>>;
}

function localsOf(parsed: ParsedSource, indexAt: IndexAt): LocalNames {
  const sources = new Map<string, ExportSource[]>();
  const names = new Map<number, Set<string>>();
  for (const { name, defs } of topVariables(parsed)) {
    const sourcesOfName = defs.map((definition): ExportSource => {
      const { node, parent } = definition;
      if (parent?.type === "ImportDeclaration")
        return { kind: "module", needed: { specifier: parent.source.value, name: importedName(node) } };
      const index = indexAt(definition.name);
      names.set(index, (names.get(index) ?? new Set()).add(name));
      return { kind: "statement", index };
    });
    sources.set(name, [...(sources.get(name) ?? []), ...sourcesOfName]);
  }
  return { sources, names };
}

function importedName(node: TSESTree.Node): string {
  if (node.type === "ImportSpecifier") return nameOf(node.imported);
  return node.type === "ImportDefaultSpecifier" ? "default" : "*";
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}
