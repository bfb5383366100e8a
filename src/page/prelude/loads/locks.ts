import type { AsyncOrder } from "./async-order.ts";
import { type Method, replaceMethod } from "../native/native-look.ts";
import { nativeMethod } from "./native-method.ts";

/**
 * Orders locks. Whether one is free depends on the page, which may hold it for as long as it likes, so nothing waits for
 * a lock.
 */
export function orderLocks(realm: Window & typeof globalThis, order: AsyncOrder): void {
  if (typeof realm.LockManager !== "function") return;
  const { prototype } = realm.LockManager;
  const { locks } = realm.navigator;
  const native = nativeMethod(prototype, "request");
  let fenceCount = 0;
  /**
   * Lock requests are answered in order, so a request of a free lock is answered after all that were granted before.
   */
  const fence = async (): Promise<unknown> => {
    fenceCount += 1;
    return await Reflect.apply(native, locks, [`framegate.fence${String(fenceCount)}`, () => undefined]);
  };

  function hold(name: string, callback: Method): (lock: unknown) => Promise<unknown> {
    const registered = order.expect(`the lock ${name}`, { owner: "page", fence });
    return async (lock) =>
      await new Promise((resolve, reject) => {
        registered.complete(() => {
          try {
            resolve(Reflect.apply(callback, realm, [lock]));
          } catch (thrown) {
            // The page must see its own exception.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
            reject(thrown);
          }
        });
      });
  }

  replaceMethod(prototype, "request", (request) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const callback = parameters.at(-1);
      if (parameters.length < 2 || typeof callback !== "function") return Reflect.apply(request, this, parameters);
      const held = hold(String(parameters[0]), (...given) => Reflect.apply(callback, undefined, given));
      const result: unknown = Reflect.apply(request, this, [...parameters.slice(0, -1), held]);
      return result instanceof Promise ? order.track("a lock", result, { owner: "page", fence }) : result;
    }
    return replacement;
  });
}
