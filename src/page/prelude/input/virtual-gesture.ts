import type { TapeEvent } from "../../../formats/tape.ts";
import { type Method, replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { PageInput } from "./page-input.ts";

/** What a browser allows only to a person's gesture. */
export interface VirtualGesture {
  /** Takes note of what a device does. What lies in a frame is a gesture for the pages around it as well. */
  follow(event: TapeEvent): void;
}

/** How long a gesture counts in Chromium, milliseconds: https://html.spec.whatwg.org/#transient-activation-duration */
const gestureMs = 5000;

/**
 * Replaces what a page can tell of a person's gestures. Only a recorded run has any, so a page that is told of them would
 * go another way than in a replay: the presses of the tape count in both. A full screen is granted in neither, because a
 * replay has no screen; the refusal is that of a page without a gesture.
 */
export function installVirtualGesture({
  realm,
  clock,
  isReal,
}: Pick<PageInput, "realm" | "clock" | "isReal">): VirtualGesture {
  // The virtual timer: the refusal comes in a later task, and in the same frame of every run.
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
        // The old one returns nothing and says by an event alone that it was refused.
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

/** The key that takes a person out of everything asks for nothing. */
function isPress(event: TapeEvent): boolean {
  if (event.type === "key") return event.pressed && event.code !== "Escape";
  return event.type === "mouse_button" && event.pressed;
}
