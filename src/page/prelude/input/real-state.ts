import { ownDocument } from "../native/own-documents.ts";

/** The browser's real state of a page, independent of what the page sees. */
export interface RealState {
  /** Whether the page is hidden, or neither it nor a frame of it has the focus. */
  isAway(): boolean;
  isPointerLocked(): boolean;
  readPads(): readonly (Gamepad | null)[];
}

/** Captures the getters of `realm`. Call before anything is replaced. */
export function takeRealState({ navigator, Document }: Window & typeof globalThis): RealState {
  const readVisibility = getterOf(Document.prototype, "visibilityState");
  const readLock = getterOf(Document.prototype, "pointerLockElement");
  const { hasFocus } = Document.prototype;
  const getGamepads = navigator.getGamepads?.bind(navigator);
  return {
    isAway: () =>
      Reflect.apply(readVisibility, ownDocument(), []) === "hidden" || !Reflect.apply(hasFocus, ownDocument(), []),
    isPointerLocked: () => Reflect.apply(readLock, ownDocument(), []) !== null,
    readPads() {
      try {
        return getGamepads?.() ?? [];
      } catch {
        // A page whose permissions policy forbids gamepads has none.
        return [];
      }
    },
  };
}

function getterOf(owner: object, key: string): () => unknown {
  const getter = Object.getOwnPropertyDescriptor(owner, key)?.get;
  return getter ?? ((): unknown => null);
}
