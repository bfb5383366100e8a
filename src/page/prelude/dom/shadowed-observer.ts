import { isFunction, looksLike, type Method, replaceMethod } from "../native/native-look.ts";

/** The prelude's implementation of a native observer's methods. `observer` is the native object, which the page has. */
export interface ObserverActions {
  made(observer: object, callback: Method): void;
  observe(observer: object, target: Element, options: unknown): void;
  unobserve(observer: object, target: Element): void;
  disconnect(observer: object): void;
}

/** Calls an observer with its entries. Its exception is reported. */
export type CallObserver = (native: object, callback: Method, entries: readonly object[]) => void;

/**
 * Stops the native observers of a class from observing, but keeps them, so that options, errors and names are the
 * browser's. Does nothing if the browser does not have the class.
 */
export function shadowObserver(
  realm: Window & typeof globalThis,
  name: "IntersectionObserver" | "ResizeObserver",
  actions: ObserverActions,
): void {
  const native: unknown = Reflect.get(realm, name);
  if (!isFunction(native)) return;
  const prototype: unknown = Reflect.get(native, "prototype");
  if (typeof prototype !== "object" || prototype === null) return;
  replaceMethods(prototype, actions);
  const replacement = new Proxy(native, {
    construct(target, [callback, ...options]: unknown[], newTarget): object {
      const parameters = [isFunction(callback) ? () => undefined : callback, ...options];
      const observer: unknown = Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget);
      if (typeof observer !== "object" || observer === null) throw new TypeError(`${name} makes observers.`);
      if (isFunction(callback)) actions.made(observer, callback);
      return observer;
    },
  });
  looksLike(replacement, native);
  const constructor = { value: replacement, writable: true, configurable: true };
  Object.defineProperty(prototype, "constructor", constructor);
  Object.defineProperty(realm, name, { ...constructor, enumerable: false });
}

function replaceMethods(prototype: object, actions: ObserverActions): void {
  const nativeUnobserve: unknown = Reflect.get(prototype, "unobserve");
  replaceMethod(prototype, "observe", (original) => {
    function observe(this: object, ...parameters: unknown[]): void {
      // The browser rejects non-elements, and recognises elements of other frames. It must not observe by itself.
      Reflect.apply(original, this, parameters);
      const [target, options] = parameters;
      if (isFunction(nativeUnobserve)) Reflect.apply(nativeUnobserve, this, [target]);
      if (isElement(target)) actions.observe(this, target, options);
    }
    return observe;
  });
  replaceMethod(prototype, "unobserve", (original) => {
    function unobserve(this: object, ...parameters: unknown[]): void {
      Reflect.apply(original, this, parameters);
      const [target] = parameters;
      if (isElement(target)) actions.unobserve(this, target);
    }
    return unobserve;
  });
  replaceMethod(prototype, "disconnect", (original) => {
    function disconnect(this: object, ...parameters: unknown[]): void {
      Reflect.apply(original, this, parameters);
      actions.disconnect(this);
    }
    return disconnect;
  });
}

/** Elements of other frames are elements too. The native observer has checked them. */
function isElement(value: unknown): value is Element {
  return typeof value === "object" && value !== null;
}
