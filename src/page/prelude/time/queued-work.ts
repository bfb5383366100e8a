import { looksLike } from "../native/native-look.ts";

/** Work that libraries queue for after the current task, and that a frame can run at once. */
export interface QueuedWork {
  /** Runs queued microtask callbacks and immediates until the queue is empty. */
  run(): void;
}

// A component that sets state in every render would loop forever; React itself gives up after 50 rounds.
const maximumRounds = 1000;

/**
 * Replaces `queueMicrotask` and provides `setImmediate`. React schedules with the first, and prefers the second to a
 * message channel. With control over both, a frame can flush a React root that it has changed, in React's own order and
 * without calling React.
 *
 * Roots are in the outermost document. Elsewhere a callback is the browser's microtask itself: which realm it belongs to
 * decides whether it runs when a frame has gone, and where its errors are reported.
 */
export function createQueuedWork(realm: Window & typeof globalThis): QueuedWork {
  if (realm.parent !== realm) return { run: () => undefined };
  const queueMicrotask = realm.queueMicrotask.bind(realm);
  const microtasks: (() => void)[] = [];
  const immediates: (() => void)[] = [];

  function replacement(callback: () => void): void {
    if (typeof callback !== "function") throw new TypeError("queueMicrotask needs a function.");
    microtasks.push(callback);
    // Each real microtask runs the oldest callback that has not run yet, so their order and number stay the same.
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

  const { port1, port2 } = new realm.MessageChannel();
  const post = port2.postMessage.bind(port2);
  port1.onmessage = () => {
    immediates.shift()?.();
  };
  const setImmediate = (callback: (...parameters: unknown[]) => void, ...parameters: unknown[]): number => {
    immediates.push(() => {
      callback(...parameters);
    });
    post(0);
    return immediates.length;
  };
  Object.defineProperty(realm, "setImmediate", { value: setImmediate, writable: true, configurable: true });

  return {
    run() {
      for (let round = 0; round < maximumRounds && microtasks.length + immediates.length > 0; round += 1) {
        (microtasks.shift() ?? immediates.shift())?.();
      }
    },
  };
}
