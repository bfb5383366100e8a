import { replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import { isObject } from "./native-method.ts";

/** An address in shared memory: the same for all typed arrays of one buffer. */
interface Place {
  readonly buffer: unknown;
  readonly byteOffset: number;
}

/** A call of `waitAsync` that the browser has not woken. */
interface Waiter {
  readonly place: Place;
  /** True if it has timed out on the realm's own timers. The browser does not know, and still counts it. */
  isOver: boolean;
}

/**
 * Orders `Atomics.waitAsync`: notifications of the page are delivered in their turn, and timeouts run on the realm's
 * own timers.
 */
export function orderAtomicWaits(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const { Atomics, setTimeout } = realm;
  const { notify } = Atomics;
  /** The oldest comes first, as the browser wakes them. */
  const waiters = new Set<Waiter>();
  replaceMethod(Atomics, "waitAsync", (waitAsync) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [cells, index, value, limit] = parameters;
      const limitMs = limit === undefined ? Infinity : Number(limit);
      const isLimited = limitMs > 0 && limitMs < Infinity;
      const result: unknown = Reflect.apply(waitAsync, this, isLimited ? [cells, index, value] : parameters);
      const waiting: unknown = isObject(result) ? Reflect.get(result, "value") : null;
      if (!isObject(result) || !(waiting instanceof Promise)) return result;
      const waiter: Waiter = { place: placeOf(cells, index), isOver: false };
      waiters.add(waiter);
      const held = order.track("Atomics.waitAsync", waiting, { owner: "page" });
      void held.then(() => {
        // A worker has notified one that has timed out, so the next one gets its notification.
        if (waiters.delete(waiter) && waiter.isOver) Reflect.apply(notify, Atomics, [cells, index, 1]);
      });
      return { async: true, value: isLimited ? endAfter(held, limitMs, waiter) : held };
    }
    return replacement;
  });
  replaceMethod(Atomics, "notify", (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [cells, index, limit] = parameters;
      const { buffer, byteOffset } = placeOf(cells, index);
      const own = [...waiters].filter(({ place }) => place.buffer === buffer && place.byteOffset === byteOffset);
      if (own.length === 0) return Reflect.apply(original, this, parameters);
      const count = limit === undefined ? Infinity : Number(limit);
      const woken = Number(Reflect.apply(original, this, [cells, index, count + overAmong(own, count)]));
      const gone = own.slice(0, woken);
      for (const waiter of gone) waiters.delete(waiter);
      return woken - gone.filter(({ isOver }) => isOver).length;
    }
    return replacement;
  });

  function endAfter(held: Promise<unknown>, limitMs: number, waiter: Waiter): Promise<unknown> {
    return new Promise((resolve) => {
      void held.then(resolve);
      setTimeout(() => {
        // The page has notified it, and the answer is on its way.
        if (!waiters.has(waiter)) return;
        waiter.isOver = true;
        resolve("timed-out");
      }, limitMs);
    });
  }
}

/** How many that have timed out the browser wakes before it has woken `count` others. */
function overAmong(waiters: readonly Waiter[], count: number): number {
  let [over, live] = [0, 0];
  for (const { isOver } of waiters) {
    if (live >= count) break;
    if (isOver) over += 1;
    else live += 1;
  }
  return over;
}

function placeOf(cells: unknown, index: unknown): Place {
  if (!isObject(cells)) return { buffer: cells, byteOffset: 0 };
  const [start, size] = [Reflect.get(cells, "byteOffset"), Reflect.get(cells, "BYTES_PER_ELEMENT")].map(Number);
  return { buffer: Reflect.get(cells, "buffer"), byteOffset: (start ?? 0) + Number(index) * (size ?? 0) };
}
