import { looksLike } from "../native/native-look.ts";
import { createIntersections } from "./intersections.ts";
import { boxesOf, type ElementBoxes, entryOf } from "./element-boxes.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** Observers of a realm that report what layout has come to. */
export interface FrameObservers {
  /** Calls those whose elements have changed. Call once per frame, when its layout is done. */
  deliver(): void;
}

/** One observer with what it observes. */
interface Observer {
  /** Calls back where something has changed. Returns whether it did. */
  check(): boolean;
}

// A callback may resize what others observe; the standard looks again until nothing has changed, and so do we, for a
// while: https://drafts.csswg.org/resize-observer/#html-event-loop
const maximumRounds = 8;

/**
 * Replaces ResizeObserver and IntersectionObserver, which browsers run when they paint: at another frame in every run,
 * or never. These run once a frame, on the page's clock.
 */
export function installFrameObservers(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  reportError: (thrown: unknown) => void,
): FrameObservers {
  const observers = new Set<Observer>();
  replaceClass(realm, "ResizeObserver", createResizeObserver(realm, observers));
  replaceClass(realm, "IntersectionObserver", createIntersections(realm, clock, observers));
  return {
    deliver() {
      if (observers.size === 0) return;
      for (let round = 0; round < maximumRounds; round += 1) {
        let hasChanged = false;
        for (const observer of [...observers]) {
          try {
            hasChanged = observer.check() || hasChanged;
          } catch (thrown) {
            hasChanged = true;
            reportError(thrown);
          }
        }
        if (!hasChanged) return;
      }
    },
  };
}

function createResizeObserver(realm: Window & typeof globalThis, observers: Set<Observer>): typeof ResizeObserver {
  const { Element } = realm;
  return class implements ResizeObserver {
    readonly #targets = new Map<Element, { readonly box: ResizeObserverBoxOptions; last: ElementBoxes | null }>();
    readonly #callback: ResizeObserverCallback;
    readonly #observer: Observer = { check: () => this.#check() };

    constructor(callback: ResizeObserverCallback) {
      if (typeof callback !== "function") throw new TypeError("ResizeObserver needs a function.");
      this.#callback = callback;
    }

    observe(target: Element, options?: ResizeObserverOptions): void {
      if (!(target instanceof Element)) throw new TypeError("ResizeObserver observes elements.");
      this.#targets.delete(target);
      this.#targets.set(target, { box: options?.box ?? "content-box", last: null });
      observers.add(this.#observer);
    }

    unobserve(target: Element): void {
      this.#targets.delete(target);
      if (this.#targets.size === 0) observers.delete(this.#observer);
    }

    disconnect(): void {
      this.#targets.clear();
      observers.delete(this.#observer);
    }

    #check(): boolean {
      const entries: ResizeObserverEntry[] = [];
      for (const [target, observed] of this.#targets) {
        const boxes = boxesOf(realm, target);
        const size = sizeOf(boxes, observed.box);
        // What has no size from the start is reported once all the same, as browsers do.
        const last = observed.last === null ? null : sizeOf(observed.last, observed.box);
        if (size.width === last?.width && size.height === last.height) continue;
        observed.last = boxes;
        entries.push(entryOf(realm, target, boxes));
      }
      if (entries.length === 0) return false;
      Reflect.apply(this.#callback, this, [entries, this]);
      return true;
    }
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(boxes: ElementBoxes, box: ResizeObserverBoxOptions): Size {
  switch (box) {
    case "content-box":
      return boxes.content;
    case "border-box":
      return boxes.border;
    case "device-pixel-content-box":
      return boxes.device;
  }
}

function replaceClass(realm: object, name: string, replacement: object): void {
  const original: unknown = Reflect.get(realm, name);
  if (typeof original !== "function") return;
  looksLike(replacement, original);
  Object.defineProperty(realm, name, { value: replacement, writable: true, enumerable: false, configurable: true });
}
