import { type Method, replaceGetter, replaceMethod } from "../native-look.ts";
import type { PageInput } from "./page-input.ts";

/** A pointer lock that no browser has to grant. */
export interface VirtualPointerLock {
  /** The element that holds the pointer, while it is in the document. */
  element(): Element | null;
  /** Gives the pointer free, as the Escape key does. */
  exit(): void;
  /**
   * Follows the browser's own lock, where it was asked for. Returns whether the person has taken the pointer back, which
   * the page does not know yet.
   */
  followReal(isReallyLocked: boolean): boolean;
}

export interface RealLocking {
  /** Whether the browser is asked, too: the mouse of a person who plays would leave the window. */
  readonly locksReally: boolean;
  readonly warn: (message: string) => void;
}

/**
 * Replaces pointer lock: whoever asks for it gets it at the next delivery of timers, and hears of it as a browser would
 * tell. The real one needs a person's gesture and a window in the foreground; where it is asked for, the page hears
 * nothing of it.
 */
export function installVirtualPointerLock(
  { realm, isReal }: Pick<PageInput, "realm" | "isReal">,
  { locksReally, warn }: RealLocking,
): VirtualPointerLock {
  // The virtual timer: the change comes in a later task, and in the same frame of every run.
  const { DOMException, Event, Promise, document, setTimeout } = realm;
  let locked: Element | null = null;
  // What the page asked for last. The browser answers later, when the page may have thought better of it.
  let isWanted = false;
  let exitReally = (): void => undefined;

  function element(): Element | null {
    return locked?.isConnected === true ? locked : null;
  }

  function refused(reason: unknown): void {
    warn(`The browser did not lock the pointer, so the mouse may leave the window: ${String(reason)}`);
  }

  /** The gesture that the browser wants is the press of a moment ago, which the page has just heard of. */
  function lockReally(original: Method, element: Element, parameters: readonly unknown[]): void {
    // Older browsers return nothing and say by an event whether they did.
    const asked: unknown = Reflect.apply(original, element, parameters);
    if (asked instanceof Promise) asked.catch(refused);
  }

  function change(next: Element | null): void {
    if (locked === next) return;
    locked = next;
    document.dispatchEvent(new Event("pointerlockchange", { bubbles: true }));
  }

  replaceMethod(realm.Element.prototype, "requestPointerLock", (original) => {
    return function replacement(this: Element, ...parameters: unknown[]): unknown {
      isWanted = true;
      if (isReal()) return Reflect.apply(original, this, parameters);
      if (locksReally) lockReally(original, this, parameters);
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => {
          if (this.isConnected) {
            change(this);
            resolve();
          } else {
            document.dispatchEvent(new Event("pointerlockerror", { bubbles: true }));
            reject(new DOMException("The element is not in the document.", "WrongDocumentError"));
          }
        }, 0);
      });
    };
  });
  replaceMethod(realm.Document.prototype, "exitPointerLock", (original) => {
    exitReally = () => {
      Reflect.apply(original, document, []);
    };
    return function replacement(this: Document): void {
      isWanted = false;
      if (isReal() || locksReally) Reflect.apply(original, this, []);
      if (isReal()) return;
      setTimeout(() => {
        change(null);
      }, 0);
    };
  });
  replaceGetter(realm.Document.prototype, "pointerLockElement", (original) => (isReal() ? original() : element()));
  return {
    element,
    exit() {
      isWanted = false;
      change(null);
    },
    followReal(isReallyLocked) {
      if (isReallyLocked && !isWanted) exitReally();
      const isTakenBack = !isReallyLocked && isWanted;
      if (isTakenBack) isWanted = false;
      return isTakenBack;
    },
  };
}
