import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import { isComplete, ownDocument } from "../native/own-documents.ts";

/** The state of a document that the browser has loaded, but not yet the page. */
export interface HeldReadyState {
  /** Lets the page see that the document is complete. Returns the event that tells so; null if nothing was held. */
  show(): Event | null;
  /** True once a script has stopped the load, whose event never comes. */
  isStopped(): boolean;
}

interface Options {
  /** True while the page has to see its document as loading. */
  readonly isParsingHeld: () => boolean;
  /** Asked when the browser tells that the document is complete. */
  readonly mayHold: () => boolean;
  /** Called when a script has stopped the load. Such a document is complete at once, and gets no `load`. */
  readonly onStopped: () => void;
}

/** Keeps from the page that its document is complete, which the browser tells directly before `load`. */
export function holdReadyState(
  realm: Window & typeof globalThis,
  { isParsingHeld, mayHold, onStopped }: Options,
): HeldReadyState {
  let held: Event | null = null;
  let isStopping = false;
  let isStopped = false;
  realm.addEventListener(
    "readystatechange",
    (event) => {
      if (!event.isTrusted || event.target !== ownDocument() || !isComplete() || isStopping || !mayHold()) return;
      event.stopImmediatePropagation();
      held = event;
    },
    true,
  );
  replaceGetter(realm.Document.prototype, "readyState", (original, receiver) => {
    const state = original();
    if (receiver !== ownDocument() || state === "loading") return state;
    if (isParsingHeld()) return "loading";
    return held !== null && state === "complete" ? "interactive" : state;
  });
  replaceMethod(realm, "stop", (stop) => {
    function replacement(this: unknown): unknown {
      const wasComplete = isComplete();
      isStopping = true;
      const result: unknown = Reflect.apply(stop, this, []);
      isStopping = false;
      if (wasComplete || !isComplete()) return result;
      isStopped = true;
      onStopped();
      return result;
    }
    return replacement;
  });
  return {
    show() {
      const shown = held;
      held = null;
      return shown;
    },
    isStopped: () => isStopped,
  };
}
