import { replaceMethod } from "../native/native-look.ts";

/**
 * Makes view transitions change the document after the next frame, without an animation. The native ones change it at
 * the browser's next paint, which is a different frame in every run, and stop painting until then. Call when the timers
 * are virtual.
 */
export function skipViewTransitions(realm: Window & typeof globalThis): void {
  const { DOMException, requestAnimationFrame, setTimeout } = realm;
  const soon = (resolve: () => void): void => {
    setTimeout(resolve, 0);
  };
  const afterFrame = (resolve: () => void): void => {
    requestAnimationFrame(() => {
      soon(resolve);
    });
  };
  let skipLast = (): void => undefined;

  function start(update: unknown): object {
    // There is one transition at a time.
    skipLast();
    const callback: unknown = typeof update === "object" && update !== null ? Reflect.get(update, "update") : update;
    let isSkipped = false;
    let skip = (): void => undefined;
    const captured = new Promise<void>((resolve) => {
      afterFrame(resolve);
      skip = () => {
        if (isSkipped) return;
        isSkipped = true;
        soon(resolve);
      };
    });
    const updateCallbackDone = captured.then((): unknown =>
      typeof callback === "function" ? Reflect.apply(callback, undefined, []) : undefined,
    );
    const ready = updateCallbackDone.then(async () => {
      if (!isSkipped) await new Promise<void>(afterFrame);
      if (isSkipped) throw new DOMException("Transition was skipped", "AbortError");
    });
    const over = ready.catch(() => undefined);
    const finished = updateCallbackDone.then(() => over);
    // A page that ignores this promise must not get a second unhandled rejection.
    finished.catch(() => undefined);
    skipLast = skip;
    return { updateCallbackDone, ready, finished, types: new Set(), skipTransition: skip };
  }

  replaceMethod(realm.Document.prototype, "startViewTransition", () => {
    return function replacement(update?: unknown): object {
      return start(update);
    };
  });
}
