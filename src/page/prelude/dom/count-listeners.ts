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

// Captured now: a run that is inspected records the calls of a page, and a reference may be of another realm.
const { deref }: { readonly deref: (this: WeakRef<ListenerOwner>) => ListenerOwner | undefined } =
  globalThis.WeakRef.prototype;

/** The count of one realm, for the methods of another one that are called on its nodes. */
export interface ListenerOwner {
  isCounted(target: object): boolean;
  added(target: object, type: string, listener: object, options: unknown): void;
  removed(target: object, type: string, listener: object, options: unknown): void;
}

/**
 * Counts the listeners that `addEventListener` adds, less those that `removeEventListener`, `once` or a signal removes.
 * Handlers in `on...` properties do not count. A dropped node keeps its listeners, because the time of garbage
 * collection varies. `owners` are those of all realms of the origin: each counts the listeners of its own nodes, and none
 * is kept by this. Call before anything replaces methods of event targets.
 */
export function countListeners(realm: Window & typeof globalThis, owners: Set<WeakRef<ListenerOwner>>): ListenerCount {
  // Taken now, since the window shows another realm when its frame navigates.
  const { AbortSignal, EventTarget } = realm;
  const Node = "Node" in realm ? realm.Node : null;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const byTarget = new WeakMap<object, Map<string, Added[]>>();
  let count = 0;

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

  const own: ListenerOwner = {
    // A worker has no nodes.
    isCounted: (target) => target === realm || (Node !== null && target instanceof Node),
    added(target, type, listener, options) {
      note(target, type, listener, optionsOf(options, AbortSignal));
    },
    removed(target, type, listener, options) {
      forget(listOf(target, type), listener, optionsOf(options, AbortSignal).isCapture);
    },
  };

  function hook(name: string, see: "added" | "removed"): void {
    replaceMethod(EventTarget.prototype, name, (original: Method) => {
      function replacement(this: object | undefined, ...parameters: unknown[]): unknown {
        const target = this ?? realm;
        const [type, listener, options] = parameters;
        if (isListener(listener)) {
          // The window of a frame that has navigated belongs to its last realm.
          const owner = own.isCounted(target) ? own : findOwner(owners, target);
          owner?.[see](target, String(type), listener, options);
        }
        return Reflect.apply(original, target, parameters);
      }
      return replacement;
    });
  }

  return {
    begin() {
      owners.add(new WeakRef(own));
      hook("addEventListener", "added");
      hook("removeEventListener", "removed");
    },
    count: () => count,
  };
}

/** The newest owner that counts the listeners of a node or window; null for another target. */
function findOwner(owners: Set<WeakRef<ListenerOwner>>, target: object): ListenerOwner | null {
  let found: ListenerOwner | null = null;
  for (const reference of owners) {
    const owner = Reflect.apply(deref, reference, []);
    if (owner === undefined) owners.delete(reference);
    else if (owner.isCounted(target)) found = owner;
  }
  return found;
}

function isListener(value: unknown): value is object {
  return isFunction(value) || (typeof value === "object" && value !== null);
}

function optionsOf(given: unknown, SignalClass: typeof AbortSignal): Options {
  if (typeof given !== "object" || given === null) return { isCapture: !!given, isOnce: false, signal: null };
  const signal: unknown = Reflect.get(given, "signal");
  return {
    isCapture: !!Reflect.get(given, "capture"),
    isOnce: !!Reflect.get(given, "once"),
    signal: signal instanceof SignalClass ? signal : null,
  };
}
