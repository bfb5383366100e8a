import { replaceMethod } from "../native/native-look.ts";

/**
 * Makes view transitions change the document at once, without an animation. The native ones change it at the browser's
 * next paint, which is a different frame in every run, and stop painting until then.
 */
export function skipViewTransitions(realm: Window & typeof globalThis): void {
  replaceMethod(realm.Document.prototype, "startViewTransition", () => {
    return function replacement(update?: unknown): object {
      const callback: unknown = typeof update === "object" && update !== null ? Reflect.get(update, "update") : update;
      const updateCallbackDone = Promise.resolve().then((): unknown =>
        typeof callback === "function" ? Reflect.apply(callback, undefined, []) : undefined,
      );
      const finished = updateCallbackDone.then(() => undefined);
      // A page that ignores these promises must not get a second unhandled rejection.
      finished.catch(() => undefined);
      return { updateCallbackDone, ready: finished, finished, types: new Set(), skipTransition: () => undefined };
    };
  });
}
