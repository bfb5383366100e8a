import { type Box, boundsOf, clip, emptyBox, visibleShare } from "./intersection-boxes.ts";
import { createRecords } from "./shadowed-records.ts";
import { type Method, replaceMethod } from "../native/native-look.ts";
import { type CallObserver, shadowObserver } from "./shadowed-observer.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

interface Observer {
  readonly native: IntersectionObserver;
  readonly callback: Method;
  /** The threshold index reported last; null before the first report. */
  readonly targets: Map<Element, number | null>;
  queued: Queued[];
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
      known.set(native, { native, callback, targets: new Map(), queued: [] });
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
    const isInside = isUnder(target, native.root);
    const rootBounds = isInside ? boundsOf(realm, native) : null;
    const visible = rootBounds === null ? null : clip(target, native, rootBounds);
    const box = isInside ? target.getBoundingClientRect() : emptyBox;
    const ratio = visible === null ? 0 : visibleShare(visible, box);
    const index = visible === null ? 0 : firstAbove(native.thresholds, ratio);
    if (targets.get(target) === index) return;
    targets.set(target, index);
    const entry: Entry = {
      time: clock.sinceOrigin(),
      target,
      rootBounds: toRect(rootBounds ?? emptyBox),
      boundingClientRect: toRect(box),
      intersectionRect: toRect(visible ?? emptyBox),
      isIntersecting: index > 0,
      isVisible: false,
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
