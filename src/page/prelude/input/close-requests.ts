import { listenAlways } from "../native/own-listeners.ts";
import { type MousePlace, parentOf } from "./page-input.ts";

/** The open dialogs and popovers, which Escape closes, and a press outside of them. */
export interface CloseRequests {
  /** Asks the dialog or popover that was opened last to close. False if none is open. */
  closeLast(): boolean;
  /** Call before the `pointerdown` event of a press. */
  press(target: Element, place: MousePlace): void;
  /** Closes what the mouse was pressed and released outside of. Call before the `pointerup` event. */
  release(target: Element, place: MousePlace): void;
}

/** The innermost popover and dialog that a press was in. */
interface Pressed {
  readonly popover: HTMLElement | null;
  readonly dialog: HTMLElement | null;
}

/**
 * Follows which dialogs and popovers are opened, as the browser does for Escape and for presses. Call before the page's
 * listeners are watched, because this one is not the page's.
 */
export function followCloseRequests(realm: Window & typeof globalThis): CloseRequests {
  const { HTMLButtonElement, HTMLDialogElement, HTMLElement, ToggleEvent } = realm;
  let opened: readonly HTMLElement[] = [];
  listenAlways(realm, "beforetoggle", (event) => {
    const { target } = event;
    if (!event.isTrusted || !(event instanceof ToggleEvent) || !(target instanceof HTMLElement)) return;
    const others = opened.filter((one) => one !== target && one.isConnected);
    opened = event.newState === "open" ? [...others, target] : others;
  });
  const close = (element: HTMLElement): boolean => {
    if (element.popover !== null && element.matches(":popover-open")) {
      if (!isLight(element)) return false;
      element.hidePopover();
      return true;
    }
    if (!(element instanceof HTMLDialogElement) || !element.open || !isClosedByKey(element)) return false;
    element.requestClose();
    return true;
  };
  const openPopovers = (): readonly HTMLElement[] =>
    opened.filter((one) => isLight(one) && one.matches(":popover-open"));

  /** A button that opens a popover counts as a part of it. */
  const popoverAt = (target: Element): HTMLElement | null => {
    const around = elementsAround(target);
    const invoked = around.find((one) => one instanceof HTMLButtonElement && one.popoverTargetElement !== null);
    const invokedPopover = invoked instanceof HTMLButtonElement ? invoked.popoverTargetElement : null;
    return openPopovers().findLast((one) => around.includes(one) || one === invokedPopover) ?? null;
  };
  const dialogAt = (target: Element, place: MousePlace): HTMLElement | null => {
    if (target.matches("dialog:modal") && !isWithin(target, place)) return null;
    const dialog = elementsAround(target).find((one) => one instanceof HTMLDialogElement && one.open);
    return dialog instanceof HTMLDialogElement ? dialog : null;
  };
  let pressed: Pressed = { popover: null, dialog: null };
  return {
    closeLast: () => opened.toReversed().some(close),
    press(target, place) {
      pressed = { popover: popoverAt(target), dialog: dialogAt(target, place) };
    },
    release(target, place) {
      const popover = popoverAt(target);
      const popovers = openPopovers();
      if (popover === pressed.popover) {
        const outside = popovers.slice(popover === null ? 0 : popovers.indexOf(popover) + 1);
        for (const one of outside.toReversed()) one.hidePopover();
      }
      const last = opened.findLast((one) => one instanceof HTMLDialogElement && one.open);
      const dialog = dialogAt(target, place);
      if (!(last instanceof HTMLDialogElement) || dialog === last || dialog !== pressed.dialog) return;
      if (last.getAttribute("closedby")?.toLowerCase() === "any") last.requestClose();
    },
  };
}

/** A manual popover stays open until the page closes it. */
function isLight({ popover }: HTMLElement): boolean {
  return popover !== null && popover !== "manual";
}

function isWithin(element: Element, { x, y }: MousePlace): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x < right && y >= top && y < bottom;
}

/** Innermost first, including the element itself. */
function elementsAround(element: Element): readonly Node[] {
  const around: Node[] = [];
  for (let one: Node | null = element; one !== null; one = parentOf(one)) around.push(one);
  return around;
}

/** By its attribute; without one only a modal dialog is. */
function isClosedByKey(dialog: HTMLDialogElement): boolean {
  const closedBy = dialog.getAttribute("closedby")?.toLowerCase();
  if (closedBy === "any" || closedBy === "closerequest") return true;
  return closedBy !== "none" && dialog.matches(":modal");
}
