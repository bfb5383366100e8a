import { globalOwner, replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { TimerQueue } from "./timer-queue.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/**
 * The initial time remaining of a deadline, in milliseconds: the value in a browser where no animation frame is coming.
 */
const idleMs = 50;
/** The rest of a frame of 16.7 ms in a game that draws. */
const beforeFrameMs = 10;
/**
 * The time that each look at the deadline takes off. The clock stands still, so that a loop until the deadline would
 * not end.
 */
const lookMs = 1;
const delayMs = 1;

interface Parts {
  readonly clock: Pick<VirtualClock, "now">;
  readonly timers: TimerQueue;
  readonly hasAnimationFrame: () => boolean;
  readonly guard: (run: () => void) => void;
}

/**
 * Replaces requestIdleCallback and cancelIdleCallback. Callbacks run one millisecond later on the virtual clock, or after
 * the timers that have come due meanwhile: a page that is busy is not idle.
 */
export function installIdleCallbacks(realm: Window & typeof globalThis, parts: Parts): void {
  const { clock, timers, hasAnimationFrame, guard } = parts;
  // Workers have none.
  if (!("IdleDeadline" in realm)) return;
  const prototype = realm.IdleDeadline.prototype;
  const leftMs = new WeakMap<object, number>();
  /** Those that come after their limit: a loop has waited for time meanwhile. */
  const late = new WeakSet<object>();
  /** The ids that the callbacks that wait have in the queue, by the handles that the page has. */
  const waiting = new Map<number, number>();
  replaceMethod(prototype, "timeRemaining", (original) => {
    function replacement(this: object): unknown {
      const left = leftMs.get(this);
      if (left === undefined) return Reflect.apply(original, this, []);
      leftMs.set(this, Math.max(left - lookMs, 0));
      return left;
    }
    return replacement;
  });
  replaceGetter(prototype, "didTimeout", (original, receiver) =>
    typeof receiver === "object" && receiver !== null && leftMs.has(receiver) ? late.has(receiver) : original(),
  );
  const idleTime = (): number => (hasAnimationFrame() ? beforeFrameMs : idleMs);
  const request = (callback: unknown, options?: unknown): number => {
    if (typeof callback !== "function") throw new TypeError("requestIdleCallback needs a function.");
    const limitMs = typeof options === "object" && options !== null ? Number(Reflect.get(options, "timeout") ?? 0) : 0;
    const dueMs = limitMs > 0 ? clock.now() + limitMs : Infinity;
    const firstMs = clock.now() + delayMs;
    const run = (): void => {
      const now = clock.now();
      const isLate = now > dueMs;
      // The look goes through all timers, so only a callback that comes later than asked for takes it.
      if (!isLate && now > firstMs && timers.isBusy(now)) {
        waiting.set(handle, timers.set(run, 0, false, true));
        return;
      }
      waiting.delete(handle);
      const deadline = {};
      Object.setPrototypeOf(deadline, prototype);
      if (isLate) late.add(deadline);
      leftMs.set(deadline, isLate ? 0 : idleTime());
      guard(() => {
        Reflect.apply(callback, realm, [deadline]);
      });
    };
    const handle = timers.set(run, delayMs, false, true);
    waiting.set(handle, handle);
    return handle;
  };
  replaceMethod(globalOwner(realm, "requestIdleCallback"), "requestIdleCallback", () => request);
  replaceMethod(globalOwner(realm, "cancelIdleCallback"), "cancelIdleCallback", (cancel) => {
    function replacement(this: unknown, ...parameters: unknown[]): void {
      // The browser throws for a wrong receiver, and without a number.
      Reflect.apply(cancel, this, parameters);
      const handle = Number(parameters[0]);
      timers.clear(waiting.get(handle));
      waiting.delete(handle);
    }
    return replacement;
  });
}
