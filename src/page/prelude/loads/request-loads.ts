import type { AsyncOrder, Registered } from "./async-order.ts";
import { replaceClass, replaceMethod } from "../native/native-look.ts";

/** The events of a finished request, in the browser's order. */
const requestEvents = ["progress", "readystatechange", "load", "error", "abort", "timeout", "loadend"] as const;

/** A request in progress. */
interface Held {
  readonly events: Map<string, Event>;
  readonly registered: Registered;
}

/**
 * Orders XMLHttpRequests: their events are held back until the request has ended, and dispatched again at the delivery.
 */
export function installRequestLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  // Captured now: pages overwrite globals.
  const { Event, ProgressEvent } = realm;
  const NativeRequest = realm.XMLHttpRequest;
  const { prototype } = NativeRequest;
  const asynchronous = new WeakMap<object, string>();
  const underWay = new WeakMap<object, Held>();

  function copyOf(event: Event): Event {
    if (!(event instanceof ProgressEvent)) return new Event(event.type);
    const { lengthComputable, loaded, total } = event;
    return new ProgressEvent(event.type, { lengthComputable, loaded, total });
  }

  function listen(this: XMLHttpRequest, event: Event): void {
    const held = underWay.get(this);
    if (held === undefined || !event.isTrusted) return;
    event.stopImmediatePropagation();
    // Progress depends on the network, so the page only sees the final state.
    const isOnTheWay = event.type === "readystatechange" && this.readyState !== NativeRequest.DONE;
    if (!isOnTheWay) held.events.set(event.type, event);
    if (event.type !== "loadend") return;
    underWay.delete(this);
    held.registered.complete(() => {
      for (const type of requestEvents) {
        const original = held.events.get(type);
        if (original !== undefined) this.dispatchEvent(copyOf(original));
      }
    });
  }

  /** Passes later events of the browser straight to the page. */
  function release(request: object): void {
    underWay.get(request)?.registered.release();
    underWay.delete(request);
  }

  // Outside of the document tree, listeners run in the order in which they were added, capturing or not, so ours must
  // be the first.
  replaceClass(realm, "XMLHttpRequest", (request) => {
    for (const type of requestEvents) request.addEventListener(type, listen);
  });
  replaceMethod(prototype, "open", (open) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      // Opening again ends a request without an event.
      release(this);
      const [, url, isAsynchronous] = parameters;
      if (parameters.length > 2 && isAsynchronous !== undefined && !isAsynchronous) asynchronous.delete(this);
      else asynchronous.set(this, String(url));
      Reflect.apply(open, this, parameters);
    }
    return replacement;
  });
  replaceMethod(prototype, "abort", (abort) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      // The page's own abort takes effect at once.
      release(this);
      Reflect.apply(abort, this, parameters);
    }
    return replacement;
  });
  replaceMethod(prototype, "send", (send) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      // Called first, because it may throw. In an asynchronous request, no event but loadstart comes before it returns.
      Reflect.apply(send, this, parameters);
      const url = asynchronous.get(this);
      if (url !== undefined) underWay.set(this, { events: new Map(), registered: order.expect(`request of ${url}`) });
    }
    return replacement;
  });
}
