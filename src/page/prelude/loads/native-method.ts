import type { Method } from "../native/native-look.ts";

/** A method as it is now, for calls after the page may have replaced it. */
export function nativeMethod(owner: object, name: string): Method {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== "function") throw new TypeError(`There is no ${name}.`);
  return function call(this: object, ...parameters: unknown[]): unknown {
    return Reflect.apply(method, this, parameters);
  };
}

/** The native getter of an accessor property; null if the browser does not have it. */
export function nativeGetter(owner: object, name: string): ((receiver: object) => unknown) | null {
  const read = Object.getOwnPropertyDescriptor(owner, name)?.get;
  return read === undefined ? null : (receiver): unknown => Reflect.apply(read, receiver, []);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The prototype of a class; null if the browser does not have it. */
export function prototypeOf(realm: object, name: string): object | null {
  const made: unknown = Reflect.get(realm, name);
  const prototype: unknown = typeof made === "function" ? Reflect.get(made, "prototype") : null;
  return isObject(prototype) ? prototype : null;
}
