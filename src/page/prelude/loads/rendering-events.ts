import { globalOwner, prototypeOf, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";

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

/**
 * Events that the browser sends with its next rendering, or in a separate task next to it, in the order of their
 * delivery.
 */
const heldTypes = ["resize", "change", "scroll", "scrollend", "select", "selectionchange", "toggle", "close"] as const;

/** Calls that may cause such an event, by class. */
const causes: Readonly<Record<string, readonly string[]>> = {
  HTMLDialogElement: ["close", "requestClose", "show", "showModal"],
  Element: ["scrollIntoView"],
  HTMLElement: ["hidePopover", "showPopover", "togglePopover"],
  HTMLInputElement: ["select", "setRangeText", "setSelectionRange"],
  HTMLTextAreaElement: ["select", "setRangeText", "setSelectionRange"],
  Selection: ["addRange", "collapse", "extend", "removeAllRanges", "selectAllChildren", "setBaseAndExtent"],
};
const scrollMethods = ["scroll", "scrollBy", "scrollTo"] as const;

/** The work for rendering events in each frame. */
export interface RenderingEvents {
  /** Call at the end of a frame: an iframe of the document may have been resized. */
  followSize(): void;
}

/**
 * Orders the events that come when the browser renders: of scrolling, sizes, dialogs and selections. A call that causes
 * one makes the order wait for the browser's next rendering, and all of them are delivered then.
 */
export function orderRenderingEvents(realm: Realm, { real, order, events }: Parts): RenderingEvents {
  let held: HeldEvent[] = [];
  let isExpected = false;
  const deliver = (): void => {
    isExpected = false;
    const due = held.toSorted((left, right) => rankOf(left.event) - rankOf(right.event));
    held = [];
    for (const { target, event } of due) events.letGo(target, event);
  };
  function expect(): void {
    if (isExpected) return;
    isExpected = true;
    const registered = order.expect("the next picture of the page");
    void real
      .nextPaint()
      .then(real.turn)
      .then(() => {
        registered.complete(deliver);
      });
  }
  const hold = (event: Event): void => {
    const { target } = event;
    // The change of a field is a response to the input of a user.
    if (!event.isTrusted || (event.type === "change" && !(target instanceof realm.MediaQueryList))) return;
    event.stopImmediatePropagation();
    if (target !== null) held.push({ target, event });
    expect();
  };
  for (const type of heldTypes) events.hear(realm, type, hold);
  replaceMethod(globalOwner(realm, "matchMedia"), "matchMedia", (matchMedia) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const list: unknown = Reflect.apply(matchMedia, realm, parameters);
      if (list instanceof realm.MediaQueryList) events.hear(list, "change", hold);
      return list;
    }
    return replacement;
  });
  watchCauses(realm, expect);
  return followSize(realm, expect);
}

function rankOf({ type }: Event): number {
  return heldTypes.findIndex((held) => held === type);
}

function followSize(realm: Realm, expect: () => void): RenderingEvents {
  // Only an iframe can be resized during a run.
  if (realm.parent === realm) return { followSize: () => undefined };
  let width = realm.innerWidth;
  let height = realm.innerHeight;
  return {
    followSize() {
      const { innerWidth, innerHeight } = realm;
      if (innerWidth === width && innerHeight === height) return;
      width = innerWidth;
      height = innerHeight;
      expect();
    },
  };
}

function watchCauses(realm: Realm, expect: () => void): void {
  const watch = (owner: object, name: string): void => {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        expect();
        return result;
      }
      return replacement;
    });
  };
  for (const [name, methods] of Object.entries(causes)) {
    const prototype = prototypeOf(realm, name);
    if (prototype !== null) for (const method of methods) watch(prototype, method);
  }
  watchScrolling(realm, expect);
}

/** Most calls do not scroll, such as those that keep an element in place in each frame. */
function watchScrolling(realm: Realm, expect: () => void): void {
  const { Element } = realm;
  const { prototype } = Element;
  const place = (receiver: unknown): string =>
    receiver instanceof Element
      ? `${String(receiver.scrollLeft)} ${String(receiver.scrollTop)}`
      : `${String(realm.scrollX)} ${String(realm.scrollY)}`;
  for (const [owner, name] of [prototype, realm].flatMap((one) => scrollMethods.map((name) => [one, name] as const))) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const before = place(this);
        const result: unknown = Reflect.apply(original, this, parameters);
        if (place(this) !== before) expect();
        return result;
      }
      return replacement;
    });
  }
  for (const name of ["scrollTop", "scrollLeft"] as const) {
    replaceSetter<object>(prototype, name, (element, value, set) => {
      const before = place(element);
      set(value);
      if (place(element) !== before) expect();
    });
  }
}
