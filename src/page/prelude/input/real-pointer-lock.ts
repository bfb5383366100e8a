/** The browser's own pointer lock, behind the one that a page is told of: the mouse of a person would leave the window. */
export interface RealPointerLock {
  /** Asks for it. The gesture that the browser wants is the press of a moment ago, of which the page has just heard. */
  request(element: Element, parameters: readonly unknown[]): void;
  /** Gives it back, also one that the browser grants only later. */
  giveBack(): void;
  /** Takes note that the page has lost it, by the person's doing. */
  forget(): void;
  /** Follows a change. Returns whether the person has taken the pointer back, which the page does not know yet. */
  follow(isLocked: boolean): boolean;
}

/** Takes the lock of `realm`. Call before it is replaced. `warn` is told when the browser refuses it. */
export function takeRealPointerLock(
  realm: Window & typeof globalThis,
  warn: (message: string) => void,
): RealPointerLock {
  const { Promise, document } = realm;
  const { requestPointerLock } = realm.Element.prototype;
  const exit = document.exitPointerLock.bind(document);
  // What the page asked for last. The browser answers later, when the page may have thought better of it.
  let isWanted = false;

  function refused(reason: unknown): void {
    warn(`The browser did not lock the pointer, so the mouse may leave the window: ${String(reason)}`);
  }

  return {
    request(element, parameters) {
      isWanted = true;
      // Older browsers return nothing and say by an event whether they did.
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
