import { isShadowRoot } from "../native/shadow-roots.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import type { ListenerWatch } from "./listener-watch.ts";

/** Everything that a device of a realm needs to send its events. */
export interface PageInput {
  readonly realm: Window & typeof globalThis;
  readonly clock: VirtualClock;
  readonly listeners: ListenerWatch;
  /** Whether the page gets the input of the real devices. */
  isReal(): boolean;
  /** The modifier keys that are held, for events that include them. */
  modifiers(): Modifiers;
}

export interface Modifiers {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** The position of the mouse in the viewport and its movement since the last event, in CSS pixels. */
export interface MousePlace {
  readonly x: number;
  readonly y: number;
  readonly movementX: number;
  readonly movementY: number;
}

/** The fields that all device events have in common: they bubble out of shadow trees and can be prevented. */
export function deviceEventInit(realm: Window & typeof globalThis): Readonly<{
  bubbles: true;
  cancelable: true;
  composed: true;
  view: Window & typeof globalThis;
}> {
  return { bubbles: true, cancelable: true, composed: true, view: realm };
}

/** The focused element, also inside of shadow trees. */
export function focusedElement({ document }: Window): Element {
  let focused: Element | null = document.activeElement;
  for (let inner = focused; inner !== null; inner = inner.shadowRoot?.activeElement ?? null) focused = inner;
  return focused ?? document.body ?? document.documentElement;
}

/** The topmost element at a position in CSS pixels of the viewport, also inside of shadow trees. */
export function elementAt({ document }: Window, x: number, y: number): Element {
  let found: Element | null = null;
  let inner = document.elementFromPoint(x, y);
  while (inner !== null && inner !== found) {
    found = inner;
    inner = found.shadowRoot?.elementFromPoint(x, y) ?? null;
  }
  return found ?? document.documentElement;
}

/** The parent of a node; of a shadow tree, the element that has it. */
export function parentOf(node: Node): Node | null {
  return node.parentNode ?? (isShadowRoot(node) ? node.host : null);
}

/** Selects what may take the focus. */
export const focusable = "a[href],area[href],button,input,select,textarea,summary,iframe,[tabindex],[contenteditable]";

/** Selects the elements that match `:focus-visible` even if a press gave them the focus. */
const ringed =
  "textarea,select,[contenteditable],input:not([type=button],[type=checkbox],[type=color],[type=file],[type=image]" +
  ",[type=radio],[type=range],[type=reset],[type=submit])";

/** Moves the focus as a press on `target` does: to its closest focusable ancestor, or away from the focused element. */
export function moveFocus(realm: Window & typeof globalThis, target: Element): void {
  const label = target.closest("label");
  const isLabelled = label instanceof realm.HTMLLabelElement && label.control === realm.document.activeElement;
  // The click that follows would give it back.
  if (isLabelled && label.control !== null) return;
  const next = target.closest(focusable);
  if (next instanceof realm.HTMLElement || next instanceof realm.SVGElement) {
    const isShown = next.matches(ringed);
    next.focus({ preventScroll: true, ...(isShown ? {} : { focusVisible: false }) });
    return;
  }
  const { activeElement } = realm.document;
  if (activeElement instanceof realm.HTMLElement && activeElement !== realm.document.body) activeElement.blur();
}
