import { replaceMethod } from "../native/native-look.ts";

/**
 * Makes view transitions change the document at once and without a show. The real ones change it when the browser has
 * taken its next picture, which is another frame in every run, and stop painting until then.
 */
export function skipViewTransitions(realm: Window & typeof globalThis): void {
  replaceMethod(realm.Document.prototype, "startViewTransition", () => {
    return function replacement(update?: unknown): object {
      const callback: unknown = typeof update === "object" && update !== null ? Reflect.get(update, "update") : update;
      const updateCallbackDone = Promise.resolve().then((): unknown =>
        typeof callback === "function" ? Reflect.apply(callback, undefined, []) : undefined,
      );
      const finished = updateCallbackDone.then(() => undefined);
      // Whoever does not look at these must not hear of a callback that throws more than once.
      finished.catch(() => undefined);
      return { updateCallbackDone, ready: finished, finished, types: new Set(), skipTransition: () => undefined };
    };
  });
}
