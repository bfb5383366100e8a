import { deviceEventInit, type MousePlace, type PageInput } from "./page-input.ts";

/** A single finger, which follows the mouse while its first button is down. */
export interface TouchSender {
  start(target: Element, place: MousePlace): TouchOutcome;
  /** Returns whether the page has prevented mouse events for this finger. */
  move(place: MousePlace): boolean;
  end(place: MousePlace): TouchOutcome;
  cancel(): void;
}

export interface TouchOutcome {
  readonly isHeard: boolean;
  /** Whether the page has prevented mouse events and clicks for this finger. */
  readonly isPrevented: boolean;
}

/**
 * Creates the finger of a realm. It only touches pages that listen for touches but not for the mouse, because pages
 * that listen for both would react twice. And it never touches what listens for clicks: many pages take the first touch
 * for a sign of a phone.
 */
export function createTouchSender({ realm, listeners, modifiers }: PageInput): TouchSender {
  const { Touch, TouchEvent } = realm;
  let touched: Element | null = null;
  let isPrevented = false;

  function isTouchOnly(): boolean {
    const isAnyHeard = (types: readonly string[]): boolean => types.some((type) => listeners.isListenedFor(type));
    return isAnyHeard(["touchstart", "touchmove", "touchend"]) && !isAnyHeard(["pointerdown", "mousedown"]);
  }

  function dispatch(type: string, target: Element, { x, y }: Pick<MousePlace, "x" | "y">): boolean {
    const finger = new Touch({
      identifier: 0,
      target,
      clientX: x,
      clientY: y,
      screenX: x,
      screenY: y,
      radiusX: 1,
      radiusY: 1,
      force: 1,
    });
    const down = type === "touchend" || type === "touchcancel" ? [] : [finger];
    const lists = { touches: down, targetTouches: down, changedTouches: [finger] };
    const event = new TouchEvent(type, { ...deviceEventInit(realm), ...modifiers(), ...lists });
    const isHeard = listeners.send(target, event);
    isPrevented ||= event.defaultPrevented;
    return isHeard;
  }

  return {
    start(target, place) {
      if (Touch === undefined || !isTouchOnly() || listeners.isHeardAlong(target, "click"))
        return { isHeard: false, isPrevented: false };
      touched = target;
      isPrevented = false;
      const isHeard = dispatch("touchstart", target, place);
      return { isHeard, isPrevented };
    },
    move(place) {
      // A finger keeps the element on which it came down as its target.
      if (touched === null) return false;
      dispatch("touchmove", touched, place);
      return isPrevented;
    },
    end(place) {
      if (touched === null) return { isHeard: false, isPrevented: false };
      const isHeard = dispatch("touchend", touched, place);
      touched = null;
      return { isHeard, isPrevented };
    },
    cancel() {
      if (touched !== null) dispatch("touchcancel", touched, { x: 0, y: 0 });
      touched = null;
    },
  };
}
