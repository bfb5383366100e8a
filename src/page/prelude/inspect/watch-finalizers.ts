import { looksLike } from "../native/native-look.ts";
import type { AskedBy, OnGiven } from "./given.ts";

/** Calls `onGiven` when garbage has been collected and a script is told so. The stack is that of its registry. */
export function watchFinalizers(realm: typeof globalThis, askedBy: AskedBy, onGiven: OnGiven): void {
  const original = realm.FinalizationRegistry;
  const replacement: typeof original = new Proxy(original, {
    construct(target, [callback, ...rest]: unknown[], newTarget): object {
      const stack = askedBy(1);
      const watched = (held: unknown): void => {
        if (stack !== null) onGiven("FinalizationRegistry callback", held, stack);
        if (typeof callback === "function") Reflect.apply(callback, undefined, [held]);
      };
      const parameters = typeof callback === "function" ? [watched, ...rest] : [callback, ...rest];
      // A proxy's construct trap must return what the constructor makes, of which only "object" is known.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      return Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget) as object;
    },
  });
  looksLike(replacement, original);
  Object.defineProperty(realm, "FinalizationRegistry", {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
