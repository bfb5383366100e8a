import { replaceMethod } from "../native/native-look.ts";

/** Makes abort signals with a timeout use `realm`'s timers, which must already be the virtual ones. */
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
}
