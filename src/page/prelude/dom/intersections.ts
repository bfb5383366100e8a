import type { VirtualClock } from "../time/virtual-clock.ts";

interface Observed {
  /** Index of the threshold that was passed last, and whether the target was in sight; null before the first report. */
  last: { readonly index: number; readonly isIntersecting: boolean } | null;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An IntersectionObserver that looks when `check` of its entry in `observers` is called, and not when the browser paints. */
export function createIntersections(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  observers: Set<{ check(): boolean }>,
): typeof IntersectionObserver {
  const { DOMRectReadOnly, Element } = realm;
  const toRect = ({ left, top, right, bottom }: Box): DOMRectReadOnly =>
    new DOMRectReadOnly(left, top, right - left, bottom - top);

  return class implements IntersectionObserver {
    readonly root: Element | Document | null;
    readonly rootMargin: string;
    readonly scrollMargin = "0px 0px 0px 0px";
    readonly thresholds: readonly number[];
    readonly #margins: readonly Length[];
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
      const thresholds = [options.threshold ?? 0].flat().map(Number);
      if (thresholds.some((value) => !(value >= 0 && value <= 1))) {
        throw new RangeError("Threshold values must be numbers between 0 and 1");
      }
      this.thresholds = Object.freeze(thresholds.length === 0 ? [0] : thresholds.sort((left, right) => left - right));
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
      const base: Box =
        root instanceof Element
          ? root.getBoundingClientRect()
          : { left: 0, top: 0, right: realm.innerWidth, bottom: realm.innerHeight };
      const [top, right, bottom, left] = this.#margins.map(({ value, unit }, side) => {
        const extent = side % 2 === 0 ? base.bottom - base.top : base.right - base.left;
        return unit === "%" ? (value * extent) / 100 : value;
      });
      return {
        left: base.left - (left ?? 0),
        top: base.top - (top ?? 0),
        right: base.right + (right ?? 0),
        bottom: base.bottom + (bottom ?? 0),
      };
    }

    #entry(target: Element, observed: Observed, rootBounds: Box): IntersectionObserverEntry | null {
      const box = target.getBoundingClientRect();
      const visible = clip(realm, target, this.root, rootBounds);
      const isIntersecting = visible !== null;
      const ratio = visible === null ? 0 : share(areaOf(visible), areaOf(box));
      const passed = this.thresholds.findIndex((threshold) => threshold > ratio);
      const index = !isIntersecting ? 0 : passed === -1 ? this.thresholds.length : passed;
      if (observed.last?.index === index && observed.last.isIntersecting === isIntersecting) return null;
      observed.last = { index, isIntersecting };
      const entry = {
        time: clock.now(),
        target,
        rootBounds: toRect(rootBounds),
        boundingClientRect: toRect(box),
        intersectionRect: toRect(visible ?? { left: 0, top: 0, right: 0, bottom: 0 }),
        isIntersecting: isIntersecting && (index > 0 || this.thresholds[0] === 0),
        intersectionRatio: ratio,
      };
      Object.setPrototypeOf(entry, realm.IntersectionObserverEntry.prototype);
      return entry;
    }

    #check(): boolean {
      const rootBounds = this.#rootBox();
      for (const [target, observed] of this.#targets) {
        const entry = this.#entry(target, observed, rootBounds);
        if (entry !== null) this.#queued.push(entry);
      }
      const entries = this.takeRecords();
      if (entries.length === 0) return false;
      Reflect.apply(this.#callback, this, [entries, this]);
      return true;
    }
  };
}

interface Length {
  readonly value: number;
  readonly unit: string;
}

/** Top, right, bottom, left, as in CSS. Throws as the browser does for what is neither pixels nor percent. */
function parseMargins(realm: Window & typeof globalThis, text: string): readonly Length[] {
  const lengths = text
    .trim()
    .split(/\s+/u)
    .filter((part) => part !== "")
    .map((part): Length => {
      const [, value, unit] = /^(-?\d*\.?\d+)(px|%)$/u.exec(part) ?? [];
      if (value === undefined || unit === undefined) {
        if (part === "0") return { value: 0, unit: "px" };
        throw new realm.DOMException("rootMargin must be specified in pixels or percent.", "SyntaxError");
      }
      return { value: Number(value), unit };
    });
  const [top = { value: 0, unit: "px" }, right = top, bottom = top, left = right] = lengths;
  return [top, right, bottom, left];
}

/** How much of a target is in sight. One without an area is in sight as a whole or not at all. */
function share(visibleArea: number, area: number): number {
  return area === 0 ? 1 : Math.min(1, visibleArea / area);
}

/**
 * What is left of `target` after every scrolling or clipping ancestor up to `root`, and `root` itself; null for nothing,
 * and for a target that is not rendered.
 */
function clip(
  realm: Window & typeof globalThis,
  target: Element,
  root: Element | Document | null,
  rootBounds: Box,
): Box | null {
  if (target.getClientRects().length === 0) return null;
  let visible: Box | null = target.getBoundingClientRect();
  for (
    let parent = target.parentElement;
    parent !== null && parent !== root && visible !== null;
    parent = parent.parentElement
  ) {
    const { overflowX, overflowY } = realm.getComputedStyle(parent);
    const isRoot = parent === realm.document.documentElement || parent === realm.document.body;
    if (!isRoot && (overflowX !== "visible" || overflowY !== "visible")) {
      visible = intersect(visible, parent.getBoundingClientRect());
    }
  }
  return visible === null ? null : intersect(visible, rootBounds);
}

function intersect(one: Box, other: Box): Box | null {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  // Touching counts, as in the standard.
  return box.right < box.left || box.bottom < box.top ? null : box;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
