import {
  globalOwner,
  prototypeOf,
  replaceGetter,
  replaceMethod,
  replaceSetter,
  watchCalls,
} from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeGetter } from "./native-method.ts";
import { followScrolls, type ScrolledPlaces } from "./scrolled-places.ts";
import { orderToggles } from "./toggle-tasks.ts";
import { eachDocument } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

interface Parts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

interface HeldEvent {
  /** The browser forgets it when it has sent the event. */
  readonly target: EventTarget;
  readonly event: Event;
}

/** A rendering that is awaited. */
interface Expected {
  readonly registered: Registered;
  readonly isShown: Promise<void>;
  /** True once the browser renders: events caused after that come with the next rendering. */
  hasBegun: boolean;
}

/**
 * Events that the browser sends with its next rendering, or in a separate task next to it, by the place of their
 * delivery. Those with the same place keep the browser's order.
 */
const heldPlaces: Readonly<Record<string, number>> = {
  ...{ resize: 0, change: 1, scroll: 2, scrollend: 2, scrollsnapchange: 2, scrollsnapchanging: 2, select: 3, close: 3 },
  ...{ selectionchange: 4, toggle: 4 },
};
const sizeNames = ["innerWidth", "innerHeight"] as const;
/** The events of a new size. */
const sizeTypes: ReadonlySet<string> = new Set(["resize", "change"]);
/** The events that the browser sends last in a rendering. */
const lastTypes: ReadonlySet<string> = new Set(["select", "close"]);
/** The events that are a step of the rendering itself. The others come in tasks of their own. */
const stepTypes: ReadonlySet<string> = new Set([
  ...[...sizeTypes, ...lastTypes],
  ...["scroll", "scrollend", "scrollsnapchange", "scrollsnapchanging"],
]);
/** The events of the visible part of a window, which do not reach the window. */
const viewportTypes = ["resize", "scroll", "scrollend"] as const;
/** How many renderings there are between two changes depends on the machine, so each target gets one of these. */
const singleTypes: ReadonlySet<string> = new Set([
  ...["resize", "scroll", "scrollend", "scrollsnapchange", "scrollsnapchanging", "selectionchange"],
]);

/** Calls that may cause such an event, by class. */
const causes: Readonly<Record<string, readonly string[]>> = {
  HTMLDialogElement: ["close", "requestClose"],
  Element: ["scrollIntoView"],
  Selection: ["addRange", "collapse", "extend", "removeAllRanges", "selectAllChildren", "setBaseAndExtent"],
};
/** Calls that open or close an element. */
const toggles: Readonly<Record<string, readonly string[]>> = {
  HTMLDialogElement: ["close", "requestClose", "show", "showModal"],
  HTMLElement: ["click", "hidePopover", "showPopover", "togglePopover"],
};
/** Classes of elements with a selection of their own, and how it is changed. */
const textFields = ["HTMLInputElement", "HTMLTextAreaElement"] as const;
const selectingMethods = ["select", "setRangeText", "setSelectionRange"] as const;
const selectingSetters = ["selectionStart", "selectionEnd", "selectionDirection"] as const;
const scrollMethods = ["scroll", "scrollBy", "scrollTo"] as const;

/** The work for rendering events in each frame. */
export interface RenderingEvents {
  /** Call at the end of a frame: the document may have another size, and its parts may have been scrolled by a layout. */
  endFrame(): void;
  /**
   * Delivers the events that are expected, and waits for the rendering that brings them. Call before a frame's
   * animations, which the browser runs after them.
   */
  flush(): Promise<void> | undefined;
  /** Delivers those that come last. Call after `flush`, of all windows. */
  flushLast(): Promise<void> | undefined;
  /** True if no event is held and no rendering is awaited. */
  isEmpty(): boolean;
}

/** The held events of the renderings, and the rendering that is awaited. */
class RenderingQueue {
  readonly #parts: Parts;
  readonly #isInFrame: boolean;
  readonly #url: string;
  #held: HeldEvent[] = [];
  #expected: Expected | null = null;
  #isSizeDue: boolean;

  constructor(parts: Parts, { isInFrame, url }: { readonly isInFrame: boolean; readonly url: string }) {
    this.#parts = parts;
    this.#url = url;
    this.#isInFrame = isInFrame;
    // The new size of a frame is noted at the end of the page's frame. Its events may have come by then, or not.
    this.#isSizeDue = !isInFrame;
  }

  get isEmpty(): boolean {
    return this.#expected === null && this.#held.length === 0;
  }

  noteSize(): void {
    this.#isSizeDue = true;
  }

  add(target: EventTarget | null, event: Event): void {
    const { type } = event;
    const isSame = (other: HeldEvent): boolean => other.target === target && other.event.type === type;
    const isKnown = singleTypes.has(type) && this.#held.some(isSame);
    if (target !== null && !isKnown) this.#held.push({ target, event });
    if (!this.#isInFrame || !sizeTypes.has(type)) this.expect();
  }

  /** Makes the order wait for the browser's next rendering. */
  expect(): void {
    if (this.#expected?.hasBegun === false) return;
    const { real, order } = this.#parts;
    const registered = order.expect(`the next picture of ${this.#url}`);
    const isBegun = real.nextPaint();
    const rendering: Expected = { registered, isShown: isBegun.then(real.turn), hasBegun: false };
    this.#expected = rendering;
    void isBegun.then(() => {
      rendering.hasBegun = true;
    });
    void rendering.isShown.then(() => {
      registered.complete(() => {
        if (this.#expected === rendering) this.#expected = null;
        return this.#deliver((type) => !stepTypes.has(type));
      });
    });
  }

  /** Delivers the first events of a rendering. */
  async deliverFirst(): Promise<void> {
    await this.#rendered();
    await this.#deliver((type) => !lastTypes.has(type));
    this.#isSizeDue = !this.#isInFrame;
  }

  /** Delivers the last ones, and the scrolls that the first ones have caused: the browser looks twice in a rendering. */
  async deliverLast(): Promise<void> {
    if (this.#expected !== null) await this.#rendered();
    await this.#deliver((type) => lastTypes.has(type) || type === "scroll" || type === "scrollend");
    if (this.#held.some(({ event }) => !stepTypes.has(event.type))) this.expect();
  }

  async #rendered(): Promise<void> {
    const rendering = this.#expected;
    await rendering?.isShown;
    rendering?.registered.release();
    this.#expected = null;
  }

  async #deliver(isDue: (type: string) => boolean): Promise<void> {
    const { real, events } = this.#parts;
    const isNow = ({ event: { type } }: HeldEvent): boolean => isDue(type) && (this.#isSizeDue || !sizeTypes.has(type));
    const due = this.#held.filter(isNow).sort((left, right) => placeOf(left.event) - placeOf(right.event));
    this.#held = this.#held.filter((one) => !isNow(one));
    for (const { target, event } of due) {
      let late: Promise<void> | undefined;
      // In a task of its own, so that its microtasks run before the next one.
      await real.runInOneTask([
        (): void => {
          late = events.letGo(target, event);
        },
      ]);
      await late;
    }
  }
}

/**
 * Orders the events that come when the browser renders: of scrolling, sizes, dialogs and selections. A call that causes
 * one makes the order wait for the browser's next rendering. The events of its steps are delivered with the next frame,
 * the others in their turn.
 */
export function orderRenderingEvents(
  realm: Realm,
  parts: Parts & Pick<LoadParts, "tasks" | "nameUseAt">,
): RenderingEvents {
  const { real, events } = parts;
  const queue = new RenderingQueue(parts, { isInFrame: realm.parent !== realm, url: realm.location.href });
  const expect = (): void => {
    queue.expect();
  };
  const hold = (event: Event): void => {
    const { target, type } = event;
    // The change of a field is a response to the input of a user.
    if (!event.isTrusted || (type === "change" && !(target instanceof realm.MediaQueryList))) return;
    if (type === "toggle" && target !== null && toggleTasks.admit(target, event)) return;
    event.stopImmediatePropagation();
    if (type === "scroll") scrolls.note(target);
    queue.add(target, event);
  };
  const toggleTasks = orderToggles(realm, parts);
  const scrolls = followScrolls(realm);
  for (const type of Object.keys(heldPlaces)) events.hear(realm, type, hold);
  const { visualViewport } = realm;
  if (visualViewport !== null) for (const type of viewportTypes) events.hear(visualViewport, type, hold);
  replaceMethod(globalOwner(realm, "matchMedia"), "matchMedia", (matchMedia) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const list: unknown = Reflect.apply(matchMedia, realm, parameters);
      if (list instanceof realm.MediaQueryList) events.hear(list, "change", hold);
      return list;
    }
    return replacement;
  });
  watchCalledMethods(realm, toggles, toggleTasks.place);
  watchCalledMethods(realm, causes, expect);
  // A dialog also closes by its form, by a button with a command, and by a key.
  events.hear(realm, "beforetoggle", (event) => {
    const isClosing = event instanceof realm.ToggleEvent && event.newState === "closed";
    if (event.isTrusted && isClosing && event.target instanceof realm.HTMLDialogElement) expect();
  });
  watchScrolling(realm, scrolls, expect);
  watchTextFields(realm, (field) => {
    // Its events do not reach the window.
    if (!field.isConnected) events.hear(field, "select", hold);
    expect();
  });
  const { beganEmpty, hasNewSize } = followSize(realm);
  watchSizeReads(realm, () => {
    // The end of a frame finds what the page changes in it, and the first size has an event of its own.
    if (isFirst || parts.tasks.isRendering || !hasNewSize()) return;
    queue.noteSize();
    expect();
  });
  let isFirst = true;
  return {
    endFrame() {
      const isNewSize = hasNewSize();
      if (isNewSize) queue.noteSize();
      if (scrolls.haveMoved() || isNewSize) expect();
    },
    flush() {
      const isNewSize = isFirst && hasNewSize();
      isFirst = false;
      if (isNewSize && beganEmpty()) return sendFirstSize(realm, { real, events });
      if (isNewSize) {
        queue.noteSize();
        expect();
      }
      return queue.isEmpty ? undefined : queue.deliverFirst();
    },
    flushLast: () => (queue.isEmpty ? undefined : queue.deliverLast()),
    isEmpty: () => queue.isEmpty,
  };
}

/**
 * Tells an empty window of its first size. The browser has mostly laid out a new frame before its animation frame. Its
 * own event is left out: it may come late, and never to a frame out of sight.
 */
async function sendFirstSize(realm: Realm, { real, events }: Pick<Parts, "real" | "events">): Promise<void> {
  await real.runInOneTask([
    (): void => {
      events.send(realm, new realm.Event("resize"));
    },
  ]);
}

function placeOf({ type }: Event): number {
  return heldPlaces[type] ?? 0;
}

/** The size of a window. */
interface WindowSize {
  /** True of a frame whose first document is empty: it begins without a size, and its window is told of the first. */
  beganEmpty(): boolean;
  /** True if the size has changed since the last call. */
  hasNewSize(): boolean;
}

function followSize(realm: Realm): WindowSize {
  // Only an iframe can be resized during a run.
  if (realm.parent === realm) return { beganEmpty: () => false, hasNewSize: () => false };
  let beganEmpty = true;
  let width: unknown = 0;
  let height: unknown = 0;
  const read = sizeNames.map((name) => nativeGetter(realm, name));
  eachDocument(({ URL }) => {
    if (URL === "about:blank") return;
    beganEmpty = false;
    [width, height] = read.map((get) => get?.(realm));
  });
  return {
    beganEmpty: () => beganEmpty,
    hasNewSize() {
      const [innerWidth, innerHeight] = read.map((get) => get?.(realm));
      if (innerWidth === width && innerHeight === height) return false;
      width = innerWidth;
      height = innerHeight;
      return true;
    },
  };
}

/**
 * Calls `onRead` when a page reads the size of a frame within it: a size that is read is told with the next rendering,
 * before its animation frames.
 */
function watchSizeReads(realm: Realm, onRead: () => void): void {
  // Null for the page itself, which does not know who frames it.
  if (realm.frameElement === null) return;
  const { prototype } = realm.MediaQueryList;
  for (const [owner, name] of [...sizeNames.map((name) => [realm, name] as const), [prototype, "matches"] as const]) {
    replaceGetter(owner, name, (original) => {
      const value = original();
      onRead();
      return value;
    });
  }
}

function watchCalledMethods(realm: Realm, all: Readonly<Record<string, readonly string[]>>, tell: () => void): void {
  for (const [name, methods] of Object.entries(all)) {
    const prototype = prototypeOf(realm, name);
    if (prototype !== null) watchCalls(prototype, methods, tell);
  }
}

function watchTextFields(realm: Realm, onSelect: (field: Element) => void): void {
  const { Element } = realm;
  const select = (field: unknown): void => {
    if (field instanceof Element) onSelect(field);
  };
  for (const name of textFields) {
    const { prototype } = realm[name];
    watchCalls(prototype, selectingMethods, select);
    for (const key of selectingSetters) {
      replaceSetter<object>(prototype, key, (field, value, set) => {
        set(value);
        select(field);
      });
    }
  }
}

/** Most calls do not scroll, such as those that keep an element in place in each frame. */
function watchScrolling(realm: Realm, { note, placeOf }: ScrolledPlaces, expect: () => void): void {
  const { prototype } = realm.Element;
  const watch = (target: unknown, scroll: () => unknown): unknown => {
    const before = placeOf(target);
    const result = scroll();
    if (placeOf(target) === before) return result;
    note(target);
    expect();
    return result;
  };
  for (const [owner, name] of [prototype, realm].flatMap((one) => scrollMethods.map((name) => [one, name] as const))) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        return watch(this, () => Reflect.apply(original, this, parameters));
      }
      return replacement;
    });
  }
  for (const name of ["scrollTop", "scrollLeft"] as const) {
    replaceSetter<object>(prototype, name, (element, value, set) => {
      watch(element, () => {
        set(value);
      });
    });
  }
}
