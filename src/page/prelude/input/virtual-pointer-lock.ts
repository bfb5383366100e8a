import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { PageInput } from "./page-input.ts";
import type { RealPointerLock } from "./real-pointer-lock.ts";
import { ownDocument } from "../native/own-documents.ts";

const removedText = "Failed to execute 'requestPointerLock' on 'Element': Target Element removed from DOM";

/** A pointer lock that needs no permission of the browser. */
export interface VirtualPointerLock {
  /** The element that holds the pointer lock, while it is in the document. */
  element(): Element | null;
  /** Ends the lock, as the Escape key does. */
  exit(): void;
}

/**
 * Replaces pointer lock: every request succeeds when timers next run, with the events of a browser. The native lock
 * needs a user gesture and a window in the foreground.
 * @param real Also locked if a person plays; the page gets no events from it.
 */
export function installVirtualPointerLock(
  { realm, isReal }: Pick<PageInput, "realm" | "isReal">,
  real: RealPointerLock | null,
): VirtualPointerLock {
  // The virtual timer: the change comes in a later task, but in the same frame of every run.
  const { DOMException, Event, Promise, setTimeout } = realm;
  let locked: Element | null = null;

  function element(): Element | null {
    return locked?.isConnected === true ? locked : null;
  }

  function send(type: string): void {
    ownDocument().dispatchEvent(new Event(type));
  }

  function change(next: Element | null): void {
    if (locked === next) return;
    locked = next;
    send("pointerlockchange");
  }

  replaceMethod(realm.Element.prototype, "requestPointerLock", (original) => {
    return function replacement(this: Element, ...parameters: unknown[]): unknown {
      if (isReal()) return Reflect.apply(original, this, parameters);
      if (!this.isConnected) {
        setTimeout(send, 0, "pointerlockerror");
        return Promise.reject(new DOMException(removedText, "WrongDocumentError"));
      }
      real?.request(this, parameters);
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => {
          if (this.isConnected) {
            change(this);
            resolve();
          } else {
            send("pointerlockerror");
            reject(new DOMException(removedText, "WrongDocumentError"));
          }
        }, 0);
      });
    };
  });
  replaceMethod(realm.Document.prototype, "exitPointerLock", (original) => {
    return function replacement(this: Document): void {
      if (isReal()) {
        Reflect.apply(original, this, []);
        return;
      }
      real?.giveBack();
      setTimeout(() => {
        change(null);
      }, 0);
    };
  });
  replaceGetter(realm.Document.prototype, "pointerLockElement", (original) => (isReal() ? original() : element()));
  return {
    element,
    exit() {
      real?.forget();
      change(null);
    },
  };
}
