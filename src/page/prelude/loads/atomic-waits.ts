import { replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import { isObject } from "./native-method.ts";

/**
 * Orders `Atomics.waitAsync`: notifications of the page are delivered in their turn, and timeouts run on the realm's
 * own timers.
 */
export function orderAtomicWaits(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const { Atomics, setTimeout } = realm;
  const { notify } = Atomics;
  replaceMethod(Atomics, "waitAsync", (waitAsync) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [cells, index, value, limit] = parameters;
      const limitMs = limit === undefined ? Infinity : Number(limit);
      const isLimited = limitMs > 0 && limitMs < Infinity;
      const result: unknown = Reflect.apply(waitAsync, this, isLimited ? [cells, index, value] : parameters);
      const waiting: unknown = isObject(result) ? Reflect.get(result, "value") : null;
      if (!isObject(result) || !(waiting instanceof Promise)) return result;
      const held = order.track("Atomics.waitAsync", waiting, { owner: "page" });
      const pass = (): void => {
        // The browser still counts the waiter that has timed out, so the next one gets its notification.
        Reflect.apply(notify, Atomics, [cells, index, 1]);
      };
      return { async: true, value: isLimited ? endAfter(held, limitMs, pass) : held };
    }
    return replacement;
  });

  function endAfter(held: Promise<unknown>, limitMs: number, onLateNotice: () => void): Promise<unknown> {
    return new Promise((resolve) => {
      let isOver = false;
      void held.then((how) => {
        if (isOver) onLateNotice();
        isOver = true;
        resolve(how);
      });
      setTimeout(() => {
        isOver = true;
        resolve("timed-out");
      }, limitMs);
    });
  }
}
