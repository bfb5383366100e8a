import type { TSESTree } from "@typescript-eslint/types";
import { type NamedVariable, none } from "./flow-facts.ts";
import { byType } from "./node-table.ts";
import { endOf, partsOf, startOf } from "../parse/nodes.ts";
import type { TextRange } from "../text/strip.ts";

/** A part of a program with its own names, and the range in which they are visible. */
export interface Scope extends TextRange {
  readonly outer: Scope | null;
  readonly names: Map<string, number>;
}

export type Nodes = readonly (TSESTree.Node | null)[];

/**
 * The scopes around the node that is being read. A scope declares its names when it starts, so that a name can be
 * looked up at once. Pure declarations (`declare`, interfaces, type imports, namespaces of types) are not variables at
 * run time: such a name still refers to the global.
 */
export class Scopes {
  readonly named: NamedVariable[] = [];
  // The whole text, because the tree may lack its start and its end.
  readonly top: Scope = { outer: null, names: new Map(), start: 0, end: Number.MAX_SAFE_INTEGER };
  current = this.top;
  readonly #newVariable: () => number;
  readonly #hasVar: boolean;
  /** The exports of a namespace's blocks, by the variable of its name. */
  readonly #exported = new Map<number, Map<string, number>>();

  constructor(text: string, newVariable: () => number) {
    this.#hasVar = /\bvar\b/.test(text);
    this.#newVariable = newVariable;
  }

  /** The variable of a local name, or none for a global one. */
  variableOf(name: string): number {
    for (let scope: Scope | null = this.current; scope !== null; scope = scope.outer) {
      const variable = scope.names.get(name);
      if (variable !== undefined) return variable === none ? this.#makeVariable(name, scope) : variable;
    }
    return none;
  }

  enter(node: TSESTree.Node): void {
    this.current = { outer: this.current, names: new Map(), start: startOf(node), end: endOf(node) };
  }

  /** Enters a block, which is a scope if it declares anything. */
  enterBlock(block: TSESTree.Node, statements: Nodes): void {
    const outer = this.current;
    for (const statement of statements) {
      const names = blockNames(statement);
      if (names.length > 0 && this.current === outer) this.enter(block);
      this.declareAll(names);
    }
  }

  /** Declares the names of a function, a program or a namespace. */
  declareBody(statements: Nodes): void {
    for (const statement of statements) {
      if (this.#hasVar) this.#declareVars(statement);
      this.declareAll(blockNames(statement));
      const declared = statement?.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declared?.type !== "TSModuleDeclaration" || !isRuntimeNamespace(declared)) continue;
      const outer = this.current;
      this.#enterExports(declared);
      this.current = outer;
    }
  }

  /** Enters a block of a namespace. */
  enterNamespace(node: TSESTree.TSModuleDeclaration): void {
    this.#enterExports(node);
    this.enter(node);
    this.declareBody(statementsOf(node, false));
  }

  /** Enters the scope of all exports of a namespace, which surrounds each of its blocks. */
  #enterExports(node: TSESTree.TSModuleDeclaration): void {
    const variable = node.id.type === "Identifier" ? this.variableOf(node.id.name) : none;
    const names = this.#exported.get(variable) ?? new Map<string, number>();
    if (variable !== none) this.#exported.set(variable, names);
    this.current = { ...this.current, outer: this.current, names };
    this.declareBody(statementsOf(node, true));
  }

  /** Declares names in the current scope. Each gets its variable when it is first read or written. */
  declareAll(names: readonly string[]): void {
    for (const name of names) if (!this.current.names.has(name)) this.current.names.set(name, none);
  }

  #makeVariable(name: string, scope: Scope): number {
    const variable = this.#newVariable();
    scope.names.set(name, variable);
    this.nameVariable(name, variable, scope);
    return variable;
  }

  /** Records that a name or a keyword refers to a variable in a scope. */
  nameVariable(name: string, variable: number, { start, end }: Scope = this.current): void {
    if (variable !== none) this.named.push({ variable, name, start, end });
  }

  #declareVars(statement: TSESTree.Node | null): void {
    if (isVar(statement)) this.declareAll(namesIn(statement));
    // Statements that may contain others of the same function, and parts of them.
    else if (statement !== null && /(?:(?<!Expression)Statement|Case|Clause)$/.test(statement.type))
      for (const part of partsOf(statement)) this.#declareVars(part);
  }
}

function statementsOf({ body }: TSESTree.TSModuleDeclaration, areExports: boolean): Nodes {
  return body?.body.filter(({ type }) => (type === "ExportNamedDeclaration") === areExports) ?? [];
}

function isVar(node: TSESTree.Node | null): boolean {
  return node?.type === "VariableDeclaration" && node.kind === "var";
}

const nothing: readonly never[] = [];

/** The run-time names that a statement declares in its block. */
function blockNames(node: TSESTree.Node | null): readonly string[] {
  return node?.type.endsWith("Declaration") === true && !isVar(node) ? namesIn(node) : nothing;
}

/** The names that a pattern assigns or a declaration declares. */
export function namesIn(node: TSESTree.Node | null): readonly string[] {
  return node === null ? nothing : (namesOf[node.type]?.(node) ?? nothing);
}

const namesOf = byType<[], [], readonly string[]>({
  Identifier: ({ name }) => [name],
  ObjectPattern: ({ properties }) => properties.flatMap(namesIn),
  Property: ({ value }) => namesIn(value),
  ArrayPattern: ({ elements }) => elements.flatMap(namesIn),
  AssignmentPattern: ({ left }) => namesIn(left),
  RestElement: ({ argument }) => namesIn(argument),
  TSParameterProperty: ({ parameter }) => namesIn(parameter),
  VariableDeclaration: ({ declare, declarations }) =>
    declare ? nothing : declarations.flatMap(({ id }) => namesIn(id)),
  FunctionDeclaration: ({ id }) => namesIn(id),
  ClassDeclaration: ({ declare, id }) => (declare ? nothing : namesIn(id)),
  TSEnumDeclaration: ({ declare, id }) => (declare ? nothing : [id.name]),
  TSModuleDeclaration: (node) => (isRuntimeNamespace(node) ? namesIn(node.id) : nothing),
  ImportDeclaration: ({ importKind, specifiers }) => (importKind === "type" ? nothing : specifiers.flatMap(namesIn)),
  ImportSpecifier: ({ importKind, local }) => (importKind === "type" ? nothing : [local.name]),
  ImportDefaultSpecifier: ({ local }) => [local.name],
  ImportNamespaceSpecifier: ({ local }) => [local.name],
  TSImportEqualsDeclaration: ({ importKind, id }) => (importKind === "type" ? nothing : [id.name]),
  ExportNamedDeclaration: ({ declaration }) => namesIn(declaration),
  ExportDefaultDeclaration: ({ declaration }) => blockNames(declaration),
});

/** Whether a namespace contains more than types. */
export function isRuntimeNamespace({ declare, kind, body }: TSESTree.TSModuleDeclaration): boolean {
  if (declare || kind === "global") return false;
  return body.body.some((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    if (declared.type === "TSModuleDeclaration") return isRuntimeNamespace(declared);
    return (
      !/^TS(?:Interface|TypeAlias)Declaration$/.test(declared.type) && !("declare" in declared && declared.declare)
    );
  });
}
