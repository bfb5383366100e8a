import type { PlayedEvent } from "../../../formats/tape.ts";
import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import { ownDocument } from "../native/own-documents.ts";
import type { VirtualTimers } from "../time/virtual-timers.ts";
import type { PageInput } from "./page-input.ts";

/** Tracks the user gestures that some browser APIs require. */
export interface VirtualGesture {
  /** Follows the input. Input in an iframe is a gesture for the pages around it as well. */
  follow(event: PlayedEvent): void;
}

/** Duration of a gesture in Chromium, in milliseconds: https://html.spec.whatwg.org/#transient-activation-duration */
const gestureMs = 5000;

/**
 * Replaces everything that shows a page whether there was a user gesture. A replay has no real gestures, so a page that
 * saw those of the recording would take another path; therefore the tape's presses count in both. Full screen is
 * refused in both, because a replay has no screen. The refusal is the one for a missing gesture.
 */
export function installVirtualGesture(
  { realm, clock, isReal }: Pick<PageInput, "realm" | "clock" | "isReal">,
  timers: Pick<VirtualTimers, "runEarly">,
): VirtualGesture {
  const { Navigator } = realm;
  let lastPressMs: number | null = null;

  const gestures: object | undefined = Reflect.get(realm, "UserActivation");
  const prototype: unknown = gestures === undefined ? null : Reflect.get(gestures, "prototype");
  if (typeof prototype === "object" && prototype !== null) {
    replaceGetter(prototype, "hasBeenActive", (original) => (isReal() ? original() : lastPressMs !== null));
    replaceGetter(prototype, "isActive", (original) => {
      return isReal() ? original() : lastPressMs !== null && clock.now() - lastPressMs < gestureMs;
    });
  }

  refuseFullscreen(realm, isReal, timers);
  replaceMethod(Navigator.prototype, "vibrate", (vibrate) => {
    return function replacement(this: Navigator, ...parameters: unknown[]): unknown {
      // Throws for a pattern that is none.
      const isDone: unknown = Reflect.apply(vibrate, this, parameters);
      return isReal() ? isDone : lastPressMs !== null;
    };
  });
  return {
    follow(event) {
      if (isPress(event)) lastPressMs = clock.now();
    },
  };
}

/** Refuses with the events of a browser, which sends them at the beginning of its next animation frame. */
function refuseFullscreen(
  { Element, Event, Promise, TypeError }: Window & typeof globalThis,
  isReal: () => boolean,
  timers: Pick<VirtualTimers, "runEarly">,
): void {
  const { dispatchEvent } = Element.prototype;
  let refusals: (() => void)[] = [];
  timers.runEarly({
    areDue: () => refusals.length > 0,
    take() {
      const taken = refusals;
      refusals = [];
      return taken;
    },
  });
  function tell(element: Element, type: string): void {
    refusals.push(() => {
      const event = new Event(type, { bubbles: true, composed: true });
      Reflect.apply(dispatchEvent, element.isConnected ? element : ownDocument(), [event]);
    });
  }

  replaceMethod(Element.prototype, "requestFullscreen", (original) => {
    return function replacement(this: Element, ...parameters: unknown[]): unknown {
      if (isReal()) return Reflect.apply(original, this, parameters);
      tell(this, "fullscreenerror");
      return Promise.reject(new TypeError(this.isConnected ? "Permissions check failed" : "Element is not connected"));
    };
  });
  for (const name of ["webkitRequestFullscreen", "webkitRequestFullScreen"]) {
    replaceMethod(Element.prototype, name, (original) => {
      return function replacement(this: Element, ...parameters: unknown[]): void {
        if (isReal()) Reflect.apply(original, this, parameters);
        // The old API returns nothing, and has an event of its own.
        else tell(this, "webkitfullscreenerror");
      };
    });
  }
}

/** Escape leaves full screen and locks, so it is no gesture that could request them. */
function isPress(event: PlayedEvent): boolean {
  if (event.type === "key") return event.pressed && event.code !== "Escape";
  return event.type === "mouse_button" && event.pressed;
}
