import { replaceConstructor } from "../native/native-look.ts";

/**
 * Makes weak references strong and never runs finalizers, because garbage is collected at another time in each run.
 * Nothing else lets a page observe that time.
 */
export function keepAlive(realm: typeof globalThis): void {
  const kept = new Set<unknown>();
  replaceConstructor(realm, "WeakRef", (parameters, build) => {
    const made = build(parameters);
    kept.add(parameters[0]);
    return made;
  });
  replaceConstructor(realm, "FinalizationRegistry", (parameters, build) => {
    const [callback, ...rest] = parameters;
    return build([typeof callback === "function" ? (): void => undefined : callback, ...rest]);
  });
}
