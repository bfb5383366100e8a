import type { VirtualClock } from "../time/virtual-clock.ts";
import type { ListenerWatch } from "./listener-watch.ts";

/** What each device of a realm is given to send its events with. */
export interface PageInput {
  readonly realm: Window & typeof globalThis;
  readonly clock: VirtualClock;
  readonly listeners: ListenerWatch;
  /** Whether the page is left to the real devices of the browser. */
  isReal(): boolean;
  /** Whether the modifier keys are held, for every event that says so. */
  modifiers(): Modifiers;
}

export interface Modifiers {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Where the mouse is in the viewport, CSS pixels, and how far it came from where it was. */
export interface MousePlace {
  readonly x: number;
  readonly y: number;
  readonly movementX: number;
  readonly movementY: number;
}

/** What the browser gives every event of a device: it bubbles out of shadow trees and can be prevented. */
export function deviceEventInit(realm: Window & typeof globalThis): Readonly<{
  bubbles: true;
  cancelable: true;
  composed: true;
  view: Window & typeof globalThis;
}> {
  return { bubbles: true, cancelable: true, composed: true, view: realm };
}

/** The element that has the focus, in shadow trees too. */
export function focusedElement({ document }: Window): Element {
  let focused: Element | null = document.activeElement;
  for (let inner = focused; inner !== null; inner = inner.shadowRoot?.activeElement ?? null) focused = inner;
  return focused ?? document.body ?? document.documentElement;
}

/** The topmost element at a place in CSS pixels of the viewport, in shadow trees too. */
export function elementAt({ document }: Window, x: number, y: number): Element {
  let found: Element | null = null;
  let inner = document.elementFromPoint(x, y);
  while (inner !== null && inner !== found) {
    found = inner;
    inner = found.shadowRoot?.elementFromPoint(x, y) ?? null;
  }
  return found ?? document.documentElement;
}

const focusable = "a[href],area[href],button,input,select,textarea,summary,iframe,[tabindex],[contenteditable]";

/** Moves the focus as a press on `target` does: to it or what it lies in, else away from what has it. */
export function moveFocus(realm: Window & typeof globalThis, target: Element): void {
  const next = target.closest(focusable);
  if (next instanceof realm.HTMLElement || next instanceof realm.SVGElement) {
    next.focus({ preventScroll: true });
    return;
  }
  const { activeElement } = realm.document;
  if (activeElement instanceof realm.HTMLElement && activeElement !== realm.document.body) activeElement.blur();
}
