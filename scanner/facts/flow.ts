import type { TSESTree } from "@typescript-eslint/types";
import type { ParsedSource } from "../parse/parse-source.ts";
import type { Argument, CallFact, Fact, FlowFacts, Key, LoadFact, SourcePlace, Use } from "./flow-facts.ts";
import { none } from "./flow-facts.ts";
import { unwrap } from "./node-table.ts";
import { Scopes } from "./scopes.ts";

/** The variables that every program has. */
export const globalObject = 0;
export const moduleExports = 1;
/** Holds whatever is thrown: which handler gets it is not followed. */
export const thrown = 2;

/** The function, or the program, whose body is being read. */
export interface Surroundings {
  readonly returns: number;
  /** Of a generator, the array of what it yields. */
  readonly yields: number;
  readonly receiver: number;
  /** `arguments`, which gets a variable when it is read; null outside of functions. */
  readonly argumentList: { variable: number } | null;
  /** The class around: what `super` means. */
  readonly parent: number;
  readonly parentInstance: number;
  /** The namespace that an `export` adds to, or none for the module. */
  readonly namespace: number;
  /** Whether a function that is called on nothing has the global object for `this`. */
  readonly isSloppy: boolean;
}

/** What is known beforehand of the program to be read. */
export interface CollectOptions {
  readonly text: string;
  readonly file: string;
  /** For code that is evaluated: the place of the call, which stands for all places in it. */
  readonly pinned?: SourcePlace;
  /** For code given to a direct eval: names that mean variables of the code around it. */
  readonly outerNames: Pick<ReadonlySet<string>, "has">;
  /** Whether it is a plain script, whose `this` is the global object. */
  readonly isScript: boolean;
  /** Whether its functions, as long as none says "use strict", have the global object for `this` where they are called on nothing. */
  readonly isSloppy: boolean;
}

/** What reads a node, and gives the variable of its value, or none where it has no value that matters. */
type Readers = Readonly<Partial<Record<string, (flow: Flow, node: TSESTree.Node, use: Use) => number>>>;

/** A tree, of which the nodes have their `range`. */
export type Program = Pick<ParsedSource, "program" | "placeOf">;

type Given<Part> = { readonly [Name in keyof Part]?: Part[Name] };

/** A finding's text is for people and for the baseline: longer ones are cut. */
const longestText = 160;
/** So are the names around it: nobody writes longer ones. */
const longestSymbol = 1000;

/** The facts of one program while its tree is read. */
export class Flow {
  readonly options: CollectOptions;
  readonly facts: Fact[] = [{ kind: "global", to: globalObject }];
  readonly scopes: Scopes;
  /** Whether the top-level names of the program are properties of the global object. */
  readonly sharesTopLevel: boolean;
  around: Surroundings;
  readonly imported = new Map<number, number>();
  isCommonJs = false;
  /** The `var` of a plain script whose first value is being read: until it has one, its name means the global it is named after. */
  unset = none;
  /** Holds the objects of all `with` statements around. */
  withObjects = none;
  /** The call, the member or the concatenation whose first part is being read. */
  parent: TSESTree.Node | null = null;
  /** The object of the member that was read last: what a method is called on. */
  memberObject = none;
  /** The names around, joined by dots. */
  symbol = "";
  readonly #positionOf: ParsedSource["placeOf"];
  readonly #readers: Readers;
  readonly #readPlaces = new Map<number, SourcePlace>();
  readonly #places = new Map<TSESTree.Node, SourcePlace>();
  readonly #globals = new Map<string, number>();
  #variableCount = 3;

  constructor(parsed: Program, options: CollectOptions, readers: Readers) {
    const isSloppy = options.isSloppy && !saysStrict(parsed.program);
    const unknown = { returns: none, yields: none, argumentList: null, parent: none, parentInstance: none };
    this.options = options;
    this.#positionOf = parsed.placeOf;
    this.#readers = readers;
    this.scopes = new Scopes(options.text, () => this.newVariable());
    this.around = { ...unknown, namespace: none, receiver: options.isScript ? globalObject : none, isSloppy };
    // The top of a CommonJS module is its own.
    this.sharesTopLevel = options.isScript && !/\brequire\s*\(|\bexports\b/.test(options.text);
  }

  finish(completion: number): FlowFacts {
    return {
      variableCount: this.#variableCount,
      names: this.scopes.named,
      imported: this.imported,
      facts: this.facts,
      exportsVariable: moduleExports,
      isCommonJs: this.isCommonJs,
      completion,
    };
  }

  /** Reads a node, and gives the variable of its value. What has no reader holds no values: most of it is types. */
  evaluate(wrapped: TSESTree.Node, use: Use = "value"): number {
    const node = unwrap(wrapped);
    return this.#readers[node.type]?.(this, node, use) ?? none;
  }

  /** Reads the first part of a node, which may mean something else there than elsewhere. */
  evaluateIn(parent: TSESTree.Node, node: TSESTree.Node, use?: Use): number {
    const around = this.parent;
    this.parent = parent;
    const value = this.evaluate(node, use);
    this.parent = around;
    return value;
  }

  /** Reads what a name is given, which ends the symbols of the places within. */
  evaluateAs(name: string | null, node: TSESTree.Node): number {
    return name === null ? this.evaluate(node) : this.within(name, () => this.evaluate(node));
  }

  /** Runs what reads a part of the program, and goes back to the scope, the function and the symbol around. */
  within<Result>(name: Key | null, read: () => Result): Result {
    const { around, symbol } = this;
    const { current } = this.scopes;
    if (typeof name === "string") this.symbol = (symbol === "" ? name : `${symbol}.${name}`).slice(0, longestSymbol);
    const result = read();
    this.scopes.current = current;
    this.around = around;
    this.symbol = symbol;
    return result;
  }

  newVariable(): number {
    return this.#variableCount++;
  }

  copy(to: number, from: number): void {
    if (to !== none && from !== none && to !== from) this.facts.push({ kind: "copy", to, from });
  }

  /** One variable for the values of two. */
  oneOf(first: number, second: number): number {
    if (first === none || second === none) return first === none ? second : first;
    const to = this.newVariable();
    this.copy(to, first);
    this.copy(to, second);
    return to;
  }

  /** The same where one of them is taken: what is not known must stay visible beside what is. */
  either(first: number, second: number): number {
    if (first === none && second === none) return none;
    const to = this.newVariable();
    for (const value of [first, second]) {
      if (value === none) this.unknown(to);
      else this.copy(to, value);
    }
    return to;
  }

  unknown(to = this.newVariable()): number {
    this.facts.push({ kind: "unknown", to });
    return to;
  }

  text(text: string): number {
    const to = this.newVariable();
    this.facts.push({ kind: "text", to, text });
    return to;
  }

  join(left: number, right: number): number {
    if (left === none || right === none) return none;
    const to = this.newVariable();
    this.facts.push({ kind: "join", to, left, right });
    return to;
  }

  object(shape: "object" | "array" = "object", length: number | null = null): number {
    const to = this.newVariable();
    this.facts.push({ kind: "object", to, shape, length });
    return to;
  }

  spread(object: number, from: number): void {
    if (from !== none) this.facts.push({ kind: "spread", object, from });
  }

  /** A read of a property that may matter. */
  load(
    object: number,
    key: Key,
    { to = this.newVariable(), place = null, use = "value", inner = null }: Given<LoadFact> = {},
  ): number {
    if (object === none && place === null) return none;
    this.facts.push({ kind: "load", to, object, key, place, use, inner });
    if (place !== null) this.#readPlaces.set(to, place);
    return to;
  }

  /** A read of a global variable at no place of its own. All of them give the same, so a program has one for each name. */
  loadGlobal(name: string): number {
    const known = this.#globals.get(name) ?? this.load(globalObject, name);
    this.#globals.set(name, known);
    return known;
  }

  /** A write of a property: of a value that may matter, or at a place that does. */
  store(object: number, key: Key, from: number, place: SourcePlace | null = null): void {
    if (object !== none && (from !== none || place !== null))
      this.facts.push({ kind: "store", object, key, from, place });
  }

  call(
    callee: number,
    given: readonly Argument[],
    { receiver = none, place = null, isNew = false, evalOffset = null }: Given<CallFact> = {},
  ): number {
    if (callee === none) return none;
    const to = this.newVariable();
    this.facts.push({ kind: "call", to, callee, receiver, arguments: given, place, isNew, evalOffset });
    return to;
  }

  /** The place of the read that gave a variable its value. */
  readAt(variable: number): SourcePlace | null {
    return this.#readPlaces.get(variable) ?? null;
  }

  /** The place of a node, the same object each time. */
  placeOf(node: TSESTree.Node): SourcePlace {
    const { file, pinned } = this.options;
    const known = pinned ?? this.#places.get(node);
    if (known !== undefined) return known;
    const { line, column } = this.#positionOf(node.range[0]);
    const place = { file, line, column, symbol: this.symbol, text: this.#textOf(node) };
    this.#places.set(node, place);
    return place;
  }

  /** The text of a node, or of the call that it is the callee of, with its white space collapsed. */
  #textOf(node: TSESTree.Node): string {
    const { parent } = this;
    const isCallee = parent !== null && "callee" in parent && parent.callee === node;
    const [start, end] = isCallee ? parent.range : node.range;
    const text = this.options.text.slice(start, Math.min(end, start + longestText));
    // Most are one line, as they are.
    return /\s\s|[^\S ]| $/.test(text) ? text.replace(/\s+/g, " ").trim() : text;
  }

  /** Whether a node is a name that means a global one. */
  isGlobal(node: TSESTree.Node, name: string): boolean {
    return node.type === "Identifier" && node.name === name && this.scopes.variableOf(name) === none;
  }
}

/** An argument of which nothing is known but its value. */
export function argumentOf(variable: number, isSpread = false): Argument {
  return { variable, isSpread, written: null };
}

/** Whether the body of a function, or a program, begins with "use strict". */
export function saysStrict(body: TSESTree.Program | TSESTree.BlockStatement | TSESTree.Expression): boolean {
  if (body.type !== "Program" && body.type !== "BlockStatement") return false;
  return body.body.some((one) => one.type === "ExpressionStatement" && one.directive === "use strict");
}
