import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { AskedBy, OnGiven } from "./given.ts";

/** Classes of the language: their results depend on nothing but their input. */
const languageClasses: ReadonlySet<string> = new Set([
  ...["Array", "ArrayBuffer", "AsyncDisposableStack", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean"],
  ...["DataView", "Date", "DisposableStack", "Error", "FinalizationRegistry", "Float16Array", "Float32Array"],
  ...["Float64Array", "Function", "Int16Array", "Int32Array", "Int8Array", "Iterator", "Map", "Number", "Object"],
  ...["Promise", "Proxy", "RegExp", "Set", "SharedArrayBuffer", "String", "Symbol", "Uint16Array", "Uint32Array"],
  ...["Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakSet"],
]);

/** Global functions that must stay as they are, or whose results cannot differ. */
const leftAlone: ReadonlySet<string> = new Set([
  ...["eval", "parseInt", "parseFloat", "isNaN", "isFinite", "escape", "unescape", "queueMicrotask", "postMessage"],
  ...["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "structuredClone", "reportError"],
  ...["setTimeout", "setInterval", "clearTimeout", "clearInterval", "requestAnimationFrame", "cancelAnimationFrame"],
  ...["requestIdleCallback", "cancelIdleCallback", "addEventListener", "removeEventListener"],
  ...["constructor", "toString", "valueOf"],
  // Singletons. Their results are recorded.
  ...["console", "crypto", "customElements", "frames", "history", "localStorage", "navigator", "opener", "parent"],
  ...["performance", "screen", "self", "sessionStorage"],
]);

/**
 * The number of calls from a replacement to `askedBy`: the replacement and `give`; a getter has one more in between.
 */
const callsOfMethod = 2;
const callsOfGetter = 3;

/**
 * Calls `onGiven` for every value that a script gets from the browser: from a method, from a getter, and when a promise
 * of the browser is fulfilled.
 */
export function watchInterfaces(realm: typeof globalThis, askedBy: AskedBy, onGiven: OnGiven): void {
  const watched = new WeakSet<object>();
  const { Promise: NativePromise } = realm;
  const { then } = NativePromise.prototype;

  function give(api: string, result: unknown, ownCalls: number): unknown {
    if (result === undefined) return result;
    const stack = askedBy(ownCalls);
    if (stack === null) return result;
    if (result instanceof NativePromise) {
      const onSettled = (settled: unknown): void => {
        onGiven(api, settled, stack);
      };
      void Reflect.apply(then, result, [onSettled, onSettled]);
      return result;
    }
    watchHidden(result);
    onGiven(api, result, stack);
    return result;
  }

  /** Some classes, such as that of `performance.memory`, have no global name. */
  function watchHidden(result: unknown): void {
    if (typeof result !== "object" || result === null) return;
    const prototype = Reflect.getPrototypeOf(result);
    if (prototype === null || watched.has(prototype)) return;
    const tag = tagOf(prototype);
    if (tag !== null && !languageClasses.has(tag)) watchMembers(prototype, `${tag}.`);
  }

  function watchMembers(owner: object, prefix: string): void {
    if (watched.has(owner)) return;
    watched.add(owner);
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (leftAlone.has(name) || name.startsWith("on") || descriptor.configurable !== true) continue;
      if (descriptor.get !== undefined) {
        replaceGetter(owner, name, (read) => give(prefix + name, read(), callsOfGetter));
      } else if (typeof descriptor.value === "function" && !/^[A-Z]/u.test(name)) {
        watchMethod(owner, name, prefix + name);
      }
    }
  }

  function watchMethod(owner: object, name: string, api: string): void {
    replaceMethod(owner, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        return give(api, Reflect.apply(original, this, parameters), callsOfMethod);
      }
      return replacement;
    });
  }

  for (const name of Object.getOwnPropertyNames(realm)) {
    const value: unknown = Reflect.getOwnPropertyDescriptor(realm, name)?.value;
    if (typeof value !== "function" || languageClasses.has(name)) continue;
    const prototype: unknown = Reflect.get(value, "prototype");
    if (typeof prototype !== "object" || prototype === null) continue;
    // Some classes have several global names.
    const tag = tagOf(prototype);
    if (tag === null) continue;
    watchMembers(prototype, `${tag}.`);
    watchMembers(value, `${tag}.`);
  }
  watchMembers(realm.Atomics, "Atomics.");
  watchMembers(realm, "");
}

/** The name that the browser gives to a class; null for an object that is not one of its prototypes. */
function tagOf(prototype: object): string | null {
  const tag: unknown = Reflect.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.value;
  return typeof tag === "string" ? tag : null;
}
