import { pointerSourceId } from "../../core/input/levels.ts";
import type { DeviceParts, DeviceSurface } from "./device-parts.ts";
import { createPointerFollower } from "./follow-pointer.ts";
import { wheelEventOf } from "./translate-events.ts";

export interface PointerListening {
  /** Assumes that all buttons are up, as after losing the focus. */
  forget(): void;
}

/**
 * Feeds the mouse, the pen, or the first finger on the stage. A press counts only on the stage, and not if `isControl`
 * says that it hit a touch control. Later events of a press count everywhere.
 */
export function listenToPointer(
  parts: DeviceParts,
  isControl: (target: EventTarget | null) => boolean,
): PointerListening {
  const { realm, surface, manager, emit, signal } = parts;
  const { stage } = surface;
  const pointer = createPointerFollower();
  // Buttons that were pressed outside of the stage or on a touch control. The game ignores them until they are up.
  let elsewhere = 0;

  function onPointer(event: PointerEvent): void {
    if (!event.isPrimary || isControl(event.target)) return;
    const { type, movementX, movementY } = event;
    elsewhere &= event.buttons;
    const buttons = type === "pointercancel" ? 0 : event.buttons & ~elsewhere;
    const place = isLocked(parts) ? null : placeOn(surface, event);
    pointer.follow({ type, buttons, movementX, movementY, place }).forEach(emit);
  }

  function onPress(event: PointerEvent): void {
    const isOnStage = event.composedPath().includes(stage) && !isControl(event.target);
    if (!isOnStage) elsewhere |= event.buttons & ~pointer.heldButtons();
    onPointer(event);
    // Without the lock, moving the mouse beyond the border of the window would stop a game that reads only movement.
    const readsMovementOnly =
      manager.isBound("mouse_move", "") && !manager.isBound("test_pointer_position", pointerSourceId);
    if (isOnStage && readsMovementOnly && event.pointerType === "mouse" && !isLocked(parts)) lockPointer(parts);
  }

  const options = { capture: true, signal };
  realm.addEventListener("pointerdown", onPress, options);
  for (const type of ["pointermove", "pointerup", "pointercancel"] as const)
    realm.addEventListener(type, onPointer, options);
  stage.addEventListener(
    "wheel",
    (event) => {
      emit(wheelEventOf(event, surface.height));
    },
    { ...options, passive: true },
  );
  stage.addEventListener(
    "contextmenu",
    (event) => {
      if (manager.isBound("mouse_button", 2)) event.preventDefault();
    },
    options,
  );
  realm.document.addEventListener(
    "pointerlockchange",
    () => {
      emit({ type: "pointer_lock", locked: isLocked(parts) });
    },
    options,
  );
  return {
    forget() {
      pointer.forgetButtons();
      elsewhere = 0;
    },
  };
}

function isLocked({ realm }: DeviceParts): boolean {
  return realm.document.pointerLockElement !== null;
}

function lockPointer({ surface, warn }: DeviceParts): void {
  const refused = (reason: unknown): void => {
    warn(`The browser did not lock the pointer: ${reason instanceof Error ? reason.message : String(reason)}`);
  };
  // Older browsers return nothing, and report the result only by an event.
  const asked: unknown = surface.stage.requestPointerLock();
  if (asked instanceof Promise) asked.catch(refused);
}

/** The position in the game's own pixels, regardless of the displayed size of the stage. */
function placeOn(
  { stage, width, height }: DeviceSurface,
  { clientX, clientY }: MouseEvent,
): { readonly x: number; readonly y: number } {
  const box = stage.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return { x: 0, y: 0 };
  return { x: ((clientX - box.left) * width) / box.width, y: ((clientY - box.top) * height) / box.height };
}
