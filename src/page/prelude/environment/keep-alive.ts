import type { PageNotice } from "../../../formats/page-port.ts";
import { replaceConstructor } from "../native/native-look.ts";

const explanation =
  "What a WeakRef points to is kept until the end of the run, and finalizers never run, because garbage is collected at another time in each run. Figures of the heap contain what is kept.";

/** Makes weak references strong, and finalizers never run. Nothing else tells a page when garbage is collected. */
export function keepAlive(realm: typeof globalThis, note: (notice: PageNotice) => void): void {
  const kept = new Set<unknown>();
  let isNoted = false;
  const noteOnce = (): void => {
    if (isNoted) return;
    isNoted = true;
    note({ code: "kept-alive", severity: "warning", message: explanation, where: null });
  };
  replaceConstructor(realm, "WeakRef", (parameters, build) => {
    const made = build(parameters);
    kept.add(parameters[0]);
    noteOnce();
    return made;
  });
  replaceConstructor(realm, "FinalizationRegistry", (parameters, build) => {
    const [callback, ...rest] = parameters;
    noteOnce();
    return build([typeof callback === "function" ? (): void => undefined : callback, ...rest]);
  });
}
