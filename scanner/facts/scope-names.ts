import type { Definition, Reference, Scope, ScopeManager, Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { visit } from "../follow/short-lists.ts";

/** The local variables that an identifier means; none where it means a global one. */
export type ScopeNames = (identifier: TSESTree.Node) => readonly Variable[];

/**
 * Tells local names from global ones. What only declares (`declare`, an interface, an import of types, a namespace of
 * types) is no variable at run time: the name still means the global one.
 */
export function scopeNamesOf(scopes: ScopeManager): ScopeNames {
  const variables = new Map<TSESTree.Node, readonly Variable[]>();
  // A class has two variables for one identifier: inside and outside of it.
  const know = (identifier: TSESTree.Node, alone: readonly Variable[]): void => {
    const known = variables.get(identifier);
    if (known === undefined) variables.set(identifier, alone);
    else if (!alone.every((variable) => known.includes(variable))) variables.set(identifier, [...known, ...alone]);
  };
  const knowReference = ({ identifier }: Reference, alone: readonly Variable[]): void => {
    know(identifier, alone);
  };
  for (const scope of scopes.scopes) {
    for (const variable of scope.variables) {
      if (!isRuntimeVariable(variable)) continue;
      const alone = [variable];
      visit(variable.identifiers, know, alone);
      visit(variable.references, knowReference, alone);
    }
  }
  for (const { identifier, variable } of namesAcrossNamespaces(scopes)) variables.set(identifier, [variable]);
  return (identifier) => variables.get(identifier) ?? nothing;
}

interface MeantName {
  readonly identifier: TSESTree.Node;
  readonly variable: Variable;
}

/** Namespaces of one name are one: what each exports is known in all of them. */
function namesAcrossNamespaces({ scopes }: ScopeManager): readonly MeantName[] {
  const merged = new Map<Variable, { readonly body: TSESTree.TSModuleBlock; readonly scope: Scope }[]>();
  for (const scope of scopes) {
    const { block, upper } = scope;
    if (block.type !== "TSModuleDeclaration" || block.id.type !== "Identifier" || block.body?.type !== "TSModuleBlock")
      continue;
    const name = upper?.set.get(block.id.name);
    if (name !== undefined) merged.set(name, [...(merged.get(name) ?? []), { body: block.body, scope }]);
  }
  return Array.from(merged.values()).flatMap((blocks) => {
    if (blocks.length < 2) return [];
    const exported = new Map(blocks.flatMap(({ body, scope }) => exportedOf(body, scope)));
    return blocks.flatMap(({ scope }) =>
      scope.through.flatMap(({ identifier }): readonly MeantName[] => {
        const variable = exported.get(identifier.type === "Identifier" ? identifier.name : "");
        return variable === undefined ? [] : [{ identifier, variable }];
      }),
    );
  });
}

/** What a block of a namespace exports, of what there is when it runs. */
function exportedOf(body: TSESTree.TSModuleBlock, scope: Scope): readonly (readonly [string, Variable])[] {
  const spans = body.body.filter(({ type }) => type === "ExportNamedDeclaration").map(({ range }) => range);
  return scope.variables
    .filter((variable) => {
      const [start] = variable.identifiers[0]?.range ?? [-1];
      return isRuntimeVariable(variable) && spans.some(([from, to]) => from <= start && start < to);
    })
    .map((variable) => [variable.name, variable]);
}

const nothing: readonly Variable[] = [];

/** The scope that each name stands in, where it is one of a value. */
export function scopesOfNames({ scopes }: ScopeManager): ReadonlyMap<TSESTree.Node, Scope> {
  return new Map(scopes.flatMap((scope) => scope.references.map(({ identifier }) => [identifier, scope] as const)));
}

/** What stands in `declare global` or in `declare namespace` is declared too. */
export function isRuntimeVariable({ defs, scope }: Variable): boolean {
  for (let outer: Scope | null = scope; outer !== null; outer = outer.upper) {
    const { block } = outer;
    if (block.type === "TSModuleDeclaration" && (block.declare || block.kind === "global")) return false;
  }
  return defs.some(isRuntimeDefinition);
}

function isRuntimeDefinition({ type, node, parent }: Definition): boolean {
  switch (type) {
    case "Type":
    case "ImplicitGlobalVariable":
      return false;
    case "ImportBinding":
      return !isTypeImport(node, parent);
    case "Variable":
      return !parent.declare;
    case "FunctionName":
      return node.type !== "TSDeclareFunction" && node.type !== "TSEmptyBodyFunctionExpression";
    case "ClassName":
    case "TSEnumName":
      return !node.declare;
    case "TSModuleName":
      return !node.declare && hasRuntimeBody(node);
    default:
      return true;
  }
}

function isTypeImport(node: TSESTree.Node, parent: TSESTree.Node | null | undefined): boolean {
  if (node.type === "ImportSpecifier" && node.importKind === "type") return true;
  if (node.type === "TSImportEqualsDeclaration") return node.importKind === "type";
  return parent?.type === "ImportDeclaration" && parent.importKind === "type";
}

/** A namespace that holds types only leaves nothing behind. */
function hasRuntimeBody(node: TSESTree.TSModuleDeclaration): boolean {
  const { body } = node;
  if (body?.type !== "TSModuleBlock") return false;
  return body.body.some((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    if (declared.type === "TSInterfaceDeclaration" || declared.type === "TSTypeAliasDeclaration") return false;
    if (declared.type === "TSModuleDeclaration") return hasRuntimeBody(declared);
    return !("declare" in declared && declared.declare);
  });
}
