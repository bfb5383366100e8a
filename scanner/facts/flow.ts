import type { TSESTree } from "@typescript-eslint/types";
import { remember } from "../findings/remember.ts";
import { endOf, startOf } from "../parse/nodes.ts";
import type { ParsedSource } from "../parse/parse-source.ts";
import type { Argument, CallFact, Fact, FlowFacts, Key, LoadFact, SourcePlace, Use } from "./flow-facts.ts";
import { globalObject, none } from "./flow-facts.ts";
import { unwrap } from "./node-table.ts";
import { Scopes } from "./scopes.ts";

/** The function or program whose body is being read. */
export interface Surroundings {
  readonly returns: number;
  /** For a generator, the array of yielded values. */
  readonly yields: number;
  readonly receiver: number;
  /** `arguments`, which gets a variable when it is read. Null outside functions. */
  readonly argumentList: { variable: number } | null;
  /** The parent of the surrounding class, for `super`. */
  readonly parent: number;
  readonly parentInstance: number;
  /** The namespace that an `export` adds to, or none for the module. */
  readonly namespace: number;
  /** True if `this` is the global object in functions called without a receiver. */
  readonly isSloppy: boolean;
}

/** Facts known about the program in advance. */
export interface CollectOptions {
  readonly text: string;
  readonly file: string;
  /** For evaluated code: the place of the call, which stands for all places in it. */
  readonly pinned?: SourcePlace;
  /** For the code of a direct eval: names of variables around it. */
  readonly outerNames: Pick<ReadonlySet<string>, "has">;
  /** True for a plain script, whose `this` is the global object. */
  readonly isScript: boolean;
  /** True if `this` is the global object in functions called without a receiver, unless they say "use strict". */
  readonly isSloppy: boolean;
}

/** Readers by node type. That of an expression returns the variable of its value, or none if it does not matter. */
type Readers = Readonly<Partial<Record<string, (flow: Flow, node: TSESTree.Node, use: Use) => unknown>>>;

/** A tree, and the places of its offsets. */
export type Program = Pick<ParsedSource, "program" | "placeOf">;

/** Longer texts of findings are cut: they are for people and for the baseline. */
const longestText = 160;
/** Longer symbols are cut too: nobody writes longer ones. */
const longestSymbol = 1000;

/** Collects the facts of one program while its tree is read. */
export class Flow {
  readonly options: CollectOptions;
  readonly facts: Fact[] = [];
  readonly scopes: Scopes;
  /** True if the top-level names of the program are properties of the global object. */
  readonly sharesTopLevel: boolean;
  around: Surroundings;
  readonly imported = new Map<number, number>();
  isCommonJs = false;
  /**
   * The `var` of a plain script whose first value is being read. Until then, its name still refers to an existing
   * global.
   */
  unset = none;
  /** Holds the objects of all `with` statements around. */
  withObjects = none;
  /** The call, the member or the concatenation whose first part is being read. */
  parent: TSESTree.Node | null = null;
  /** The object of the last member that was read: the receiver of a method call. */
  memberObject = none;
  /** The enclosing names, joined by dots. */
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
    // The top-level names of a CommonJS module are private.
    this.sharesTopLevel = options.isScript && !/\brequire\s*\(|\bexports\b/.test(options.text);
  }

  finish(completion: number): FlowFacts {
    const { facts, imported, isCommonJs } = this;
    return { variableCount: this.#variableCount, names: this.scopes.named, imported, facts, isCommonJs, completion };
  }

  /** Reads a node, and returns the variable of its value. Statements have none, and neither have unread nodes: types. */
  evaluate(wrapped: TSESTree.Node, use: Use = "value"): number {
    const node = unwrap(wrapped);
    const value = this.#readers[node.type]?.(this, node, use);
    return typeof value === "number" ? value : none;
  }

  /** Reads the first part of a node, whose meaning may depend on that node. */
  evaluateIn(parent: TSESTree.Node, node: TSESTree.Node, use?: Use): number {
    const around = this.parent;
    this.parent = parent;
    const value = this.evaluate(node, use);
    this.parent = around;
    return value;
  }

  /** Reads the value of a name, which becomes the last part of the symbols inside. */
  evaluateAs(name: string | null, node: TSESTree.Node): number {
    return name === null ? this.evaluate(node) : this.within(name, () => this.evaluate(node));
  }

  /** Reads a part of the program, and restores the surrounding scope, function and symbol. */
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

  /** The same for a choice between the two: an unknown one must stay visible. */
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

  /** Adds a read of a property that may matter. */
  load(
    object: number,
    key: Key,
    { to = this.newVariable(), place = null, use = "value", inner = null }: Partial<LoadFact> = {},
  ): number {
    if (object === none && place === null) return none;
    this.facts.push({ kind: "load", to, object, key, place, use, inner });
    if (place !== null) this.#readPlaces.set(to, place);
    return to;
  }

  /** Adds a read of a global variable without a place. All are the same, so a program has one per name. */
  loadGlobal(name: string): number {
    return remember(this.#globals, name, () => this.load(globalObject, name));
  }

  /** Adds a write of a property if its value or its place may matter. */
  store(object: number, key: Key, from: number, place: SourcePlace | null = null): void {
    if (object !== none && (from !== none || place !== null))
      this.facts.push({ kind: "store", object, key, from, place });
  }

  call(
    callee: number,
    given: readonly Argument[],
    { receiver = none, place = null, isNew = false, evalOffset = null }: Partial<CallFact> = {},
  ): number {
    if (callee === none) return none;
    const to = this.newVariable();
    this.facts.push({ kind: "call", to, callee, receiver, arguments: given, place, isNew, evalOffset });
    return to;
  }

  /** The place of the read that set a variable. */
  readAt(variable: number): SourcePlace | null {
    return this.#readPlaces.get(variable) ?? null;
  }

  /** The place of a node, the same object each time. */
  placeOf(node: TSESTree.Node): SourcePlace {
    const { file, pinned } = this.options;
    const known = pinned ?? this.#places.get(node);
    if (known !== undefined) return known;
    const { line, column } = this.#positionOf(startOf(node));
    const place = { file, line, column, symbol: this.symbol, text: this.#textOf(node) };
    this.#places.set(node, place);
    return place;
  }

  /** The text of a node, or of the call if it is a callee, with white space collapsed. */
  #textOf(node: TSESTree.Node): string {
    const { parent } = this;
    const isCallee = parent !== null && "callee" in parent && parent.callee === node;
    const shown = isCallee ? parent : node;
    const start = startOf(shown);
    const text = this.options.text.slice(start, Math.min(endOf(shown), start + longestText));
    // Most texts need no change.
    return /\s\s|[^\S ]| $/.test(text) ? text.replace(/\s+/g, " ").trim() : text;
  }

  /** Whether a node is this global name. */
  isGlobal(node: TSESTree.Node, name: string): boolean {
    return node.type === "Identifier" && node.name === name && this.scopes.variableOf(name) === none;
  }
}

/** An argument that is not literal. */
export function argumentOf(variable: number, isSpread = false): Argument {
  return { variable, isSpread, written: null };
}

/** Whether a function body or a program starts with "use strict". */
export function saysStrict(body: TSESTree.Program | TSESTree.BlockStatement | TSESTree.Expression): boolean {
  if (body.type !== "Program" && body.type !== "BlockStatement") return false;
  return body.body.some((one) => one.type === "ExpressionStatement" && one.directive === "use strict");
}
