import type { SourceEvent } from "../../../formats/tape.ts";
import { createPointerFollower } from "../../devices/follow-pointer.ts";
import { createGamepadPolling } from "../../devices/gamepads.ts";
import { keyEventOf, wheelEventOf } from "../../devices/translate-events.ts";
import type { HeardInput } from "../../realm-agent.ts";
import type { RealPointerLock } from "./real-pointer-lock.ts";
import type { RealState } from "./real-state.ts";
import type { VirtualPointerLock } from "./virtual-pointer-lock.ts";

/** Records the real devices of one realm, whose events are hidden from the page. */
export interface RealInput {
  /** Records a device event that was hidden from the page. */
  hear(event: Event): void;
  /** Takes the input since the last call, in order. The first call starts recording; earlier input is dropped. */
  take(): readonly HeardInput[];
}

export interface RealInputParts {
  readonly realm: Window & typeof globalThis;
  readonly state: RealState;
  /** Real milliseconds since 1970. */
  readonly realTime: () => number;
  /** The virtual lock. While it is held, the mouse has no position. */
  readonly lock: Pick<VirtualPointerLock, "element">;
  /** The browser's own lock behind it, if any. */
  readonly realLock: RealPointerLock | null;
  readonly warn: (message: string) => void;
}

/**
 * Creates the recorder of a realm. A tape has no touches: the first finger becomes the mouse with its first button, as
 * in playing a tape. Only the top realm records the state of the window (its focus, its gamepads).
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
    // A page also sees what is typed into its fields, and may use it.
    const translated = keyEventOf({ type, code, repeat, isComposing, isTyped: false });
    if (translated !== null) emit(translated);
  }

  function hearWindow({ type }: Event): void {
    if (type === "blur") pointer.forgetButtons();
    // The Escape key or another window ended the lock.
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
      // When another window takes the focus from a frame, the frame gets an event, but the window around it does not.
      followFocus();
      if (isTop) pads.poll();
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}

/** All other events of pointers, mouse, touch and clicks follow from these. */
const pointerTypes: ReadonlySet<string> = new Set(["pointerdown", "pointermove", "pointerup", "pointercancel"]);
const windowTypes: ReadonlySet<string> = new Set(["focus", "blur", "visibilitychange", "pointerlockchange"]);
