import { replaceMethod } from "../native/native-look.ts";

/** Makes APIs with timers of their own use `realm`'s timers, which must already be the virtual ones. */
export function installTimedApis(realm: Window & typeof globalThis): void {
  // Captured now: pages overwrite globals.
  const { AbortController, AbortSignal, DOMException, setTimeout } = realm;
  replaceMethod(AbortSignal, "timeout", () => {
    return function replacement(delayMs: number): AbortSignal {
      const controller = new AbortController();
      setTimeout(() => {
        controller.abort(new DOMException("signal timed out", "TimeoutError"));
      }, delayMs);
      return controller.signal;
    };
  });

  const scheduler: unknown = Reflect.get(realm, "Scheduler");
  if (typeof scheduler !== "function") return;
  const prototype: unknown = Reflect.get(scheduler, "prototype");
  if (typeof prototype !== "object" || prototype === null) return;
  replaceMethod(prototype, "postTask", (postTask) => {
    async function delayed(owner: object, callback: unknown, options: object, delayMs: number): Promise<unknown> {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return await Reflect.apply(postTask, owner, [callback, { ...options, delay: 0 }]);
    }
    function replacement(this: object, callback: unknown, options?: unknown): unknown {
      const delayMs = typeof options === "object" && options !== null ? Number(Reflect.get(options, "delay") ?? 0) : 0;
      if (!(delayMs > 0) || typeof options !== "object" || options === null) {
        return Reflect.apply(postTask, this, [callback, options]);
      }
      return delayed(this, callback, options, delayMs);
    }
    return replacement;
  });
}
