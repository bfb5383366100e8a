import type { SourceEvent } from "../../../formats/tape.ts";
import { createPointerFollower } from "../../devices/follow-pointer.ts";
import { createGamepadPolling } from "../../devices/gamepads.ts";
import { keyEventOf, wheelEventOf } from "../../devices/translate-events.ts";
import type { HeardInput } from "../../realm-agent.ts";
import type { RealPointerLock } from "./real-pointer-lock.ts";
import type { RealState } from "./real-state.ts";
import type { VirtualPointerLock } from "./virtual-pointer-lock.ts";

/** What the real devices of the browser do in one realm, written down in place of reaching the page. */
export interface RealInput {
  /** Takes note of an event of a device that was kept from the page. */
  hear(event: Event): void;
  /** What was done since the last call, in order. The first call begins the listening; what came before is forgotten. */
  take(): readonly HeardInput[];
}

export interface RealInputParts {
  readonly realm: Window & typeof globalThis;
  readonly state: RealState;
  /** Real milliseconds since 1970. */
  readonly realTime: () => number;
  /** The lock as the page knows it. While it has the pointer, its mouse has no place. */
  readonly lock: Pick<VirtualPointerLock, "element">;
  /** The browser's own behind it, if any. */
  readonly realLock: RealPointerLock | null;
  readonly warn: (message: string) => void;
}

/**
 * Creates the ear of a realm. A tape knows no fingers: the first one is the mouse with its first button, as it is when a
 * tape plays. The window's own state (its focus, its gamepads) is the top realm's to tell.
 */
export function createRealInput({ realm, state, realTime, lock, realLock, warn }: RealInputParts): RealInput {
  const { KeyboardEvent, PointerEvent, WheelEvent } = realm;
  const isTop = realm.parent === realm;
  const pads = createGamepadPolling({ emit, warn }, state.readPads);
  const pointer = createPointerFollower();
  let heard: HeardInput[] = [];
  let isListening = false;
  let isAway = false;

  function emit(event: SourceEvent): void {
    heard.push({ atMs: realTime(), event });
  }

  function hearPointer(event: PointerEvent): void {
    if (!event.isPrimary) {
      if (event.type === "pointerdown")
        warn("A second finger touched the page. A tape holds one finger, so it was left out.");
      return;
    }
    const { type, movementX, movementY } = event;
    const buttons = type === "pointercancel" ? 0 : event.buttons;
    const place = lock.element() !== null ? null : { x: event.clientX, y: event.clientY };
    pointer.follow({ type, buttons, movementX, movementY, place }).forEach(emit);
  }

  function hearKey({ type, code, repeat, isComposing }: KeyboardEvent): void {
    // A page hears what is typed into its fields, too, and may well play by it.
    const translated = keyEventOf({ type, code, repeat, isComposing, isTyped: false });
    if (translated !== null) emit(translated);
  }

  function hearWindow({ type }: Event): void {
    if (type === "blur") pointer.forgetButtons();
    // Taken away by the Escape key, or by another window.
    const isTakenBack = type === "pointerlockchange" && realLock?.follow(state.isPointerLocked()) === true;
    if (isTakenBack) emit({ type: "pointer_lock", locked: false });
    followFocus();
  }

  function followFocus(): void {
    const isAwayNow = isTop && state.isAway();
    if (isAwayNow === isAway) return;
    isAway = isAwayNow;
    emit({ type: isAway ? "blur" : "focus" });
  }

  return {
    hear(event) {
      if (!isListening) return;
      if (event instanceof KeyboardEvent) hearKey(event);
      else if (event instanceof WheelEvent) emit(wheelEventOf(event, realm.innerHeight));
      else if (event instanceof PointerEvent && pointerTypes.has(event.type)) hearPointer(event);
      else if (windowTypes.has(event.type)) hearWindow(event);
    },
    take() {
      isListening = true;
      // A frame that loses the focus to another window hears of it, and the window around it does not.
      followFocus();
      if (isTop) pads.poll();
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}

/** The other events of pointers, and those of mouse, touch and click, follow from these. */
const pointerTypes: ReadonlySet<string> = new Set(["pointerdown", "pointermove", "pointerup", "pointercancel"]);
const windowTypes: ReadonlySet<string> = new Set(["focus", "blur", "visibilitychange", "pointerlockchange"]);
