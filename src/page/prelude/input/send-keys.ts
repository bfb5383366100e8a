import type { KeyActions } from "./key-actions.ts";
import { deviceEventInit, focusedElement, type Modifiers, type PageInput } from "./page-input.ts";
import { type KeyMeaning, meaningOf } from "./us-keyboard.ts";

/** Sends keyboard events to a page. */
export interface KeySender {
  /** Presses or releases a key. Returns whether a listener heard it. */
  send(code: string, isPressed: boolean): boolean;
}

/** The held modifier keys and the state of CapsLock, shared by the keyboard and the mouse. */
export interface HeldModifiers {
  readonly read: () => Modifiers;
  follow(code: string, isPressed: boolean): void;
  isCapsLockOn(): boolean;
  /** Releases everything: the page lost the focus and gets no releases. */
  letGo(): void;
}

/** Creates the state of a keyboard without held keys. */
export function createHeldModifiers(): HeldModifiers {
  const held = new Set<string>();
  let isCapsLockOn = false;
  const isHeld = (name: string): boolean => held.has(`${name}Left`) || held.has(`${name}Right`);
  return {
    read: () => ({
      shiftKey: isHeld("Shift"),
      ctrlKey: isHeld("Control"),
      altKey: isHeld("Alt"),
      metaKey: isHeld("Meta"),
    }),
    follow(code, isPressed) {
      if (code === "CapsLock" && isPressed) isCapsLockOn = !isCapsLockOn;
      if (isPressed) held.add(code);
      else held.delete(code);
    },
    isCapsLockOn: () => isCapsLockOn,
    letGo() {
      held.clear();
    },
  };
}

/**
 * Creates the keyboard of a realm. A press is a keydown and, for a key with a character, a keypress; after each event that
 * the page does not prevent, the key does what it does in a browser.
 */
export function createKeySender(
  { realm, listeners }: PageInput,
  modifiers: HeldModifiers,
  actions: KeyActions,
): KeySender {
  const { KeyboardEvent } = realm;

  function dispatch(type: string, init: KeyboardEventInit): Dispatched {
    const event = new KeyboardEvent(type, { ...deviceEventInit(realm), ...modifiers.read(), ...init });
    const target = focusedElement(realm);
    const isHeard = listeners.send(target, event);
    return { target, isHeard, isPrevented: event.defaultPrevented };
  }

  return {
    send(code, isPressed) {
      // Before the event: the keydown of Shift itself has `shiftKey` set.
      modifiers.follow(code, isPressed);
      const meaning = meaningOf(code);
      const held = modifiers.read();
      const key = keyOf(meaning, held.shiftKey, modifiers.isCapsLockOn());
      const init = { code, key, location: meaning.location, keyCode: meaning.keyCode };
      if (!isPressed) {
        const up = dispatch("keyup", init);
        return (!up.isPrevented && actions.up(up.target, key)) || up.isHeard;
      }
      const down = dispatch("keydown", init);
      if (down.isPrevented) return down.isHeard;
      if (actions.down(down.target, key, held)) return true;
      const character = held.ctrlKey || held.metaKey ? null : characterOf(key);
      if (character === null) return down.isHeard;
      const press = dispatch("keypress", { ...init, keyCode: character, charCode: character });
      return (!press.isPrevented && actions.press(press.target, key, held)) || down.isHeard || press.isHeard;
    },
  };
}

interface Dispatched {
  readonly target: Element;
  readonly isHeard: boolean;
  readonly isPrevented: boolean;
}

function keyOf({ key, shifted }: KeyMeaning, isShifted: boolean, isCapsLockOn: boolean): string {
  // CapsLock only affects letters.
  const isLetter = /^[a-z]$/u.test(key);
  return isShifted !== (isCapsLockOn && isLetter) ? shifted : key;
}

/** The code of the character that a key writes, or null. Enter writes a carriage return. */
function characterOf(key: string): number | null {
  if (key === "Enter") return 13;
  return key.length === 1 ? key.charCodeAt(0) : null;
}
