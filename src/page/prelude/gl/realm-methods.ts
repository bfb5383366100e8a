import { looksLike, type Method, replaceMethod } from "../native/native-look.ts";

export type { Method } from "../native/native-look.ts";

/** A prototype, or a realm's global object, as a table of its methods. */
export type MethodTable = Record<string, Method>;

/** The prototype of a class of the realm; null if the realm does not have it, as a worker has no HTML elements. */
export function prototypeOf(realm: object, className: string): MethodTable | null {
  const constructor: unknown = Reflect.get(realm, className);
  if (typeof constructor !== "function") return null;
  const prototype: unknown = Reflect.get(constructor, "prototype");
  return typeof prototype === "object" && prototype !== null ? methodsOf(prototype) : null;
}

/** Treats `owner` as a table of methods. Other properties must not be read through it. */
export function methodsOf(owner: object): MethodTable {
  // Hooks work on tables of names, which the types of the DOM do not offer.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return owner as MethodTable;
}

/** Calls a method that the browser may not have; returns undefined if it does not. */
export function invokeMethod(method: Method | undefined, receiver: object, parameters: readonly unknown[]): unknown {
  return method === undefined ? undefined : Reflect.apply(method, receiver, parameters);
}

/** Replaces the method `name` if `owner` itself has it. */
export function hookMethod(owner: MethodTable | null, name: string, wrap: (original: Method) => Method): void {
  if (owner === null) return;
  replaceMethod(owner, name, wrap);
}

/** Looks at a call after it, so never at one that throws. */
export type ObserveCall = (receiver: object, parameters: readonly unknown[], result: unknown) => void;

/** The method with an observer of its calls, for `hookMethod`. */
export function observeResult(original: Method, observe: ObserveCall): Method {
  return function (...parameters) {
    const result = original.apply(this, parameters);
    observe(this, parameters, result);
    return result;
  };
}

/** Names of the methods that `owner` itself has, in an order that does not depend on the browser build. */
export function methodNames(owner: MethodTable): readonly string[] {
  return Object.getOwnPropertyNames(owner)
    .filter(
      (name) => name !== "constructor" && typeof Object.getOwnPropertyDescriptor(owner, name)?.value === "function",
    )
    .toSorted();
}

/** Calls `see` before every assignment to an accessor property of `owner` itself. */
export function watchSetters(owner: MethodTable, see: (receiver: object, name: string, value: unknown) => void): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    const original = descriptor.set;
    if (original === undefined) continue;
    const replacement = function (this: object, value: unknown): void {
      see(this, name, value);
      original.call(this, value);
    };
    looksLike(replacement, original);
    Object.defineProperty(owner, name, { ...descriptor, set: replacement });
  }
}

/** The value that a GLsizei or GLint parameter has natively. */
export function toInteger(value: unknown): number {
  return typeof value === "number" ? value | 0 : Number(value) | 0;
}
