import { type Argument, type FunctionFact, none, type SourcePlace } from "../facts/flow-facts.ts";
import type { Rule } from "../rules/rule.ts";

/** The place where an object entered the program, and its name there. */
export interface Origin {
  readonly place: SourcePlace;
  readonly name: string;
}

/** Something banned obtained at one place, and its path from there. */
export interface Detection {
  readonly rule: Rule;
  readonly place: SourcePlace;
  /** The origin of the object that it was read from. Null if it is unknown. */
  readonly origin: Origin | null;
  /** Calls through another name. */
  readonly uses: Set<SourcePlace>;
  /** Places where another module imports it or passes it on. */
  readonly transits: Set<SourcePlace>;
  /** True if a longer path was read from it at once: then that one is the finding. */
  isSuperseded: boolean;
}

/** A relevant value of a variable. Values are compared by identity. */
export type Value =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "obtained"; readonly path: string; readonly detection: Detection }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "method"; readonly name: string; readonly of: Value }
  | { readonly kind: "bound"; readonly of: Value; readonly receiver: number; readonly given: readonly Argument[] }
  | ObjectValue;

/** A value about which nothing is known. */
export const unknownValue: Value = { kind: "unknown" };

/** An object, an array, a function or a class created by the sources. Its parts are variables of the network. */
export interface ObjectValue {
  readonly kind: "object";
  /** `descriptors` holds those of all members of an object. */
  readonly shape: "object" | "array" | "collection" | "function" | "descriptors";
  readonly length: number | null;
  readonly properties: Map<string, number>;
  /** Values stored under unknown keys. */
  readonly star: number;
  /** All stored values. */
  readonly every: number;
  /** Objects in which missing properties are looked up: its class, and objects copied into it. */
  readonly parents: number;
  /** Its direct and indirect parents that the sources did not create. */
  readonly natives: number;
  /** Its own keys, which hide those of its parents. */
  readonly hiding: ReadonlySet<string>;
  readonly body: FunctionBody | null;
  /** For an instance, which also stands for its prototype: the variable of `this` in its constructor. */
  readonly makerReceiver: number;
}

/** Whether it is an object literal: not a function, an instance, a list or a module. */
export function isTable({ shape, body, makerReceiver, hiding }: ObjectValue): boolean {
  return shape === "object" && body === null && makerReceiver === none && hiding.size === 0;
}

/** The body of a function as a call uses it. The variables are those of the network. */
export interface FunctionBody extends Omit<FunctionFact, "to" | "kind" | "rest" | "argumentsVariable" | "instance"> {
  /** The array of the rest parameter, and that of all arguments. Null if nobody reads them. */
  readonly rest: ObjectValue | null;
  readonly arguments: ObjectValue | null;
  readonly instance: ObjectValue | null;
  /** Null for a native function, and in evaluated code. */
  readonly file: string | null;
}
