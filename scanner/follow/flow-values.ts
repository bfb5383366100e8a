import { type Argument, type FunctionFact, none, type SourcePlace } from "../facts/flow-facts.ts";
import type { Rule } from "../rules/rule.ts";

/** Where an object came into the program from outside, and what it is called there. */
export interface Origin {
  readonly place: SourcePlace;
  readonly name: string;
}

/** Something banned, obtained at one place; and where it goes from there. */
export interface Detection {
  readonly rule: Rule;
  readonly place: SourcePlace;
  /** Where the object came from that it was read from; null where that cannot be told. */
  readonly origin: Origin | null;
  /** Where it is called through another name. */
  readonly uses: Set<SourcePlace>;
  /** Where it is imported or handed on by another module. */
  readonly transits: Set<SourcePlace>;
  /** A longer path was read from it at once: that one is the finding. */
  isSuperseded: boolean;
}

/** What a variable may hold, as far as it matters. Values are compared by identity. */
export type Value =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "obtained"; readonly path: string; readonly detection: Detection }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "method"; readonly name: string; readonly of: Value }
  | { readonly kind: "bound"; readonly of: Value; readonly receiver: number; readonly given: readonly Argument[] }
  | ObjectValue;

/** Something of which nothing is known. */
export const unknownValue: Value = { kind: "unknown" };

/** An object, an array, a function or a class that the sources make. Its parts are variables of the network. */
export interface ObjectValue {
  readonly kind: "object";
  /** Descriptors are those of all members of an object. */
  readonly shape: "object" | "array" | "collection" | "function" | "descriptors";
  readonly length: number | null;
  readonly properties: Map<string, number>;
  /** What is stored under a key that is not known. */
  readonly star: number;
  /** All that is stored. */
  readonly every: number;
  /** Where a property is looked for that the object has not: its class, what was copied into it. */
  readonly parents: number;
  /** Those of its parents, and of theirs, that the sources did not make. */
  readonly natives: number;
  /** Keys that are its own, whatever its parents have. */
  readonly hiding: ReadonlySet<string>;
  readonly body: FunctionBody | null;
  /** Of what a function makes, which stands for its prototype too: the variable of the `this` of that function. */
  readonly makerReceiver: number;
}

/** Whether an object was written down as one: it is no function, no instance, no list and no module. */
export function isTable({ shape, body, makerReceiver, hiding }: ObjectValue): boolean {
  return shape === "object" && body === null && makerReceiver === none && hiding.size === 0;
}

/** What a call of a function does with what it is given. The variables are those of the network. */
export interface FunctionBody extends Omit<FunctionFact, "to" | "kind" | "rest" | "argumentsVariable" | "instance"> {
  /** The arrays of the remaining arguments and of all; null where nobody reads them. */
  readonly rest: ObjectValue | null;
  readonly arguments: ObjectValue | null;
  readonly instance: ObjectValue | null;
  /** Null for a function that the language makes, and in code that is evaluated. */
  readonly file: string | null;
}
