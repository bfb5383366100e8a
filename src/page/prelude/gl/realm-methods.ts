import { looksLike, type Method, replaceMethod } from "../native/native-look.ts";

export type { Method } from "../native/native-look.ts";

/** A prototype, or a realm's global object, as a table of its methods. */
export type MethodTable = Record<string, Method>;

/** The prototype of the realm's class of that name; null where the realm has none, as a worker has no HTML elements. */
export function prototypeOf(realm: object, className: string): MethodTable | null {
  const constructor: unknown = Reflect.get(realm, className);
  if (typeof constructor !== "function") return null;
  const prototype: unknown = Reflect.get(constructor, "prototype");
  return typeof prototype === "object" && prototype !== null ? methodsOf(prototype) : null;
}

/** Sees `owner` as its methods. What is not a method must not be read through it. */
export function methodsOf(owner: object): MethodTable {
  // Hooks work on tables of names, which the types of the DOM do not offer.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return owner as MethodTable;
}

/** Calls a method that the browser may not have; undefined where it has not. */
export function invokeMethod(method: Method | undefined, receiver: object, parameters: readonly unknown[]): unknown {
  return method === undefined ? undefined : Reflect.apply(method, receiver, parameters);
}

/** Replaces `name` where `owner` itself has it as a method; does nothing elsewhere. */
export function hookMethod(owner: MethodTable | null, name: string, wrap: (original: Method) => Method): void {
  if (owner === null) return;
  replaceMethod(owner, name, wrap);
}

/** Names of what `owner` itself has as methods, in an order that no browser build changes. */
export function methodNames(owner: MethodTable): readonly string[] {
  return Object.getOwnPropertyNames(owner)
    .filter(
      (name) => name !== "constructor" && typeof Object.getOwnPropertyDescriptor(owner, name)?.value === "function",
    )
    .toSorted();
}

/** Calls `see` before every assignment to an accessor property that `owner` itself has. */
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

/** What a GLsizei or GLint parameter becomes natively. */
export function toInteger(value: unknown): number {
  return typeof value === "number" ? value | 0 : Number(value) | 0;
}
