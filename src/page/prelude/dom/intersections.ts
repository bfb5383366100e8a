import { type Box, boundsOf, clip, emptyBox, visibleShare } from "./intersection-boxes.ts";
import { createRecords } from "./shadowed-records.ts";
import { type Method, replaceMethod } from "../native/native-look.ts";
import { type CallObserver, shadowObserver } from "./shadowed-observer.ts";
import { isShownWhole } from "./visibilities.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

interface Observer {
  readonly native: IntersectionObserver;
  readonly callback: Method;
  /** The least time between two looks at a target; 0 unless the observer tracks visibility. */
  readonly delayMs: number;
  readonly targets: Map<Element, Look | null>;
  queued: Queued[];
}

/** The state of a target at its last look. */
interface Look {
  readonly thresholdIndex: number;
  readonly isVisible: boolean;
  readonly lookedAtMs: number;
}

interface Queued {
  readonly target: Element;
  readonly entry: object;
}

/** TypeScript does not declare the visibility of an entry yet. */
interface Entry extends IntersectionObserverEntry {
  readonly isVisible: boolean;
}

/** The observers of intersections in a realm. */
export interface Intersections {
  /** Looks for targets that have passed a threshold. Returns the calls of their observers. */
  check(): readonly (() => void)[];
}

/** Replaces the observers of intersections. */
export function createIntersections(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  callObserver: CallObserver,
): Intersections {
  const known = new WeakMap<object, Observer>();
  const observing = new Set<Observer>();
  const { DOMRectReadOnly, IntersectionObserver, IntersectionObserverEntry } = realm;
  const createEntry = createRecords<IntersectionObserverEntry>(IntersectionObserverEntry.prototype);
  const toRect = ({ left, top, right, bottom }: Box): DOMRectReadOnly =>
    new DOMRectReadOnly(left, top, right - left, bottom - top);
  shadowObserver(realm, "IntersectionObserver", {
    made(native, callback) {
      if (!(native instanceof IntersectionObserver)) return;
      known.set(native, { native, callback, delayMs: delayOf(native), targets: new Map(), queued: [] });
    },
    observe(native, target) {
      const observer = known.get(native);
      if (observer === undefined) return;
      if (!observer.targets.has(target)) observer.targets.set(target, null);
      observing.add(observer);
    },
    unobserve(native, target) {
      const observer = known.get(native);
      if (observer === undefined) return;
      observer.targets.delete(target);
      observer.queued = observer.queued.filter((queued) => queued.target !== target);
      if (observer.targets.size === 0) observing.delete(observer);
    },
    disconnect(native) {
      const observer = known.get(native);
      if (observer === undefined) return;
      observer.targets.clear();
      observer.queued = [];
      observing.delete(observer);
    },
  });
  replaceMethod(IntersectionObserver.prototype, "takeRecords", (original) => {
    function takeRecords(this: object): unknown {
      const observer = known.get(this);
      return observer === undefined ? Reflect.apply(original, this, []) : takeEntries(observer);
    }
    return takeRecords;
  });

  /** Queues an entry if the target has passed a threshold since the last one. */
  function check(observer: Observer, target: Element): void {
    const { native, targets } = observer;
    const before = targets.get(target) ?? null;
    const nowMs = clock.sinceOrigin();
    if (before !== null && nowMs - before.lookedAtMs < observer.delayMs) return;
    const isInside = isUnder(target, native.root);
    const rootBounds = isInside ? boundsOf(realm, native) : null;
    const visible = rootBounds === null ? null : clip(target, native, rootBounds);
    const box = isInside ? target.getBoundingClientRect() : emptyBox;
    const ratio = visible === null ? 0 : visibleShare(visible, box);
    const index = visible === null ? 0 : firstAbove(native.thresholds, ratio);
    const isVisible = isSeen(observer, target, index);
    if (!hasChanged(observer, target, { thresholdIndex: index, isVisible, lookedAtMs: nowMs })) return;
    const entry: Entry = {
      time: nowMs,
      target,
      rootBounds: toRect(rootBounds ?? emptyBox),
      boundingClientRect: toRect(box),
      intersectionRect: toRect(visible ?? emptyBox),
      isIntersecting: index > 0,
      isVisible,
      intersectionRatio: ratio,
    };
    observer.queued.push({ target, entry: createEntry(entry) });
  }

  return {
    check() {
      if (observing.size === 0) return noCalls;
      for (const observer of observing) for (const target of observer.targets.keys()) check(observer, target);
      return [...observing].filter(({ queued }) => queued.length > 0).map((observer) => callOf(observer, callObserver));
    },
  };
}

/** Notes a look at a target. True if it differs from the last one. */
function hasChanged({ delayMs, targets }: Observer, target: Element, look: Look): boolean {
  const before = targets.get(target) ?? null;
  const isSame = before?.thresholdIndex === look.thresholdIndex && before.isVisible === look.isVisible;
  // The others are looked at in every frame.
  if (!isSame || delayMs > 0) targets.set(target, look);
  return !isSame;
}

function isSeen({ delayMs }: Observer, target: Element, thresholdIndex: number): boolean {
  return delayMs > 0 && thresholdIndex > 0 && isShownWhole(target);
}

/** The delay of an observer that tracks visibility, which has one of at least 100 ms. */
function delayOf(native: IntersectionObserver): number {
  return Reflect.get(native, "trackVisibility") === true ? Number(Reflect.get(native, "delay")) : 0;
}

function callOf(observer: Observer, callObserver: CallObserver): () => void {
  return () => {
    const entries = takeEntries(observer);
    if (entries.length > 0) callObserver(observer.native, observer.callback, entries);
  };
}

const noCalls: readonly (() => void)[] = [];

function takeEntries({ queued }: Observer): object[] {
  return queued.splice(0).map(({ entry }) => entry);
}

/** Whether a target is shown in the root's document. Only the implicit root contains frames. */
function isUnder(target: Element, root: Element | Document | null): boolean {
  if (!target.isConnected) return false;
  return root === null || target.ownerDocument === (root.ownerDocument ?? root);
}

function firstAbove(thresholds: readonly number[], ratio: number): number {
  const index = thresholds.findIndex((threshold) => threshold > ratio);
  return index === -1 ? thresholds.length : index;
}
