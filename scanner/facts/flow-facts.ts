import type { Finding, Place } from "../findings/finding.ts";
import type { TextRange } from "../text/strip.ts";

/**
 * The facts of a script about the flow of values, as plain data. The solver (solve-flow.ts) combines those of all
 * files. A variable is an index, private to its part of a file.
 */
export interface FlowFacts {
  /** The number of variables. */
  readonly variableCount: number;
  /** The variables with a name in the sources. */
  readonly names: readonly NamedVariable[];
  /** Of names that are imported, by their variables, the variables of the modules. Nothing else gives them a value. */
  readonly imported: ReadonlyMap<number, number>;
  readonly facts: readonly Fact[];
  /** True if anything is assigned to `module.exports`. */
  readonly isCommonJs: boolean;
  /** The value of the last expression, which `eval` of this text would return. */
  readonly completion: number;
}

/** No variable. */
export const none = -1;

/** The variables that every program has. */
export const globalObject = 0;
export const moduleExports = 1;
/** Holds all thrown values: which handler gets which is not followed. */
export const thrown = 2;

/** The key that stands for every element of an array and every property of an object. */
export const everyKey = "*";

/** The key for arguments of a generator's `next()`, which are stored beside the yielded values. */
export const sentKey = "next()";

/** A place in a file that may obtain, call or overwrite something. */
export type SourcePlace = Pick<Finding, keyof Place | "symbol" | "text">;

/** A local name, or `this`, `super`, `return` or `yield`, and the range in which it is visible. */
export interface NamedVariable extends TextRange {
  readonly variable: number;
  readonly name: string;
}

/** An argument of a call. A spread one stands for any number of arguments. */
export interface Argument {
  readonly variable: number;
  readonly isSpread: boolean;
  /**
   * A literal `undefined` or `null`. For an object literal without computed keys, those keys that may be time options.
   * Null for anything else.
   */
  readonly written: "undefined" | "null" | readonly string[] | null;
}

/** The use of a value that is read: taken, tested for existence, or compared. */
export type Use = "value" | "guard" | "identity";

export type Fact =
  | { readonly kind: "copy"; readonly to: number; readonly from: number }
  | { readonly kind: "text"; readonly to: number; readonly text: string }
  | { readonly kind: "unknown"; readonly to: number }
  | { readonly kind: "join"; readonly to: number; readonly left: number; readonly right: number }
  | { readonly kind: "outer"; readonly to: number; readonly name: string }
  | { readonly kind: "module"; readonly to: number; readonly specifier: string; readonly place: SourcePlace }
  | { readonly kind: "object"; readonly to: number; readonly shape: "object" | "array"; readonly length: number | null }
  | { readonly kind: "spread"; readonly object: number; readonly from: number }
  | FunctionFact
  | LoadFact
  | StoreFact
  | CallFact
  | { readonly kind: "operator"; readonly api: string; readonly place: SourcePlace }
  | { readonly kind: "export"; readonly key: string; readonly from: number }
  | { readonly kind: "export-all"; readonly specifier: string; readonly place: SourcePlace };

/** A function or a class, and its offsets. A class without a constructor passes its arguments to its parent. */
export interface FunctionFact extends TextRange {
  readonly kind: "function";
  readonly to: number;
  readonly parameters: readonly number[];
  /** Holds the array of the rest parameter. */
  readonly rest: number;
  /** Holds `arguments`, if it is read. */
  readonly argumentsVariable: number;
  readonly returns: number;
  /** Holds `this`. None for an arrow function. */
  readonly receiver: number;
  /** Holds the instance that `new` creates, which also stands for the prototype. */
  readonly instance: number;
  /** For a class, holds `this` of its methods. */
  readonly receivers: number;
  readonly parent: number;
  readonly forwards: boolean;
  /** True if `this` is the global object in a call without a receiver. */
  readonly isSloppy: boolean;
  /** True if only the call decides `this`: not for members of a class or an object, and not for arrow functions. */
  readonly hasOwnReceiver: boolean;
}

/** A function that does nothing, and a class without a constructor. */
export const emptyFunction: FunctionFact = {
  kind: "function",
  to: none,
  parameters: [],
  rest: none,
  argumentsVariable: none,
  returns: none,
  receiver: none,
  instance: none,
  receivers: none,
  parent: none,
  forwards: false,
  isSloppy: false,
  hasOwnReceiver: false,
  start: 0,
  end: 0,
};

/** The key of a property: a literal one, or the variable of a computed one. */
export type Key = string | number;

/** A read of a property. */
export interface LoadFact {
  readonly kind: "load";
  readonly to: number;
  readonly object: number;
  readonly key: Key;
  readonly place: SourcePlace | null;
  readonly use: Use;
  /** The place of the read that this one continues: the longest path wins. */
  readonly inner: SourcePlace | null;
}

export interface StoreFact {
  readonly kind: "store";
  readonly object: number;
  readonly key: Key;
  readonly from: number;
  readonly place: SourcePlace | null;
}

export interface CallFact {
  readonly kind: "call";
  readonly to: number;
  readonly callee: number;
  readonly receiver: number;
  readonly arguments: readonly Argument[];
  readonly place: SourcePlace | null;
  readonly isNew: boolean;
  /** The offset of a direct eval, whose code sees the names around it. */
  readonly evalOffset: number | null;
}
