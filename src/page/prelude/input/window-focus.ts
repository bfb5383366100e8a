import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { PageInput } from "./page-input.ts";
import { ownDocument } from "../native/own-documents.ts";

/** The focus of the window that the page sees. */
export interface WindowFocus {
  lose(): void;
  gain(): void;
}

/**
 * Replaces the focus and the visibility of the window. A page starts in the foreground, and stays there until the tape
 * changes it, or the document is left, which `isLeft` tells.
 */
export function installWindowFocus({ realm, listeners, isReal }: PageInput, isLeft: () => boolean): WindowFocus {
  const { Event, FocusEvent } = realm;
  const { prototype } = realm.Document;
  let hasFocus = true;
  // Other documents of the realm have no window. They are hidden, and have no focus.
  replaceMethod(prototype, "hasFocus", (original) => {
    return function replacement(this: Document): unknown {
      return isReal() || this !== ownDocument() ? Reflect.apply(original, this, []) : hasFocus;
    };
  });
  const isNative = (receiver: unknown): boolean => isReal() || isLeft() || receiver !== ownDocument();
  replaceGetter(prototype, "hidden", (original, receiver) => (isNative(receiver) ? original() : !hasFocus));
  replaceGetter(prototype, "visibilityState", (original, receiver) => {
    if (isNative(receiver)) return original();
    return hasFocus ? "visible" : "hidden";
  });

  const tellVisibility = (): void => {
    listeners.send(ownDocument(), new Event("visibilitychange", { bubbles: true }));
  };
  return {
    lose() {
      if (!hasFocus) return;
      hasFocus = false;
      listeners.send(realm, new FocusEvent("blur"));
      tellVisibility();
    },
    gain() {
      if (hasFocus) return;
      hasFocus = true;
      tellVisibility();
      listeners.send(realm, new FocusEvent("focus"));
    },
  };
}
