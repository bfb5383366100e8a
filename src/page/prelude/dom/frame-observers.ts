import type { CallObserver } from "./shadowed-observer.ts";
import { createResizes } from "./resizes.ts";
import { createIntersections } from "./intersections.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** The observers in a realm that report results of layout. */
export interface FrameObservers {
  /**
   * Calls the observers whose elements have changed. Call once per frame, after its layout. Returns a promise only if
   * there are calls.
   */
  deliver(): Promise<void> | undefined;
  /** From now on changes are looked for as before, but no observer is called. */
  silence(): void;
}

/** The inputs of the observers of a realm. */
export interface FrameObserverParts {
  readonly clock: VirtualClock;
  readonly real: Pick<RealPrimitives, "runBeforeMessages" | "runInOneTask" | "turn">;
  readonly reportError: (thrown: unknown) => void;
  /** Queues a task of the page. False before the realm is driven. */
  readonly queueTask: (run: () => void) => boolean;
}

/**
 * Lets ResizeObserver and IntersectionObserver report once per frame, on the virtual clock. Browsers run them when they
 * paint: in a different frame in every run, or never. The native observers stay, so that options, errors and names are
 * the browser's, but never observe anything.
 */
export function installFrameObservers(
  realm: Window & typeof globalThis,
  { clock, real, reportError, queueTask }: FrameObserverParts,
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

  /** As in Chromium, the calls for intersections are a task of their own, after the messages posted so far. */
  function deliverIntersections(): Promise<void> | undefined {
    const calls = intersections.check().filter((each) => !queueTask(each));
    return calls.length === 0 ? undefined : real.turn().then(() => real.runInOneTask(calls));
  }

  async function deliverOthers(runNext: () => boolean): Promise<void> {
    for (let isLast = false; !isLast;) {
      await real.runBeforeMessages(() => {
        isLast = !runNext();
      });
    }
    await deliverIntersections();
  }

  return {
    deliver() {
      // Microtasks run between the calls, so each call but the first is a task of its own.
      const runNext = resizes.begin();
      return runNext === null || !runNext() ? deliverIntersections() : deliverOthers(runNext);
    },
    silence() {
      isSilent = true;
    },
  };
}
