import { deviceEventInit, type MousePlace, type PageInput } from "./page-input.ts";

/** One finger, which does what the mouse does with its first button. */
export interface TouchSender {
  start(target: Element, place: MousePlace): TouchOutcome;
  /** Returns whether the page wants no mouse events of this finger. */
  move(place: MousePlace): boolean;
  end(place: MousePlace): TouchOutcome;
  cancel(): void;
}

export interface TouchOutcome {
  readonly isHeard: boolean;
  /** Whether the page wants neither mouse events nor a click of this finger. */
  readonly isPrevented: boolean;
}

/**
 * Creates the finger of a realm. It touches only a page that listens for touches and not for the mouse: one that listens
 * for both would do everything twice.
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
      if (Touch === undefined || !isTouchOnly()) return { isHeard: false, isPrevented: false };
      touched = target;
      isPrevented = false;
      const isHeard = dispatch("touchstart", target, place);
      return { isHeard, isPrevented };
    },
    move(place) {
      // A finger stays with the element on which it came down.
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
