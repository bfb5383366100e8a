import { ownDocument } from "../native/own-documents.ts";

/**
 * The browser's own pointer lock, used behind the virtual one, because a person's mouse would otherwise leave the
 * window.
 */
export interface RealPointerLock {
  /** Requests the lock. The required user gesture is the press that has just been sent to the page. */
  request(element: Element, parameters: readonly unknown[]): void;
  /** Ends the lock, even one that the browser has not granted yet. */
  giveBack(): void;
  /** Records that the person has ended the lock. */
  forget(): void;
  /** Follows a change. Returns whether the person has ended the lock and the page does not know yet. */
  follow(isLocked: boolean): boolean;
}

/** Captures the lock of `realm`. Call before it is replaced. Calls `warn` if the browser refuses it. */
export function takeRealPointerLock(
  realm: Window & typeof globalThis,
  warn: (message: string) => void,
): RealPointerLock {
  const { Promise } = realm;
  const { requestPointerLock } = realm.Element.prototype;
  const { exitPointerLock } = realm.Document.prototype;
  const exit = (): void => {
    Reflect.apply(exitPointerLock, ownDocument(), []);
  };
  // The page's last request. The browser answers later, when the page may have changed its mind.
  let isWanted = false;

  function refused(reason: unknown): void {
    warn(`The browser did not lock the pointer, so the mouse may leave the window: ${String(reason)}`);
  }

  return {
    request(element, parameters) {
      isWanted = true;
      // Older browsers return nothing, and report the result only by an event.
      const asked: unknown = Reflect.apply(requestPointerLock, element, parameters);
      if (asked instanceof Promise) asked.catch(refused);
    },
    giveBack() {
      isWanted = false;
      exit();
    },
    forget() {
      isWanted = false;
    },
    follow(isLocked) {
      if (isLocked && !isWanted) exit();
      const isTakenBack = !isLocked && isWanted;
      if (isTakenBack) isWanted = false;
      return isTakenBack;
    },
  };
}
