import type { PlayedEvent } from "../../../formats/tape.ts";
import { type Method, replaceGetter, replaceMethod } from "../native/native-look.ts";
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
export function installVirtualGesture({
  realm,
  clock,
  isReal,
}: Pick<PageInput, "realm" | "clock" | "isReal">): VirtualGesture {
  // The virtual timer: the refusal comes in a later task, but in the same frame of every run.
  const { Event, Promise, TypeError, setTimeout } = realm;
  let lastPressMs: number | null = null;

  const gestures: object | undefined = Reflect.get(realm, "UserActivation");
  const prototype: unknown = gestures === undefined ? null : Reflect.get(gestures, "prototype");
  if (typeof prototype === "object" && prototype !== null) {
    replaceGetter(prototype, "hasBeenActive", (original) => (isReal() ? original() : lastPressMs !== null));
    replaceGetter(prototype, "isActive", (original) => {
      return isReal() ? original() : lastPressMs !== null && clock.now() - lastPressMs < gestureMs;
    });
  }

  function refuse(element: Element): Promise<never> {
    return new Promise((_resolve, reject) => {
      setTimeout(() => {
        element.dispatchEvent(new Event("fullscreenerror", { bubbles: true, composed: true }));
        reject(new TypeError("Permissions check failed"));
      }, 0);
    });
  }

  function refuseUnlessReal(original: Method): CallableFunction {
    return function replacement(this: Element, ...parameters: unknown[]): unknown {
      return isReal() ? Reflect.apply(original, this, parameters) : refuse(this);
    };
  }
  replaceMethod(realm.Element.prototype, "requestFullscreen", refuseUnlessReal);
  for (const name of ["webkitRequestFullscreen", "webkitRequestFullScreen"]) {
    replaceMethod(realm.Element.prototype, name, (original) => {
      return function replacement(this: Element, ...parameters: unknown[]): void {
        if (isReal()) Reflect.apply(original, this, parameters);
        // The old API returns nothing, and reports a refusal only by an event.
        else refuse(this).catch(() => undefined);
      };
    });
  }
  return {
    follow(event) {
      if (isPress(event)) lastPressMs = clock.now();
    },
  };
}

/** Escape leaves full screen and locks, so it is no gesture that could request them. */
function isPress(event: PlayedEvent): boolean {
  if (event.type === "key") return event.pressed && event.code !== "Escape";
  return event.type === "mouse_button" && event.pressed;
}
