import { globalOwner, replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { TimerQueue } from "./timer-queue.ts";

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

/** Replaces requestIdleCallback and cancelIdleCallback. Callbacks run one millisecond later on the virtual clock. */
export function installIdleCallbacks(
  realm: Window & typeof globalThis,
  timers: TimerQueue,
  hasAnimationFrame: () => boolean,
  guard: (run: () => void) => void,
): void {
  // Workers have none.
  if (!("IdleDeadline" in realm)) return;
  const prototype = realm.IdleDeadline.prototype;
  const leftMs = new WeakMap<object, number>();
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
    typeof receiver === "object" && receiver !== null && leftMs.has(receiver) ? false : original(),
  );
  replaceMethod(globalOwner(realm, "requestIdleCallback"), "requestIdleCallback", () => (callback: unknown) => {
    if (typeof callback !== "function") throw new TypeError("requestIdleCallback needs a function.");
    const run = (): void => {
      const deadline = {};
      Object.setPrototypeOf(deadline, prototype);
      leftMs.set(deadline, hasAnimationFrame() ? beforeFrameMs : idleMs);
      guard(() => {
        Reflect.apply(callback, realm, [deadline]);
      });
    };
    return timers.set(run, 1, false);
  });
  replaceMethod(globalOwner(realm, "cancelIdleCallback"), "cancelIdleCallback", () => (id: unknown) => {
    timers.clear(id);
  });
}
