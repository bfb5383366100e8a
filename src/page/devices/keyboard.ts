import type { DeviceParts } from "./device-parts.ts";
import { keyEventOf } from "./translate-events.ts";

/** Feeds the keys of the window. Keys that the map binds do not scroll the page or move its focus. */
export function listenToKeyboard({ realm, manager, emit, signal }: DeviceParts): void {
  function onKey(event: KeyboardEvent): void {
    const isTyped = isTextField(realm, event.target);
    const { type, code, repeat, isComposing } = event;
    const translated = keyEventOf({ type, code, repeat, isComposing, isTyped });
    if (translated !== null) emit(translated);
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    if (!isTyped && !isShortcut && manager.isBound("key", code)) event.preventDefault();
  }
  // The first of all listeners, so that a game's own cannot hide a release.
  realm.addEventListener("keydown", onKey, { capture: true, signal });
  realm.addEventListener("keyup", onKey, { capture: true, signal });
}

/** Inputs without text: a key pressed there belongs to the game. */
const buttonLikeInputs = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

function isTextField(realm: Window & typeof globalThis, target: EventTarget | null): boolean {
  if (target instanceof realm.HTMLInputElement) return !buttonLikeInputs.has(target.type);
  return (
    target instanceof realm.HTMLTextAreaElement ||
    target instanceof realm.HTMLSelectElement ||
    (target instanceof realm.HTMLElement && target.isContentEditable)
  );
}
