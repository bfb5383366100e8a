import { replaceMethod } from "../native/native-look.ts";

/** Tracks which events a page listens for, and where. */
export interface ListenerWatch {
  /** Dispatches an event. Returns whether it reached a listener. */
  send(target: EventTarget, event: Event): boolean;
  /** Whether the page has ever listened for events of this type, anywhere in the realm. */
  isListenedFor(type: string): boolean;
  /** The same for any of several types, with the handlers of all elements, which takes a search. */
  isAnyListenedFor(types: readonly string[]): boolean;
  /** Whether the page has ever listened for events of this type at this very target. */
  isHeardAt(target: EventTarget, type: string): boolean;
  /** The same for the target and everything that its events pass. */
  isHeardAlong(target: EventTarget, type: string): boolean;
}

/** The events that a click is made of. */
export const clickTypes = [
  "click",
  "mousedown",
  "mouseup",
  "pointerdown",
  "pointerup",
  "touchstart",
  "touchend",
] as const;

/** Whether the page listens for clicks at this very element. */
export function hasListenerForClicks(listeners: ListenerWatch, element: Element): boolean {
  return clickTypes.some((type) => listeners.isHeardAt(element, type));
}

/**
 * Tracks the listeners that a page adds, by target and type. Removed listeners still count: it only matters whether the
 * page knows of a device at all, and counting removals would make every call slower.
 */
export function watchListeners(realm: Window & typeof globalThis): ListenerWatch {
  const typesByTarget = new WeakMap<EventTarget, Set<string>>();
  const allTypes = new Set<string>();
  // Captured now: pages overwrite globals.
  const { EventTarget, Node, ShadowRoot } = realm;
  replaceMethod(EventTarget.prototype, "addEventListener", (original) => {
    function replacement(this: EventTarget | undefined, ...parameters: unknown[]): unknown {
      const [type, listener] = parameters;
      if (listener !== null && listener !== undefined) note(this ?? realm, String(type));
      return Reflect.apply(original, this ?? realm, parameters);
    }
    return replacement;
  });

  function note(target: EventTarget, type: string): void {
    const known = typesByTarget.get(target);
    if (known === undefined) typesByTarget.set(target, new Set([type]));
    else known.add(type);
    allTypes.add(type);
  }

  /** Handlers in properties and attributes are looked up on demand, because they have hundreds of setters. */
  function hasHandler(target: EventTarget, type: string): boolean {
    return typeof Reflect.get(target, `on${type}`) === "function";
  }

  function isHeardAt(target: EventTarget, type: string): boolean {
    return typesByTarget.get(target)?.has(type) === true || hasHandler(target, type);
  }

  /** The path of an event at `target`: its ancestors, out of shadow trees too, and the window. */
  function pathOf(target: EventTarget): readonly EventTarget[] {
    const path: EventTarget[] = [];
    let node = target instanceof Node ? target : null;
    while (node !== null) {
      path.push(node);
      node = node instanceof ShadowRoot ? node.host : node.parentNode;
    }
    return [...path, realm];
  }

  function isHeardAlong(target: EventTarget, type: string): boolean {
    return pathOf(target).some((one) => isHeardAt(one, type));
  }

  function isListenedFor(type: string): boolean {
    const { document } = realm;
    const places = [realm, document, document.documentElement, document.body].filter((place) => place !== null);
    return allTypes.has(type) || places.some((place) => hasHandler(place, type));
  }

  return {
    isHeardAt,
    isHeardAlong,
    send(target, event) {
      const isHeard = isHeardAlong(target, event.type);
      target.dispatchEvent(event);
      return isHeard;
    },
    isListenedFor,
    isAnyListenedFor(types) {
      if (types.some(isListenedFor)) return true;
      return [...realm.document.querySelectorAll("*")].some((element) =>
        types.some((type) => hasHandler(element, type)),
      );
    },
  };
}
