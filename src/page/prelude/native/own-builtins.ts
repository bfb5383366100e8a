/**
 * The built-ins as they were before any script of the page ran. The bundler uses them in place of the globals of the
 * same name, all over the prelude, because pages replace globals without meaning harm: a script with its own `var Map`
 * is enough.
 */

const { defineProperties, getOwnPropertyDescriptors } = globalThis.Object;

/** Copies the methods of a class, because a page may replace them too. */
function copyMembers<Target extends object>(target: Target, source: object): Target {
  const { constructor } = target;
  return defineProperties(target, { ...getOwnPropertyDescriptors(source), constructor: { value: constructor } });
}

export class OwnMap<Key, Item> extends globalThis.Map<Key, Item> {}
copyMembers(OwnMap.prototype, globalThis.Map.prototype);

export class OwnSet<Item> extends globalThis.Set<Item> {}
copyMembers(OwnSet.prototype, globalThis.Set.prototype);

export class OwnWeakMap<Key extends WeakKey, Item> extends globalThis.WeakMap<Key, Item> {}
copyMembers(OwnWeakMap.prototype, globalThis.WeakMap.prototype);

export class OwnWeakSet<Item extends WeakKey> extends globalThis.WeakSet<Item> {}
copyMembers(OwnWeakSet.prototype, globalThis.WeakSet.prototype);

// The prelude calls functions of these, and never the constructors among them.
export const OwnArray = copyMembers({}, globalThis.Array);
export const OwnArrayBuffer = copyMembers({}, globalThis.ArrayBuffer);
export const OwnJSON = copyMembers({}, globalThis.JSON);
export const OwnMath = copyMembers({}, globalThis.Math);
export const OwnObject = copyMembers({}, globalThis.Object);
export const OwnReflect = copyMembers({}, globalThis.Reflect);
export const OwnSymbol = copyMembers({}, globalThis.Symbol);

// Objects of the page are instances of these, or they are called themselves.
export const {
  Error: OwnError,
  Float32Array: OwnFloat32Array,
  Float64Array: OwnFloat64Array,
  Int32Array: OwnInt32Array,
  Number: OwnNumber,
  Promise: OwnPromise,
  Proxy: OwnProxy,
  RangeError: OwnRangeError,
  String: OwnString,
  TypeError: OwnTypeError,
  Uint32Array: OwnUint32Array,
  Uint8Array: OwnUint8Array,
  WeakRef: OwnWeakRef,
} = globalThis;

const { Event, EventTarget, reportError } = globalThis;
const { toString } = globalThis.Object.prototype;
const { addEventListener, dispatchEvent } = EventTarget.prototype;
const { apply } = globalThis.Reflect;

/**
 * Reports an error as if nothing had caught it. Chromium's own `reportError` leaves out what a DOMException says, and
 * describes an object otherwise than one that is thrown. Of an error it tells where that was made.
 */
export function OwnreportError(thrown: unknown): void {
  if (isError(thrown)) {
    reportError(thrown);
    return;
  }
  const target = new EventTarget();
  const rethrow = (): void => {
    throw thrown;
  };
  apply(addEventListener, target, ["error", rethrow]);
  apply(dispatchEvent, target, [new Event("error")]);
}

/** True for an error of any realm, but not for a DOMException. */
function isError(value: unknown): boolean {
  try {
    return apply(toString, value, []) === "[object Error]";
  } catch {
    // A proxy may throw.
    return false;
  }
}
