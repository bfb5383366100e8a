import { isFunction, type Method, replaceMethod } from "../native/native-look.ts";

/** Counts the listeners of a page. */
export interface ListenerCount {
  /** Starts counting. All of Framegate's own listeners must be added before. */
  begin(): void;
  /** Listeners at the window, the document and its nodes that were added and not removed. */
  count(): number;
}

interface Added {
  readonly listener: object;
  readonly isCapture: boolean;
  /** Stops waiting for the browser to remove it. */
  readonly stopWaiting: () => void;
}

interface Options {
  readonly isCapture: boolean;
  readonly isOnce: boolean;
  readonly signal: AbortSignal | null;
}

/**
 * Counts the listeners that `addEventListener` adds, less those that `removeEventListener`, `once` or a signal removes.
 * Handlers in `on...` properties do not count. A dropped node keeps its listeners, because the time of garbage
 * collection varies. Call before anything replaces methods of event targets.
 */
export function countListeners(realm: Window & typeof globalThis): ListenerCount {
  const { AbortSignal, EventTarget } = realm;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const byTarget = new WeakMap<object, Map<string, Added[]>>();
  let count = 0;

  function isCounted(target: object): boolean {
    // A worker has no nodes.
    return target === realm || ("Node" in realm && target instanceof realm.Node);
  }

  function optionsOf(given: unknown): Options {
    if (typeof given !== "object" || given === null) return { isCapture: !!given, isOnce: false, signal: null };
    const signal: unknown = Reflect.get(given, "signal");
    return {
      isCapture: !!Reflect.get(given, "capture"),
      isOnce: !!Reflect.get(given, "once"),
      signal: signal instanceof AbortSignal ? signal : null,
    };
  }

  function listOf(target: object, type: string): Added[] {
    const types = byTarget.get(target) ?? new Map<string, Added[]>();
    byTarget.set(target, types);
    const list = types.get(type) ?? [];
    types.set(type, list);
    return list;
  }

  function forget(list: Added[], listener: object, isCapture: boolean): void {
    const index = list.findIndex((added) => added.listener === listener && added.isCapture === isCapture);
    const added = list[index];
    if (added === undefined) return;
    added.stopWaiting();
    list.splice(index, 1);
    count -= 1;
  }

  /** The browser adds the same listener only once, and none for a signal that is aborted. */
  function note(target: object, type: string, listener: object, { isCapture, isOnce, signal }: Options): void {
    const list = listOf(target, type);
    const isKnown = list.some((added) => added.listener === listener && added.isCapture === isCapture);
    if (isKnown || signal?.aborted === true) return;
    const forgetIt = (): void => {
      forget(list, listener, isCapture);
    };
    // Right before the page's own, so that the browser calls and removes the two together.
    const options = { capture: isCapture, once: true, passive: true };
    if (isOnce) Reflect.apply(addEventListener, target, [type, forgetIt, options]);
    if (signal !== null) Reflect.apply(addEventListener, signal, ["abort", forgetIt, { once: true }]);
    count += 1;
    list.push({
      ...{ listener, isCapture },
      stopWaiting() {
        if (isOnce) Reflect.apply(removeEventListener, target, [type, forgetIt, isCapture]);
        if (signal !== null) Reflect.apply(removeEventListener, signal, ["abort", forgetIt]);
      },
    });
  }

  function hook(name: string, see: (target: object, parameters: readonly unknown[]) => void): void {
    replaceMethod(EventTarget.prototype, name, (original: Method) => {
      function replacement(this: object | undefined, ...parameters: unknown[]): unknown {
        const target = this ?? realm;
        if (isListener(parameters[1]) && isCounted(target)) see(target, parameters);
        return Reflect.apply(original, target, parameters);
      }
      return replacement;
    });
  }

  return {
    begin() {
      hook("addEventListener", (target, [type, listener, options]) => {
        if (isListener(listener)) note(target, String(type), listener, optionsOf(options));
      });
      hook("removeEventListener", (target, [type, listener, options]) => {
        if (isListener(listener)) forget(listOf(target, String(type)), listener, optionsOf(options).isCapture);
      });
    },
    count: () => count,
  };
}

function isListener(value: unknown): value is object {
  return isFunction(value) || (typeof value === "object" && value !== null);
}
