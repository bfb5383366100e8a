import { replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

// The browser's other process sends the events in tasks of its own. They come before the second answer of that process.
const answers = 2;

/**
 * Orders the events by which documents hear of changed cookies. The browser sends none for a change that it refuses or
 * that changes nothing. So after each call the order waits until they must have come, and delivers them then.
 */
export function orderCookieEvents(
  realm: Realm,
  { real, order, events, cookieReaders }: Pick<LoadParts, "real" | "order" | "events" | "cookieReaders">,
): void {
  // Only a secure context has one.
  const found: unknown = Reflect.get(realm, "cookieStore");
  if (!(found instanceof realm.EventTarget)) return;
  const store: EventTarget = found;
  const { prototype } = realm.CookieStore;
  const ask = nativeMethod(prototype, "get");
  let waiting = 0;
  let heard: Event[] = [];

  async function deliver(): Promise<void> {
    const delivered = heard;
    heard = [];
    for (const event of delivered) await events.letGo(store, event);
  }
  cookieReaders.push(() => {
    const request = order.expect("the events of a cookie");
    waiting += 1;
    const end = async (): Promise<void> => {
      for (let answer = 0; answer < answers; answer += 1) await Promise.resolve(ask.call(store, "a")).catch(() => null);
      await real.turn();
      request.complete(() => {
        waiting -= 1;
        return deliver();
      });
    };
    return () => void end();
  });
  events.hear(store, "change", (event) => {
    if (!event.isTrusted || waiting === 0) return;
    event.stopImmediatePropagation();
    heard.push(event);
  });
  const around = (change: () => unknown): unknown => {
    const ends = cookieReaders.map((read) => read());
    try {
      return change();
    } finally {
      for (const end of ends) end();
    }
  };
  replaceSetter<object>(realm.Document.prototype, "cookie", (_document, value, set) => {
    around(() => {
      set(value);
      return undefined;
    });
  });
  for (const name of ["set", "delete"]) {
    replaceMethod(prototype, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        return around(() => Reflect.apply(original, this, parameters));
      }
      return replacement;
    });
  }
}
