import type { VirtualClock } from "../time/virtual-clock.ts";
import { addMargins, type Box, clip, type Margin, parseMargins, visibleShare } from "./intersection-boxes.ts";

interface Observed {
  /** The threshold index and visibility reported last; null before the first report. */
  last: { readonly index: number; readonly isIntersecting: boolean } | null;
}

/** Creates an IntersectionObserver class that checks its targets on `check` calls instead of when the browser paints. */
export function createIntersections(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  observers: Set<{ check(): boolean }>,
): typeof IntersectionObserver {
  const { Element } = realm;
  const createEntry = createEntries(realm, clock);

  return class implements IntersectionObserver {
    readonly root: Element | Document | null;
    readonly rootMargin: string;
    readonly scrollMargin = "0px 0px 0px 0px";
    readonly thresholds: readonly number[];
    readonly #margins: readonly Margin[];
    readonly #callback: IntersectionObserverCallback;
    readonly #targets = new Map<Element, Observed>();
    readonly #observer = { check: (): boolean => this.#check() };
    #queued: IntersectionObserverEntry[] = [];

    constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
      if (typeof callback !== "function") throw new TypeError("IntersectionObserver needs a function.");
      this.#callback = callback;
      this.root = options.root ?? null;
      this.#margins = parseMargins(realm, options.rootMargin ?? "0px");
      this.rootMargin = this.#margins.map(({ value, unit }) => `${String(value)}${unit}`).join(" ");
      this.thresholds = parseThresholds(options.threshold);
    }

    observe(target: Element): void {
      if (!(target instanceof Element)) throw new TypeError("IntersectionObserver observes elements.");
      if (!this.#targets.has(target)) this.#targets.set(target, { last: null });
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

    takeRecords(): IntersectionObserverEntry[] {
      return this.#queued.splice(0);
    }

    #rootBox(): Box {
      const { root } = this;
      if (root instanceof Element) return root.getBoundingClientRect();
      return { left: 0, top: 0, right: realm.innerWidth, bottom: realm.innerHeight };
    }

    #check(): boolean {
      const rootBounds = addMargins(this.#rootBox(), this.#margins);
      for (const [target, observed] of this.#targets) {
        const entry = createEntry(this, target, observed, rootBounds);
        if (entry !== null) this.#queued.push(entry);
      }
      const entries = this.takeRecords();
      if (entries.length === 0) return false;
      Reflect.apply(this.#callback, this, [entries, this]);
      return true;
    }
  };
}

/** Throws as the browser does for a threshold outside of 0 to 1. */
function parseThresholds(threshold: number | number[] | undefined): readonly number[] {
  const thresholds = [threshold ?? 0].flat().map(Number);
  if (thresholds.some((value) => !(value >= 0 && value <= 1))) {
    throw new RangeError("Threshold values must be numbers between 0 and 1");
  }
  return Object.freeze(thresholds.length === 0 ? [0] : thresholds.sort((left, right) => left - right));
}

type Root = Pick<IntersectionObserver, "root" | "thresholds">;
type CreateEntry = (
  observer: Root,
  target: Element,
  observed: Observed,
  rootBounds: Box,
) => IntersectionObserverEntry | null;

/** Returns a function that measures a target, and creates an entry if it has passed a threshold since the last one. */
function createEntries(realm: Window & typeof globalThis, clock: VirtualClock): CreateEntry {
  // Captured now: pages overwrite globals.
  const { DOMRectReadOnly } = realm;
  const toRect = ({ left, top, right, bottom }: Box): DOMRectReadOnly =>
    new DOMRectReadOnly(left, top, right - left, bottom - top);

  return ({ root, thresholds }, target, observed, rootBounds) => {
    const box = target.getBoundingClientRect();
    const visible = clip(realm, target, root, rootBounds);
    const isIntersecting = visible !== null;
    const ratio = visible === null ? 0 : visibleShare(visible, box);
    const passed = thresholds.findIndex((threshold) => threshold > ratio);
    const index = !isIntersecting ? 0 : passed === -1 ? thresholds.length : passed;
    if (observed.last?.index === index && observed.last.isIntersecting === isIntersecting) return null;
    observed.last = { index, isIntersecting };
    const entry = {
      time: clock.now(),
      target,
      rootBounds: toRect(rootBounds),
      boundingClientRect: toRect(box),
      intersectionRect: toRect(visible ?? { left: 0, top: 0, right: 0, bottom: 0 }),
      isIntersecting: isIntersecting && (index > 0 || thresholds[0] === 0),
      intersectionRatio: ratio,
    };
    Object.setPrototypeOf(entry, realm.IntersectionObserverEntry.prototype);
    return entry;
  };
}
