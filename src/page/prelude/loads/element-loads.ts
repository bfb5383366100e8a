import type { AsyncOrder } from "./async-order.ts";
import { replaceMethod } from "../native/native-look.ts";

type LoadingElement = HTMLImageElement | HTMLScriptElement;

/** The events that end an element's load. */
const loadEvents = ["load", "error"] as const;

/**
 * Orders the loads of images and scripts that the page creates: their events are held back, and dispatched again at the
 * delivery.
 */
export function installElementLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  // Captured now: pages overwrite globals, and some have a class called Event.
  const { Event, HTMLImageElement, HTMLScriptElement, MutationObserver, document } = realm;
  // Elements that are loading. A new source replaces the load and keeps its place in the order.
  const loading = new WeakSet<LoadingElement>();

  function holdNextLoad(element: LoadingElement, url: string): void {
    // A lazy image outside of the viewport never loads, so nothing may wait for it.
    const isLazy = element instanceof HTMLImageElement && element.loading === "lazy";
    if (url === "" || isLazy || loading.has(element)) return;
    loading.add(element);
    const isScript = element instanceof HTMLScriptElement;
    const request = order.expect(`${element.localName} ${url.slice(0, 200)}`, {
      owner: isScript ? "script" : "browser",
    });
    const hold = (event: Event): void => {
      event.stopImmediatePropagation();
      loading.delete(element);
      for (const type of loadEvents) element.removeEventListener(type, hold, true);
      request.complete(() => {
        element.dispatchEvent(new Event(event.type));
      });
    };
    // At the target, capturing listeners run before all others, no matter when they were added.
    for (const type of loadEvents) element.addEventListener(type, hold, true);
  }

  /** A script starts to load when it is inserted. Waiting for it earlier could mean waiting forever. */
  function holdWhenInserted(element: HTMLScriptElement, url: string): void {
    const observer = new MutationObserver(() => {
      if (!element.isConnected) return;
      observer.disconnect();
      holdNextLoad(element, url);
    });
    observer.observe(document, { childList: true, subtree: true });
  }

  function onSource(element: unknown, url: unknown): void {
    if (element instanceof HTMLImageElement) holdNextLoad(element, String(url));
    else if (element instanceof HTMLScriptElement) {
      if (element.isConnected) holdNextLoad(element, String(url));
      else holdWhenInserted(element, String(url));
    }
  }

  watchProperty(HTMLImageElement.prototype, "src", onSource);
  watchProperty(HTMLImageElement.prototype, "srcset", onSource);
  watchProperty(HTMLScriptElement.prototype, "src", onSource);
  replaceMethod(realm.Element.prototype, "setAttribute", (setAttribute) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [name, value] = parameters;
      if (name === "src" || name === "srcset") onSource(this, value);
      return Reflect.apply(setAttribute, this, parameters);
    }
    return replacement;
  });
  // Inserted scripts run as they arrive; without `async` they run in the order of insertion.
  replaceMethod(realm.Document.prototype, "createElement", (createElement) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const element: unknown = Reflect.apply(createElement, this, parameters);
      if (element instanceof HTMLScriptElement) element.async = false;
      return element;
    }
    return replacement;
  });
}

/** Calls `onSet` before each assignment to an accessor property. */
function watchProperty(prototype: object, name: string, onSet: (receiver: unknown, value: unknown) => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const setValue = descriptor?.set;
  if (descriptor === undefined || setValue === undefined) return;
  Object.defineProperty(prototype, name, {
    ...descriptor,
    set(this: unknown, value: unknown) {
      onSet(this, value);
      Reflect.apply(setValue, this, [value]);
    },
  });
}
