import type { Scope, Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { Fact, FlowFacts, LocalScope, NamedVariable, Site, Use } from "./flow-facts.ts";
import { implied, none } from "./flow-facts.ts";
import type { ParsedSource } from "../parse/parse-source.ts";
import type { ScopeNames } from "./scope-names.ts";
import { isRuntimeVariable, scopeNamesOf, scopesOfNames } from "./scope-names.ts";

/** The function, or the program, whose body is being read. */
export interface Surroundings {
  readonly returns: number;
  /** Of a generator, what it gives back: its elements are what it yields. */
  readonly yields: number;
  readonly receiver: number;
  readonly argumentsVariable: number;
  /** The class around: what `super` means. */
  readonly parent: number;
  readonly parentInstance: number;
  /** The namespace that an `export` adds to, or none for the module. */
  readonly namespace: number;
  /** Whether a function that is called on nothing has the global object for `this`. */
  readonly isSloppy: boolean;
}

/** A read that gave a variable its value: the longest path wins, and a method is called on what it was read from. */
export interface ReadOrigin {
  readonly site: number;
  readonly object: number;
}

/** What the readers of the single kinds of nodes share while one program is read. */
export interface Collector {
  readonly localsOf: ScopeNames;
  readonly globalVariable: number;
  readonly exportsVariable: number;
  /** Holds whatever is thrown: which handler gets it is not followed. */
  readonly thrownVariable: number;
  /** What a call is made on that is made on nothing. */
  readonly impliedReceiver: number;
  surroundings: Surroundings;
  /** The variables of those `arguments` that anyone reads. */
  readonly readArgumentLists: Set<number>;
  isCommonJs: boolean;
  /** The `var` of a plain script whose first value is being read: until it has one, its name means the global it is named after. */
  unsetVariable: Variable | null;
  /** Whether the top-level names of the program are properties of the global object. */
  readonly sharesTopLevel: boolean;
  /** Holds the objects of all `with` statements around. */
  withObjects: number;
  /** For code given to a direct eval: names that mean variables of the code around it. */
  readonly outerNames: Pick<ReadonlySet<string>, "has">;
  newVariable(): number;
  emit(fact: Fact): void;
  copy(to: number, from: number): void;
  /** Says that a keyword stands for a variable anywhere in a function or a class. */
  nameKeyword(keyword: "this" | "super" | "return" | "yield", variable: number, node: TSESTree.Node): void;
  /** The variable of a local name. */
  variableOf(variable: Variable): number;
  siteOf(node: TSESTree.Node): number;
  /** The node around one that is being read. */
  parentOf(node: TSESTree.Node): TSESTree.Node | undefined;
  /** The number of the scope that a name stands in. */
  scopeAt(name: TSESTree.Node): number | null;
  /** Reads a node, and gives the variable of its value, or none where it has no value that matters. */
  evaluate(node: TSESTree.Node, use?: Use): number;
  /** Runs while the symbol of every site ends with a name. */
  within<Result>(name: string | null, read: () => Result): Result;
  readonly origins: Map<number, ReadOrigin>;
  readonly visitorKeys: ParsedSource["visitorKeys"];
}

type Evaluate = (collector: Collector, node: TSESTree.Node, use: Use) => number;

/** What is known beforehand of the program to be read. */
export interface CollectOptions {
  readonly text: string;
  readonly outerNames: Pick<ReadonlySet<string>, "has">;
  /** Whether it is a plain script, whose `this` is the global object. */
  readonly isScript: boolean;
  /** Whether its functions, as long as none says "use strict", have the global object for `this` where they are called on nothing. */
  readonly isSloppy: boolean;
}

/** A finding's text is for people and for the baseline: longer ones are cut. */
const longestText = 160;
/** So are the names around it: nobody writes longer ones. */
const longestSymbol = 1000;

export interface Collection {
  readonly collector: Collector;
  readonly finish: (completion: number) => FlowFacts;
}

/** Makes what collects the facts of one program. */
export function createCollector(parsed: ParsedSource, options: CollectOptions, evaluate: Evaluate): Collection {
  const facts: Fact[] = [];
  const sites: Site[] = [];
  const siteOfNode = new Map<TSESTree.Node, number>();
  const variables = new Map<Variable, number>();
  const names: NamedVariable[] = [];
  let symbol = "";
  const scopes = createScopeTable(parsed, (variable) => collector.variableOf(variable));
  const ancestors: TSESTree.Node[] = [];
  const parentOf = (node: TSESTree.Node): TSESTree.Node | undefined => ancestors[ancestors.lastIndexOf(node) - 1];
  let variableCount = 3;
  const newVariable = (): number => variableCount++;
  const isSloppy = options.isSloppy && !saysStrict(parsed.program.body);
  const collector: Collector = {
    localsOf: scopeNamesOf(parsed.scopes),
    globalVariable: 0,
    exportsVariable: 1,
    thrownVariable: 2,
    impliedReceiver: isSloppy ? implied : none,
    surroundings: {
      returns: none,
      yields: none,
      receiver: options.isScript ? 0 : none,
      argumentsVariable: none,
      parent: none,
      parentInstance: none,
      namespace: none,
      isSloppy,
    },
    readArgumentLists: new Set(),
    isCommonJs: false,
    unsetVariable: null,
    // The top of a CommonJS module is its own.
    sharesTopLevel: options.isScript && !/\brequire\s*\(|\bexports\b/.test(options.text),
    withObjects: none,
    outerNames: options.outerNames,
    newVariable,
    emit: (fact) => void facts.push(fact),
    copy: (to, from) => {
      if (to !== none && from !== none && to !== from) facts.push({ kind: "copy", to, from });
    },
    nameKeyword: (keyword, variable, { range: [start, end] }) => {
      if (variable !== none) names.push({ variable, name: keyword, start, end });
    },
    variableOf: (variable) => {
      const known = variables.get(variable);
      if (known !== undefined) return known;
      const made = newVariable();
      variables.set(variable, made);
      names.push(namedVariable(variable, made));
      return made;
    },
    siteOf: (node) => {
      const known = siteOfNode.get(node);
      if (known !== undefined) return known;
      const text = textOf(options.text, node, parentOf(node));
      const { line, column } = parsed.placeOf(node.range[0]);
      sites.push({ line, column, symbol, text });
      siteOfNode.set(node, sites.length - 1);
      return sites.length - 1;
    },
    parentOf,
    scopeAt: scopes.numberAt,
    evaluate: (node, use = "value") => {
      ancestors.push(node);
      const variable = evaluate(collector, node, use);
      ancestors.pop();
      return variable;
    },
    within: (name, read) => {
      if (name === null) return read();
      const outer = symbol;
      symbol = (outer === "" ? name : `${outer}.${name}`).slice(0, longestSymbol);
      const result = read();
      symbol = outer;
      return result;
    },
    origins: new Map(),
    visitorKeys: parsed.visitorKeys,
  };
  facts.push({ kind: "global", to: collector.globalVariable });
  const finish = (completion: number): FlowFacts => {
    const { exportsVariable, isCommonJs } = collector;
    return { variableCount, sites, names, facts, scopes: scopes.all, exportsVariable, isCommonJs, completion };
  };
  return { collector, finish };
}

/** At the top of a program a name is known in all of its text, of which the tree may lack the beginning and the end. */
function namedVariable({ name, scope }: Variable, variable: number): NamedVariable {
  const isTop = scope.type === "global" || scope.type === "module";
  const [start, end] = isTop ? [0, Number.MAX_SAFE_INTEGER] : scope.block.range;
  return { variable, name, start, end };
}

interface ScopeTable {
  readonly all: readonly LocalScope[];
  readonly numberAt: Collector["scopeAt"];
}

/** Makes what numbers the scopes that code of a direct eval can see. Each says its own names only, and what is around it. */
function createScopeTable(parsed: ParsedSource, numberOfVariable: (variable: Variable) => number): ScopeTable {
  const all: LocalScope[] = [];
  const numbers = new Map<Scope, number>();
  let scopes: ReadonlyMap<TSESTree.Node, Scope> | null = null;
  const numberOf = (scope: Scope | null): number | null => {
    if (scope === null) return null;
    const known = numbers.get(scope);
    if (known !== undefined) return known;
    const outer = numberOf(scope.upper);
    const names = scope.variables
      .filter(isRuntimeVariable)
      .map((variable) => [variable.name, numberOfVariable(variable)] as const);
    const number = all.push({ outer, names: Object.fromEntries(names) }) - 1;
    numbers.set(scope, number);
    return number;
  };
  const numberAt = (name: TSESTree.Node): number | null => {
    scopes ??= scopesOfNames(parsed.scopes);
    return numberOf(scopes.get(name) ?? null);
  };
  return { all, numberAt };
}

/** Whether code begins with "use strict". */
export function saysStrict(statements: readonly TSESTree.ProgramStatement[]): boolean {
  return statements.some(
    (statement) => statement.type === "ExpressionStatement" && statement.directive === "use strict",
  );
}

/** The text of a node, or of the call that it is the callee of, with its white space collapsed. */
function textOf(source: string, node: TSESTree.Node, parent: TSESTree.Node | undefined): string {
  const isCallee = (parent?.type === "CallExpression" || parent?.type === "NewExpression") && parent.callee === node;
  const [start, end] = isCallee ? parent.range : node.range;
  const text = source.slice(start, Math.min(end, start + longestText));
  // Most are one line, as they are.
  return /\s\s|[^\S ]| $/.test(text) ? text.replace(/\s+/g, " ").trim() : text;
}
