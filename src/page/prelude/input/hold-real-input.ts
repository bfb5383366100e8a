import type { PageInput } from "./page-input.ts";
import { listenAlways } from "../native/own-listeners.ts";

/** All events of input devices. */
const deviceEvents = [
  "keydown keypress keyup",
  "pointerdown pointermove pointerup pointercancel pointerover pointerout pointerenter pointerleave pointerrawupdate",
  "mousedown mousemove mouseup mouseover mouseout mouseenter mouseleave contextmenu auxclick dblclick",
  "wheel touchstart touchmove touchend touchcancel",
  "gamepadconnected gamepaddisconnected",
  // Pointer lock is virtual, see `installVirtualPointerLock`; these events come from the real lock behind it.
  "pointerlockchange pointerlockerror",
].flatMap((names) => names.split(" "));

/**
 * Hides the real devices' events from the page, because moving a mouse over the window must not change a run. The tape
 * also controls the focus and visibility of the window. Must be installed before any script of the page adds listeners.
 * @param onHeld Called with every hidden event.
 * @returns a function that tells whether the document has been hidden for good, with its frame.
 */
export function holdRealInput(
  { realm, isReal }: Pick<PageInput, "realm" | "isReal">,
  onHeld: (event: Event) => void,
): () => boolean {
  function hold(event: Event): void {
    if (!event.isTrusted || isReal()) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
    onHeld(event);
  }
  for (const type of deviceEvents) listenAlways(realm, type, hold, { capture: true, passive: false });
  // A click by keyboard or script has no press count, and stays the page's own.
  listenAlways(realm, "click", (event) => {
    if (event.detail > 0 && event.pointerType !== "") hold(event);
  });
  for (const type of ["focus", "blur"]) {
    listenAlways(realm, type, (event) => {
      if (event.target === realm || event.target === realm.document) hold(event);
    });
  }
  let isLeaving = false;
  let isLeft = false;
  listenAlways(realm, "pagehide", ({ isTrusted }) => {
    isLeaving ||= isTrusted;
  });
  listenAlways(realm, "visibilitychange", (event) => {
    // A document that is left becomes hidden whichever window has the focus.
    if (isLeaving && event.isTrusted) isLeft = true;
    else hold(event);
  });
  return () => isLeft;
}
