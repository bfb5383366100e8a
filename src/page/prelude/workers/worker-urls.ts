import { globalOwner, prototypeOf, replaceGetter, replaceMethod } from "../native/native-look.ts";

/**
 * Resolves relative URLs in a worker against the URL of its own script. That script is loaded by a wrapper with a blob
 * URL, against which nothing can be resolved.
 */
export function resolveUrlsAgainst(realm: Window & typeof globalThis, baseUrl: string): void {
  const { Request, URL } = realm;
  // Nothing given is no URL to most calls, and for a symbol the browser throws.
  const isUrl = (value: unknown): boolean =>
    value !== undefined && typeof value !== "symbol" && !(value instanceof Request);
  const resolve = (value: unknown): unknown => {
    if (!isUrl(value)) return value;
    const url = String(value);
    return URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : url;
  };

  function resolveParameters(name: string, owner: object, from: number, to: number): void {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const resolved = parameters.map((value, index) => (index >= from && index < to ? resolve(value) : value));
        return Reflect.apply(original, this, resolved);
      }
      return replacement;
    });
  }

  resolveParameters("importScripts", globalOwner(realm, "importScripts"), 0, Number.POSITIVE_INFINITY);
  resolveParameters("fetch", globalOwner(realm, "fetch"), 0, 1);
  resolveParameters("open", realm.XMLHttpRequest.prototype, 1, 2);
  const caches = prototypeOf(realm, "Cache");
  if (caches !== null)
    for (const name of ["add", "delete", "keys", "match", "matchAll", "put"]) resolveParameters(name, caches, 0, 1);
  resolveParameters("redirect", realm.Response, 0, 1);
  for (const name of ["Request", "Worker", "EventSource", "WebSocket"]) changeParameter(realm, name, 0, resolve);
  const resolveSource = (source: unknown): unknown =>
    typeof source === "string"
      ? source.replaceAll(
          fontUrl,
          (_, ...[one, two, bare]: (string | undefined)[]) => `url("${String(resolve(one ?? two ?? bare))}")`,
        )
      : source;
  changeParameter(realm, "FontFace", 1, resolveSource);
}

/** The URLs in the source of a font. */
const fontUrl = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)/giu;

/** Changes the parameter of a constructor at `index`, if it is given. */
function changeParameter(realm: object, name: string, index: number, change: (given: unknown) => unknown): void {
  const original: unknown = Reflect.get(realm, name);
  if (typeof original !== "function") return;
  const replacement: object = new Proxy(original, {
    construct(target, parameters: unknown[], newTarget): object {
      const changed = parameters.map((value, place) => (place === index ? change(value) : value));
      return construct(target, changed, newTarget === replacement ? target : newTarget);
    },
  });
  Object.defineProperty(realm, name, { value: replacement, writable: true, configurable: true });
}

/** Sends the URL of a worker's script as the referrer of what it fetches. The browser sends none for its wrapper. */
export function referFrom(realm: Window & typeof globalThis, scriptUrl: string): void {
  const { Request } = realm;
  const client = "about:client";
  function refer(request: Request | null, options: object): object {
    const given: unknown = Reflect.get(options, "referrer") ?? request?.referrer ?? client;
    if (given !== client) return options;
    // Any option makes the browser forget the request's own policy.
    const referrerPolicy: unknown = Reflect.get(options, "referrerPolicy") ?? request?.referrerPolicy;
    const changed: Readonly<Record<string | symbol, unknown>> = { referrer: scriptUrl, referrerPolicy };
    return new Proxy(options, { get: (target, key): unknown => changed[key] ?? Reflect.get(target, key) });
  }
  replaceMethod(globalOwner(realm, "fetch"), "fetch", (fetch) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [input, init = null] = parameters;
      // The browser refuses other options, and a call without a request.
      if (parameters.length === 0 || typeof init !== "object") return Reflect.apply(fetch, this, parameters);
      return Reflect.apply(fetch, this, [input, refer(input instanceof Request ? input : null, init ?? {})]);
    }
    return replacement;
  });
}

/** Shows a worker the URL of the script that its page has asked for as its location. */
export function showPlace(realm: Window & typeof globalThis, scriptUrl: string): void {
  const url = new realm.URL(scriptUrl);
  const location: unknown = Reflect.get(realm, "WorkerLocation");
  const prototype: unknown = typeof location === "function" ? Reflect.get(location, "prototype") : null;
  if (typeof prototype !== "object" || prototype === null) return;
  const places = {
    ...{ href: url.href, protocol: url.protocol, host: url.host, hostname: url.hostname, port: url.port },
    ...{ pathname: url.pathname, search: url.search, hash: url.hash },
    // A script from a blob or data URL runs with its page's origin.
    origin: url.origin === "null" ? realm.origin : url.origin,
  };
  for (const [name, value] of Object.entries(places)) replaceGetter(prototype, name, () => value);
  replaceMethod(prototype, "toString", () => () => url.href);
}

function construct(target: object, parameters: unknown[], newTarget: object): object {
  // A proxy's construct trap must return the constructed object, whose type is unknown.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Reflect.construct(target as new () => object, parameters as [], newTarget as new () => object);
}
