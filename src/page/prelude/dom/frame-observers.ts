import { looksLike } from "../native/native-look.ts";
import { createIntersections } from "./intersections.ts";
import { boxesOf, type ElementBoxes, entryOf } from "./element-boxes.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** The observers in a realm that report results of layout. */
export interface FrameObservers {
  /** Calls the observers whose elements have changed. Call once per frame, after its layout. */
  deliver(): void;
}

/** One observer and its targets. */
interface Observer {
  /** Calls the callback if a target has changed. Returns whether it did. */
  check(): boolean;
}

// A callback may resize targets of other observers. The standard checks again until nothing changes; this does so for a
// limited number of rounds: https://drafts.csswg.org/resize-observer/#html-event-loop
const maximumRounds = 8;

/**
 * Replaces ResizeObserver and IntersectionObserver, which browsers run when they paint: in a different frame in every
 * run, or never. The replacements run once per frame, on the virtual clock.
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
        // Like browsers, this reports an element without a size once.
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
