import { replaceSetter } from "../native/native-look.ts";
import { startOfDocument } from "../native/call-site.ts";
import type { HeldEvents } from "./held-events.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeGetter, nativeMethod } from "./native-method.ts";
import { isComplete, ownDocument } from "../native/own-documents.ts";

/** The tasks in which the browser sends the event `toggle` of popovers, dialogs and details. */
export interface ToggleTasks {
  /** Call after a call that may have opened or closed elements: the browser has queued their tasks. */
  readonly place: () => void;
  /** True if an event runs or waits in a task whose place is known. */
  readonly admit: (target: EventTarget, event: Event) => boolean;
}

/**
 * Puts these tasks among the timers and messages of the page. Each element has one at most: the next change replaces it.
 */
export function orderToggles(
  realm: Window & typeof globalThis,
  parts: Pick<LoadParts, "real" | "tasks" | "nameUseAt"> & { readonly events: HeldEvents },
): ToggleTasks {
  const { real, tasks, events } = parts;
  /** The elements that change, by the event that tells so before; null if there is none. */
  const changing = new Map<EventTarget, Event | null>();
  const places = new Map<EventTarget, number>();
  const { Node } = realm;
  // The window hears no event of an element that has been removed.
  const isShown = (element: EventTarget): boolean => element instanceof Node && element.isConnected;
  const forgetRemoved = (): void => {
    for (const element of places.keys()) {
      if (isShown(element)) continue;
      places.delete(element);
      tasks.onLost();
    }
  };
  const place = (): void => {
    details.noteClicked();
    if (changing.size === 0) return;
    forgetRemoved();
    // Those of one call come in the browser's order.
    const order = tasks.takeOrder();
    for (const [element, event] of changing) {
      if (event?.defaultPrevented === true) continue;
      if (!places.has(element)) tasks.onSent();
      places.set(element, order);
    }
    changing.clear();
  };
  events.hear(realm, "beforetoggle", (event) => {
    if (!event.isTrusted || event.target === null) return;
    changing.set(event.target, event);
    // For a change without a call, such as by a click.
    real.queueMicrotask(place);
  });
  // The browser opens a popover some time after a pointer has come to rest, by its own timer.
  for (const type of ["interest", "loseinterest"]) {
    events.hear(realm, type, ({ isTrusted }) => {
      if (isTrusted) parts.nameUseAt(startOfDocument, "interestfor");
    });
  }
  const details = followDetails(realm, { real, events }, { changing, place });
  return {
    place,
    admit(target, event) {
      forgetRemoved();
      // One that another change has caused, as of details that share a name, was queued before those that are to come.
      const order = places.get(target) ?? Math.min(...places.values());
      if (order === Infinity) {
        // Nothing tells of them, so they come when the browser likes, beside what loads.
        if (!isComplete()) parts.nameUseAt(startOfDocument, "toggle of details while loading");
        return false;
      }
      if (places.delete(target)) tasks.onLost();
      const run = (): void => {
        void events.letGo(target, event);
      };
      if (!tasks.admit(run, () => order)) event.stopImmediatePropagation();
      return true;
    },
  };
}

interface ChangingElements {
  /** See `orderToggles`. */
  readonly changing: Map<EventTarget, Event | null>;
  readonly place: () => void;
}

/** Follows which details open and close, by their property and by clicks on their summaries: no event tells before. */
function followDetails(
  realm: Window & typeof globalThis,
  { real, events }: Pick<LoadParts, "real"> & { readonly events: HeldEvents },
  { changing, place }: ChangingElements,
): { readonly noteClicked: () => void } {
  const { HTMLDetailsElement, HTMLElement, NodeList } = realm;
  const { prototype } = HTMLDetailsElement;
  const isOpen = nativeGetter(prototype, "open");
  const nameOf = nativeGetter(prototype, "name");
  const select = nativeMethod(realm.Document.prototype, "querySelectorAll");
  /** The open details in the document that share a name. */
  const openOf = (details: HTMLDetailsElement): readonly Element[] => {
    const name = nameOf?.(details);
    const open: unknown = name === "" ? null : Reflect.apply(select, ownDocument(), ["details[open]"]);
    return open instanceof NodeList
      ? Array.from(open).flatMap((one) => (one instanceof HTMLDetailsElement && nameOf?.(one) === name ? one : []))
      : [];
  };
  /** Notes that one may change. Returns a function that places its task if it has. */
  const follow = (details: HTMLDetailsElement): (() => void) => {
    const before = isOpen?.(details);
    const others = before === false ? openOf(details) : [];
    return () => {
      if (isOpen?.(details) === before) return;
      changing.set(details, null);
      place();
      // It closes the other one that shares its name. A task of that one comes anew.
      for (const other of others) if (isOpen?.(other) === false) changing.set(other, null);
      place();
    };
  };
  replaceSetter(prototype, "open", (details, value, set) => {
    const placeChange = follow(details);
    set(value);
    placeChange();
  });
  /** The details whose summary is clicked on, until the click has acted. */
  let clicked: (() => void) | null = null;
  const noteClicked = (): void => {
    const placeChange = clicked;
    clicked = null;
    placeChange?.();
  };
  events.hear(realm, "click", (event) => {
    const summary = event.composedPath().find((one) => one instanceof HTMLElement && one.localName === "summary");
    const details = summary instanceof HTMLElement ? summary.parentElement : null;
    if (!(details instanceof HTMLDetailsElement)) return;
    clicked = follow(details);
    // For a click without a call.
    real.queueMicrotask(place);
  });
  return { noteClicked };
}
