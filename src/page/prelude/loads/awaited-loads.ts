import type { AsyncOrder } from "./async-order.ts";
import { createFullUrl } from "./full-url.ts";
import { nativeGetter } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** The elements and calls whose loads everything waits for, by the name that their entries have. */
const awaitedInitiators: ReadonlySet<string> = new Set([
  ...["beacon", "embed", "image", "img", "input", "object", "script", "xmlhttprequest"],
]);
const fontPath = /\.(?:otf|ttf|woff2?)(?:[?#]|$)/iu;

/** The loads of a realm, as its performance timeline needs to know them. */
export interface AwaitedLoads {
  /** True if everything waits for the load that made the entry. */
  readonly isAwaited: (entry: PerformanceEntry) => boolean;
  /** Makes everything wait until all that was requested so far has been delivered. */
  readonly awaitLoaded: () => void;
  /** `tell` is called each time that it has. */
  readonly onLoaded: (tell: () => void) => void;
  /** `tell` is called with the full URL of each request. */
  readonly onRequest: (tell: (url: string) => void) => void;
  /** The full URLs of the requests whose answers are still to be delivered. */
  readonly undelivered: () => readonly string[];
  /** See `AsyncOrder`. */
  readonly onDelivery: AsyncOrder["onDelivery"];
}

/** Call before the timeline's times are replaced. */
export function followLoads(realm: Realm, order: AsyncOrder): AwaitedLoads {
  const fullUrl = createFullUrl(realm);
  return {
    isAwaited: createAwaited(realm, order.awaitedUrls),
    awaitLoaded() {
      order.expect("performance entries").complete(() => undefined);
    },
    onLoaded(tell) {
      order.onSettled(tell);
    },
    onRequest(tell) {
      order.onRequest((url) => {
        tell(fullUrl(url));
      });
    },
    onDelivery(look) {
      order.onDelivery(look);
    },
    undelivered: () => order.undelivered().map(fullUrl),
  };
}

/**
 * Nothing waits for prefetches, media, frames of other origins, and what style sheets need after the document's
 * load: they end at any time.
 */
function createAwaited(realm: Realm, awaitedUrls: ReadonlySet<string>): AwaitedLoads["isAwaited"] {
  const { PerformanceResourceTiming, performance } = realm;
  const ownOrigin = `${realm.origin}/`;
  const isWorker = !("document" in realm);
  const readEnd = nativeGetter(PerformanceResourceTiming.prototype, "responseEnd");
  const readLoad = isWorker ? null : nativeGetter(realm.PerformanceNavigationTiming.prototype, "loadEventStart");
  const getEntriesByType = performance.getEntriesByType.bind(performance);
  /** The document's load waits for what its style sheets need. */
  function endedBeforeLoad(entry: PerformanceEntry): boolean {
    const [page] = getEntriesByType("navigation");
    const loadMs = page === undefined ? 0 : Number(readLoad?.(page));
    return loadMs > 0 && Number(readEnd?.(entry)) <= loadMs;
  }
  return (entry) => {
    if (!(entry instanceof PerformanceResourceTiming) || entry.entryType !== "resource") return true;
    const { initiatorType, name } = entry;
    if (awaitedInitiators.has(initiatorType)) return true;
    if (initiatorType === "iframe") return name.startsWith(ownOrigin);
    if (initiatorType === "css") return fontPath.test(name) || endedBeforeLoad(entry);
    // A worker's imports run within the call.
    if (initiatorType === "other") return isWorker;
    return (initiatorType === "fetch" || initiatorType === "link") && awaitedUrls.has(name);
  };
}
