import type { PageInput } from "./page-input.ts";

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
  for (const type of deviceEvents) realm.addEventListener(type, hold, { capture: true, passive: false });
  // A click by keyboard or script has no press count, and stays the page's own.
  realm.addEventListener(
    "click",
    (event) => {
      if (event.detail > 0 && event.pointerType !== "") hold(event);
    },
    true,
  );
  for (const type of ["focus", "blur"]) {
    realm.addEventListener(
      type,
      (event) => {
        if (event.target === realm || event.target === realm.document) hold(event);
      },
      true,
    );
  }
  let isLeaving = false;
  let isLeft = false;
  realm.addEventListener(
    "pagehide",
    ({ isTrusted }) => {
      isLeaving ||= isTrusted;
    },
    true,
  );
  realm.addEventListener(
    "visibilitychange",
    (event) => {
      // A document that is left becomes hidden whichever window has the focus.
      if (isLeaving && event.isTrusted) isLeft = true;
      else hold(event);
    },
    true,
  );
  return () => isLeft;
}
