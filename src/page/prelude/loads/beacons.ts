import type { Registered } from "./async-order.ts";
import { createFullUrl } from "./full-url.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeGetter, nativeMethod } from "./native-method.ts";
import { replaceMethod } from "../native/native-look.ts";
import { withoutFragment } from "../native/without-fragment.ts";

/**
 * Makes everything wait for beacons, because a page may ask its server for them. No event tells of their end, but they
 * have entries on the performance timeline, also those that fail. A page does not see the answer, so one that does not
 * come must not end the run: it is named, and no other beacon is awaited. Call before observers are replaced.
 */
export function orderBeacons(
  realm: Window & typeof globalThis,
  { real, order, settleMs, markUse }: Pick<LoadParts, "real" | "order" | "settleMs" | "markUse">,
): void {
  const { PerformanceEntry, PerformanceObserver, PerformanceObserverEntryList, PerformanceResourceTiming } = realm;
  const fullUrl = createFullUrl(realm);
  const getEntries = nativeMethod(PerformanceObserverEntryList.prototype, "getEntries");
  const observe = nativeMethod(PerformanceObserver.prototype, "observe");
  const readName = nativeGetter(PerformanceEntry.prototype, "name");
  const readInitiator = nativeGetter(PerformanceResourceTiming.prototype, "initiatorType");
  const sent: { readonly url: string; readonly registered: Registered }[] = [];
  let isObserving = false;
  let isAnswered = true;
  const observer = new PerformanceObserver((list) => {
    const entries: unknown = Reflect.apply(getEntries, list, []);
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (!(entry instanceof PerformanceResourceTiming) || readInitiator?.(entry) !== "beacon") continue;
      const url = withoutFragment(String(readName?.(entry)));
      const index = sent.findIndex((beacon) => beacon.url === url);
      for (const { registered } of index === -1 ? [] : sent.splice(index, 1)) registered.complete(() => undefined);
    }
  });
  function expect(url: string): void {
    const beacon = { url, registered: order.expect(`beacon to ${url.slice(0, 200)}`) };
    const nameUse = markUse();
    sent.push(beacon);
    // The run itself ends after a wait of twice that time.
    real.setTimeout(() => {
      if (!sent.includes(beacon)) return;
      isAnswered = false;
      nameUse("Navigator.sendBeacon without an answer");
      for (const { registered } of sent.splice(0)) registered.release();
    }, settleMs / 2);
  }
  replaceMethod(realm.Navigator.prototype, "sendBeacon", (send) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      if (!isObserving) Reflect.apply(observe, observer, [{ type: "resource" }]);
      isObserving = true;
      const [given, ...body] = parameters;
      // The browser throws.
      if (parameters.length === 0 || typeof given === "symbol") return Reflect.apply(send, this, parameters);
      // A page's object is asked once.
      const text = String(given);
      const url = withoutFragment(fullUrl(text));
      const isSent: unknown = Reflect.apply(send, this, [text, ...body]);
      if (isSent === true && isAnswered) expect(url);
      return isSent;
    }
    return replacement;
  });
}
