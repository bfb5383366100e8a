import { boxesOf, type ElementBoxes, type EntryMakers, entryOf, sizeOf } from "./element-boxes.ts";
import { createRecords } from "./shadowed-records.ts";
import type { Method } from "../native/native-look.ts";
import { type CallObserver, shadowObserver } from "./shadowed-observer.ts";

interface Observed {
  readonly box: string;
  last: ElementBoxes | null;
}

interface Observer {
  readonly native: object;
  readonly callback: Method;
  /** The browser calls the observers in the order in which they were made. */
  readonly index: number;
  readonly targets: Map<Element, Observed>;
}

interface Change {
  readonly target: Element;
  readonly observed: Observed;
  readonly boxes: ElementBoxes;
  readonly depth: number;
}

/** An observer that is to be called. */
interface Call {
  readonly observer: Observer;
  readonly changes: readonly Change[];
}

/** The observers of sizes in a realm. */
export interface Resizes {
  /**
   * Begins to deliver the changes of a frame. Each call of the returned function calls one observer, and returns false
   * once there was none left to call. Returns null if nothing is observed.
   */
  begin(): (() => boolean) | null;
}

/** Replaces the observers of sizes. */
export function createResizes(realm: Window & typeof globalThis, callObserver: CallObserver): Resizes {
  const known = new WeakMap<object, Observer>();
  const observing = new Set<Observer>();
  let madeCount = 0;
  const { ResizeObserverEntry, ResizeObserverSize, ErrorEvent } = realm;
  const dispatch = realm.dispatchEvent.bind(realm);
  shadowObserver(realm, "ResizeObserver", {
    made(native, callback) {
      madeCount += 1;
      known.set(native, { native, callback, index: madeCount, targets: new Map() });
    },
    observe(native, target, options) {
      const observer = known.get(native);
      if (observer === undefined) return;
      const box: unknown = typeof options === "object" && options !== null ? Reflect.get(options, "box") : undefined;
      observer.targets.delete(target);
      observer.targets.set(target, { box: typeof box === "string" ? box : "content-box", last: null });
      observing.add(observer);
    },
    unobserve(native, target) {
      const observer = known.get(native);
      observer?.targets.delete(target);
      if (observer?.targets.size === 0) observing.delete(observer);
    },
    disconnect(native) {
      const observer = known.get(native);
      observer?.targets.clear();
      if (observer !== undefined) observing.delete(observer);
    },
  });
  const makers: EntryMakers = {
    createEntry: createRecords(ResizeObserverEntry.prototype),
    createSize: createRecords(ResizeObserverSize.prototype),
  };

  function call({ observer, changes }: Call): void {
    const { native, callback, targets } = observer;
    // The observer called before may have ended the observation.
    const current = changes.filter(({ target, observed }) => targets.get(target) === observed);
    if (current.length === 0) return;
    const entries = current.map(({ target, observed, boxes }) => {
      // Or removed the target, which then has no box. Other changes wait for the next layout.
      observed.last = target.isConnected ? boxes : boxesOf(target);
      return entryOf(target, observed.last, makers);
    });
    callObserver(native, callback, entries);
  }

  function reportLoop(): void {
    const message = "ResizeObserver loop completed with undelivered notifications.";
    dispatch(new ErrorEvent("error", { message, error: null, filename: realm.location.href, cancelable: true }));
  }

  return {
    begin() {
      if (observing.size === 0) return null;
      let calls: Call[] = [];
      let depth = -1;
      return () => {
        let next = calls.shift();
        if (next === undefined) {
          const round = gather(observing, depth);
          ({ calls } = round);
          depth = Math.min(...calls.flatMap(({ changes }) => changes.map((change) => change.depth)));
          next = calls.shift();
          if (next === undefined && round.isAnyLeft) reportLoop();
        }
        if (next !== undefined) call(next);
        return next !== undefined;
      };
    },
  };
}

/**
 * One round: https://drafts.csswg.org/resize-observer/#broadcast-resize-notifications-h. Targets that are not deeper
 * than `minimumDepth` wait for the next frame, so that the rounds end.
 */
function gather(
  observing: Iterable<Observer>,
  minimumDepth: number,
): { readonly calls: Call[]; readonly isAnyLeft: boolean } {
  const calls: Call[] = [];
  let isAnyLeft = false;
  for (const observer of [...observing].sort((one, other) => one.index - other.index)) {
    const changes = changesOf(observer);
    const deep = changes.filter(({ depth }) => depth > minimumDepth);
    if (deep.length < changes.length) isAnyLeft = true;
    if (deep.length > 0) calls.push({ observer, changes: deep });
  }
  return { calls, isAnyLeft };
}

function changesOf({ targets }: Observer): readonly Change[] {
  const changes: Change[] = [];
  for (const [target, observed] of targets) {
    // The document of a frame that has been removed is rendered no more.
    if (observed.last !== null && target.ownerDocument.defaultView === null) continue;
    const boxes = boxesOf(target);
    if (hasChanged(observed, boxes)) changes.push({ target, observed, boxes, depth: depthOf(target) });
  }
  return changes;
}

/** Like browsers, this reports an element without a size once. */
function hasChanged({ box, last }: Observed, boxes: ElementBoxes): boolean {
  if (last === null) return true;
  const [before, now] = [sizeOf(last, box), sizeOf(boxes, box)];
  return before.inlineSize !== now.inlineSize || before.blockSize !== now.blockSize;
}

/** The number of ancestors in the flat tree. */
function depthOf(element: Element): number {
  let depth = 0;
  for (let node: Node | null = element; node !== null; node = parentOf(node)) depth += 1;
  return depth;
}

function parentOf(node: Node): Node | null {
  const slot: unknown = Reflect.get(node, "assignedSlot");
  if (isNode(slot)) return slot;
  const host: unknown = node.parentNode === null ? Reflect.get(node, "host") : null;
  return isNode(host) ? host : node.parentNode;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
