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
  readonly targets: Map<Element, Observed>;
}

interface Change {
  readonly target: Element;
  readonly observed: Observed;
  readonly boxes: ElementBoxes;
}

/** The observers of sizes in a realm. */
export interface Resizes {
  /** Calls the observers whose targets have changed. */
  deliver(): void;
}

/** Replaces the observers of sizes. */
export function createResizes(realm: Window & typeof globalThis, callObserver: CallObserver): Resizes {
  const known = new WeakMap<object, Observer>();
  const observing = new Set<Observer>();
  const { ResizeObserverEntry, ResizeObserverSize, ErrorEvent } = realm;
  const dispatch = realm.dispatchEvent.bind(realm);
  shadowObserver(realm, "ResizeObserver", {
    made(native, callback) {
      known.set(native, { native, callback, targets: new Map() });
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

  function changesOf({ targets }: Observer): readonly Change[] {
    const changes: Change[] = [];
    for (const [target, observed] of targets) {
      const boxes = boxesOf(target);
      if (hasChanged(observed, boxes)) changes.push({ target, observed, boxes });
    }
    return changes;
  }

  function call({ native, callback }: Observer, changes: readonly Change[]): void {
    const entries = changes.map(({ target, observed, boxes }) => {
      observed.last = boxes;
      return entryOf(target, boxes, makers);
    });
    callObserver(native, callback, entries);
  }

  /**
   * One round: https://drafts.csswg.org/resize-observer/#broadcast-resize-notifications-h. Targets that are not deeper
   * than `minimumDepth` wait for the next frame, so that the rounds end. Returns the least depth of a reported target.
   */
  function deliverBelow(minimumDepth: number): { readonly depth: number; readonly isAnyLeft: boolean } {
    const rounds = [...observing].map((observer) => ({ observer, changes: changesOf(observer) }));
    let depth = Number.POSITIVE_INFINITY;
    let isAnyLeft = false;
    for (const { observer, changes } of rounds) {
      const deep = changes.filter(({ target }) => depthOf(target) > minimumDepth);
      if (deep.length < changes.length) isAnyLeft = true;
      if (deep.length === 0) continue;
      depth = Math.min(depth, ...deep.map(({ target }) => depthOf(target)));
      call(observer, deep);
    }
    return { depth, isAnyLeft };
  }

  return {
    deliver() {
      if (observing.size === 0) return;
      let round = deliverBelow(-1);
      while (round.depth < Number.POSITIVE_INFINITY) round = deliverBelow(round.depth);
      if (!round.isAnyLeft) return;
      const message = "ResizeObserver loop completed with undelivered notifications.";
      dispatch(new ErrorEvent("error", { message, filename: realm.location.href, cancelable: true }));
    },
  };
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
