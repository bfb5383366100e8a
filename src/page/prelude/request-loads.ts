import type { AsyncOrder } from "./async-order.ts";
import { replaceMethod } from "./native-look.ts";

/** Events of a request that has ended, in the order in which the browser sends them. */
const requestEvents = ["readystatechange", "progress", "load", "error", "abort", "timeout", "loadend"] as const;

/** XMLHttpRequest: its events are held until it has ended, and sent again at the delivery. */
export function installRequestLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  // Taken now: pages overwrite globals.
  const { Event, ProgressEvent, XMLHttpRequest } = realm;
  const asynchronous = new WeakMap<object, string>();
  /** Lets go of a request that is under way, so that what the browser sends from now on goes straight to the page. */
  const releases = new WeakMap<object, () => void>();

  function hold(request: XMLHttpRequest, url: string): void {
    const complete = order.expect(`request of ${url}`);
    const held = new Map<string, Event>();
    const release = (): void => {
      for (const type of requestEvents) request.removeEventListener(type, listen, true);
      releases.delete(request);
    };
    const listen = (event: Event): void => {
      event.stopImmediatePropagation();
      // Progress on the way depends on the network; the page sees the state it ends in.
      const isOnTheWay = event.type === "readystatechange" && request.readyState !== XMLHttpRequest.DONE;
      if (!isOnTheWay) held.set(event.type, event);
      if (event.type !== "loadend") return;
      release();
      complete(() => {
        for (const type of requestEvents) {
          const original = held.get(type);
          if (original !== undefined) request.dispatchEvent(copyOf(original));
        }
      });
    };
    for (const type of requestEvents) request.addEventListener(type, listen, true);
    releases.set(request, () => {
      release();
      complete(() => undefined);
    });
  }

  function copyOf(event: Event): Event {
    if (!(event instanceof ProgressEvent)) return new Event(event.type);
    const { lengthComputable, loaded, total } = event;
    return new ProgressEvent(event.type, { lengthComputable, loaded, total });
  }

  replaceMethod(XMLHttpRequest.prototype, "open", (open) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      // Opening ends a request that is under way, without an event.
      releases.get(this)?.();
      const [, url, isAsynchronous] = parameters;
      if (parameters.length > 2 && isAsynchronous !== undefined && !isAsynchronous) asynchronous.delete(this);
      else asynchronous.set(this, String(url));
      Reflect.apply(open, this, parameters);
    }
    return replacement;
  });
  replaceMethod(XMLHttpRequest.prototype, "abort", (abort) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      // The page's own abort is heard at once.
      releases.get(this)?.();
      Reflect.apply(abort, this, parameters);
    }
    return replacement;
  });
  replaceMethod(XMLHttpRequest.prototype, "send", (send) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      // First, because it may throw; of an asynchronous request no event but loadstart comes before it returns.
      Reflect.apply(send, this, parameters);
      const url = asynchronous.get(this);
      if (url !== undefined) hold(this, url);
    }
    return replacement;
  });
}
