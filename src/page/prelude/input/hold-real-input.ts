import type { PageInput } from "./page-input.ts";

/** Everything that a device sends to a page. */
const deviceEvents = [
  "keydown keypress keyup",
  "pointerdown pointermove pointerup pointercancel pointerover pointerout pointerenter pointerleave pointerrawupdate",
  "mousedown mousemove mouseup mouseover mouseout mouseenter mouseleave contextmenu auxclick dblclick",
  "wheel touchstart touchmove touchend touchcancel",
  "gamepadconnected gamepaddisconnected",
  // Locking is Framegate's, see `installVirtualPointerLock`; these are of the lock behind it.
  "pointerlockchange pointerlockerror",
].flatMap((names) => names.split(" "));

/**
 * Keeps what real devices send from the page: a mouse that somebody moves over the window must not change a run. Focus
 * and visibility of the window are the tape's as well. Must be installed before any script of the page listens.
 * @param onHeld Given every event that is kept.
 */
export function holdRealInput(
  { realm, isReal }: Pick<PageInput, "realm" | "isReal">,
  onHeld: (event: Event) => void,
): void {
  function hold(event: Event): void {
    if (!event.isTrusted || isReal()) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
    onHeld(event);
  }
  for (const type of deviceEvents) realm.addEventListener(type, hold, { capture: true, passive: false });
  // A click by keyboard or by script counts no presses, and is the page's own.
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
  realm.addEventListener("visibilitychange", hold, true);
}
