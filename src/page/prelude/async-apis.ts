import type { AsyncOrder } from "./async-order.ts";
import { replaceMethod } from "./native-look.ts";

/** Puts the browser's asynchronous APIs of `realm` under the order: loads, decodes and compiles. */
export function installAsyncApis(realm: Window & typeof globalThis, order: AsyncOrder): void {
  installFetch(realm, order);
  installDecoders(realm, order);
  installElementLoads(realm, order);
  installXmlHttpRequest(realm, order);
}

/** Wraps promise-returning methods. `describe` is asked once per call. */
function trackMethods(
  owner: object | undefined,
  names: readonly string[],
  order: AsyncOrder,
  describe: (name: string, parameters: readonly unknown[]) => string,
): void {
  if (owner === undefined) return;
  for (const name of names) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        // Some of these also have a callback form, which returns nothing.
        return result instanceof Promise ? order.track(describe(name, parameters), result) : result;
      }
      return replacement;
    });
  }
}

function installFetch(realm: Window & typeof globalThis, order: AsyncOrder): void {
  trackMethods(realm, ["fetch"], order, (_name, [input]) => `fetch of ${urlOf(input)}`);
  const bodyReaders = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];
  const describe = (name: string): string => `${name}() of a body`;
  trackMethods(realm.Response.prototype, bodyReaders, order, describe);
  trackMethods(realm.Blob.prototype, ["arrayBuffer", "bytes", "text"], order, describe);
}

function urlOf(input: unknown): string {
  if (typeof input === "string") return input;
  if (input instanceof URL) return input.href;
  return input instanceof Request ? input.url : String(input);
}

function installDecoders(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const describe = (name: string): string => name;
  trackMethods(realm, ["createImageBitmap"], order, describe);
  trackMethods(realm.HTMLImageElement.prototype, ["decode"], order, describe);
  trackMethods(realm.FontFace.prototype, ["load"], order, () => "a font");
  trackMethods(realm.BaseAudioContext.prototype, ["decodeAudioData"], order, describe);
  trackMethods(
    realm.WebAssembly,
    ["compile", "instantiate", "compileStreaming", "instantiateStreaming"],
    order,
    (name) => `WebAssembly.${name}`,
  );
  trackMethods(
    realm.SubtleCrypto.prototype,
    ["digest", "encrypt", "decrypt", "sign", "verify", "importKey", "deriveBits", "deriveKey"],
    order,
    (name) => `crypto.subtle.${name}`,
  );
}

/** Events by which the browser says that an element's load has ended. */
const loadEvents = ["load", "error"] as const;

/** Images and scripts that the page makes itself: their events are held and sent again at the delivery. */
function installElementLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  holdLoadEvents(realm, realm.HTMLImageElement.prototype, order);
  holdLoadEvents(realm, realm.HTMLScriptElement.prototype, order);

  // Scripts that a page inserts run when they arrive; without `async` they run in the order of insertion.
  replaceMethod(realm.Document.prototype, "createElement", (createElement) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const element: unknown = Reflect.apply(createElement, this, parameters);
      if (element instanceof realm.HTMLScriptElement) element.async = false;
      return element;
    }
    return replacement;
  });
}

function holdLoadEvents(
  realm: Window & typeof globalThis,
  prototype: HTMLImageElement | HTMLScriptElement,
  order: AsyncOrder,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, "src");
  const setSource = descriptor?.set;
  if (descriptor === undefined || setSource === undefined) return;
  Object.defineProperty(prototype, "src", {
    ...descriptor,
    set(this: HTMLImageElement | HTMLScriptElement, url: unknown) {
      const isLive = this instanceof realm.HTMLImageElement || this.isConnected;
      if (isLive) holdNextLoad(realm, this, order, String(url));
      else holdWhenInserted(realm, this, order, String(url));
      Reflect.apply(setSource, this, [url]);
    },
  });
}

/** Elements whose load is under way. A new source replaces the load and keeps its place in the order. */
const loading = new WeakSet<HTMLElement>();

function holdNextLoad(realm: Window & typeof globalThis, element: HTMLElement, order: AsyncOrder, url: string): void {
  // A lazy image outside of the viewport never loads, so nothing may wait for it.
  const isLazy = element instanceof realm.HTMLImageElement && element.loading === "lazy";
  if (url === "" || isLazy || loading.has(element)) return;
  loading.add(element);
  const complete = order.expect(`${element.localName} ${url.slice(0, 200)}`);
  const hold = (event: Event): void => {
    event.stopImmediatePropagation();
    loading.delete(element);
    for (const type of loadEvents) element.removeEventListener(type, hold, true);
    complete(() => {
      element.dispatchEvent(new realm.Event(event.type));
    });
  };
  // Capturing listeners of the target run before all others, whenever they were added.
  for (const type of loadEvents) element.addEventListener(type, hold, true);
}

/** A script loads when it is inserted, so an order that is expected before that might never complete. */
function holdWhenInserted(realm: Window & typeof globalThis, element: HTMLElement, order: AsyncOrder, url: string): void {
  const observer = new realm.MutationObserver(() => {
    if (!element.isConnected) return;
    observer.disconnect();
    holdNextLoad(realm, element, order, url);
  });
  observer.observe(realm.document, { childList: true, subtree: true });
}

/** Events of a request that has ended, in the order in which the browser sends them. */
const requestEvents = ["readystatechange", "progress", "load", "error", "abort", "timeout", "loadend"] as const;

function installXmlHttpRequest(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const prototype = realm.XMLHttpRequest.prototype;
  const asynchronous = new WeakMap<XMLHttpRequest, string>();
  replaceMethod(prototype, "open", (open) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      const [, url, isAsynchronous] = parameters;
      if (isAsynchronous === false) asynchronous.delete(this);
      else asynchronous.set(this, String(url));
      Reflect.apply(open, this, parameters);
    }
    return replacement;
  });
  replaceMethod(prototype, "send", (send) => {
    function replacement(this: XMLHttpRequest, ...parameters: unknown[]): void {
      const url = asynchronous.get(this);
      if (url !== undefined) holdRequest(realm, this, order, url);
      Reflect.apply(send, this, parameters);
    }
    return replacement;
  });
}

/** Holds the events of one request until it has ended, and sends them again at the delivery. */
function holdRequest(
  realm: Window & typeof globalThis,
  request: XMLHttpRequest,
  order: AsyncOrder,
  url: string,
): void {
  const complete = order.expect(`request of ${url}`);
  const held: Event[] = [];
  const hold = (event: Event): void => {
    event.stopImmediatePropagation();
    // Progress on the way depends on the network; the page sees the state it ends in.
    if (event.type === "readystatechange" && request.readyState !== realm.XMLHttpRequest.DONE) return;
    if (event.type !== "progress") held.push(event);
    if (event.type !== "loadend") return;
    for (const type of requestEvents) request.removeEventListener(type, hold, true);
    complete(() => {
      for (const { type } of held) {
        const isProgress = type !== "readystatechange";
        request.dispatchEvent(isProgress ? new realm.ProgressEvent(type) : new realm.Event(type));
      }
    });
  };
  for (const type of requestEvents) request.addEventListener(type, hold, true);
}
