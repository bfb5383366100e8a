import type { CallObserver } from "./shadowed-observer.ts";
import { createResizes } from "./resizes.ts";
import { createIntersections } from "./intersections.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** The observers in a realm that report results of layout. */
export interface FrameObservers {
  /** Calls the observers whose elements have changed. Call once per frame, after its layout. */
  deliver(): void;
  /** From now on changes are looked for as before, but no observer is called. */
  silence(): void;
}

/**
 * Lets ResizeObserver and IntersectionObserver report once per frame, on the virtual clock. Browsers run them when they
 * paint: in a different frame in every run, or never. The native observers stay, so that options, errors and names are
 * the browser's, but never observe anything.
 */
export function installFrameObservers(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  reportError: (thrown: unknown) => void,
): FrameObservers {
  let isSilent = false;
  const call: CallObserver = (native, callback, entries) => {
    if (isSilent) return;
    try {
      Reflect.apply(callback, native, [entries, native]);
    } catch (thrown) {
      reportError(thrown);
    }
  };
  const resizes = createResizes(realm, call);
  const intersections = createIntersections(realm, clock, call);
  return {
    deliver() {
      resizes.deliver();
      intersections.deliver();
    },
    silence() {
      isSilent = true;
    },
  };
}
