import { looksLike } from "../native/native-look.ts";

/** Work that libraries put off until after the current task, which a frame can run to its end now. */
export interface QueuedWork {
  /** Runs queued microtask callbacks and immediates until none is left. */
  run(): void;
}

// A component that sets state in every render would go round for ever; React itself gives up after 50.
const maximumRounds = 1000;

/**
 * Takes over `queueMicrotask` and provides `setImmediate`. React schedules with the first and prefers the second over
 * a message channel, so both in hand mean that a React root can be flushed inside the frame that changed it, with
 * React's own scheduling order, and without a call into React.
 */
export function createQueuedWork(realm: Window & typeof globalThis): QueuedWork {
  const queueMicrotask = realm.queueMicrotask.bind(realm);
  const microtasks: (() => void)[] = [];
  const immediates: (() => void)[] = [];

  function replacement(callback: () => void): void {
    if (typeof callback !== "function") throw new TypeError("queueMicrotask needs a function.");
    microtasks.push(callback);
    // Each real microtask runs the oldest callback that has not been run yet, so order and number stay as they were.
    queueMicrotask(() => {
      microtasks.shift()?.();
    });
  }
  looksLike(replacement, realm.queueMicrotask);
  Object.defineProperty(realm, "queueMicrotask", {
    value: replacement,
    writable: true,
    enumerable: true,
    configurable: true,
  });

  if (realm.parent === realm) {
    const { port1, port2 } = new realm.MessageChannel();
    port1.onmessage = () => {
      immediates.shift()?.();
    };
    const setImmediate = (callback: (...parameters: unknown[]) => void, ...parameters: unknown[]): number => {
      immediates.push(() => {
        callback(...parameters);
      });
      port2.postMessage(0);
      return immediates.length;
    };
    Object.defineProperty(realm, "setImmediate", { value: setImmediate, writable: true, configurable: true });
  }

  return {
    run() {
      for (let round = 0; round < maximumRounds && microtasks.length + immediates.length > 0; round += 1) {
        (microtasks.shift() ?? immediates.shift())?.();
      }
    },
  };
}
