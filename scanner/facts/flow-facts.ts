import type { Place } from "../findings/finding.ts";

/**
 * What a module says about the flow of values, as plain data, which the solver (solve-flow.ts) puts together for all files.
 * A variable is an index, private to its part of a file.
 */
export interface FlowFacts {
  /** How many variables the facts speak of. */
  readonly variableCount: number;
  /** The variables that have a name in the sources. */
  readonly names: readonly NamedVariable[];
  /** Of names that are imported, by their variables, the variables of the modules. Nothing else gives them a value. */
  readonly imported: ReadonlyMap<number, number>;
  readonly facts: readonly Fact[];
  /** The variable that holds `module.exports`; whether anything is assigned to it. */
  readonly exportsVariable: number;
  readonly isCommonJs: boolean;
  /** The value of the last expression: what `eval` of this text would give. */
  readonly completion: number;
}

/** No variable. */
export const none = -1;

/** The key that stands for every element of an array and every property of an object. */
export const everyKey = "*";

/** What is given to a generator's `next()` is kept with what it yields, under a key of its own. */
export const sentKey = "next()";

/** A place in a file that may turn out to obtain, to call or to overwrite something. */
export interface SourcePlace extends Place {
  /** The names around it, outermost first, joined by dots. */
  readonly symbol: string;
  readonly text: string;
}

/** A local name, or `this`, `super`, `return` and `yield`, and the offsets between which the text may mean it. */
export interface NamedVariable {
  readonly variable: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** An argument of a call. A spread one stands for any number of arguments. */
export interface Argument {
  readonly variable: number;
  readonly isSpread: boolean;
  /**
   * Whether nothing is given in so many words; or, of an object literal whose keys are all written there, those of them that
   * may be the option that gives a time.
   */
  readonly written: "undefined" | "null" | readonly string[] | null;
}

/** What becomes of a value that is read: taken, looked at for being there, or compared. */
export type Use = "value" | "guard" | "identity";

export type Fact =
  | { readonly kind: "copy"; readonly to: number; readonly from: number }
  | { readonly kind: "text"; readonly to: number; readonly text: string }
  | { readonly kind: "unknown"; readonly to: number }
  | { readonly kind: "join"; readonly to: number; readonly left: number; readonly right: number }
  | { readonly kind: "global"; readonly to: number }
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

/** A function or a class. A class without a constructor of its own hands its arguments to its parent. */
export interface FunctionFact {
  readonly kind: "function";
  readonly to: number;
  readonly parameters: readonly number[];
  /** Holds the array of the remaining arguments. */
  readonly rest: number;
  /** Holds `arguments`, where it is read. */
  readonly argumentsVariable: number;
  readonly returns: number;
  /** Holds `this`; an arrow function has none of its own. */
  readonly receiver: number;
  /** Holds what `new` makes, and with it the prototype. */
  readonly instance: number;
  /** Of a class, holds `this` of its methods. */
  readonly receivers: number;
  readonly parent: number;
  readonly forwards: boolean;
  /** Whether `this` is the global object where it is called on nothing. */
  readonly isSloppy: boolean;
  /** Whether `this` depends on the call alone: a member of a class or an object has that for `this`, an arrow has none. */
  readonly hasOwnReceiver: boolean;
  /** The offsets of the function. */
  readonly start: number;
  readonly end: number;
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

/** The key of a property: as it is written, or the variable of a computed one. */
export type Key = string | number;

/** A property that is read. */
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
  /** The offset of a direct eval, whose code means by a name what the code around means by it. */
  readonly evalOffset: number | null;
}
