import { clampToUnitCircle, type Vector2 } from "../../core/input/deadzone.ts";
import type { DeviceSourceEvent } from "./device-parts.ts";

// Translates DOM events to tape events. Pure functions of the few fields they need.

export interface KeyFacts {
  readonly type: string;
  /** `KeyboardEvent.code`; empty for keys that software creates, as on-screen keyboards do. */
  readonly code: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  /** Whether the key goes into a text field. */
  readonly isTyped: boolean;
}

/** The event of a key that was pressed or released. Null for repeats, and for keys typed into a text field. */
export function keyEventOf({ type, code, repeat, isComposing, isTyped }: KeyFacts): DeviceSourceEvent | null {
  if (code === "") return null;
  // Releases are always passed on, because a key may go down in the game and up in a text field.
  if (type === "keyup") return { type: "key", code, pressed: false };
  return repeat || isComposing || isTyped ? null : { type: "key", code, pressed: true };
}

export interface PointerFacts {
  readonly type: string;
  /** `MouseEvent.buttons` after the event. */
  readonly buttons: number;
  readonly movementX: number;
  readonly movementY: number;
  /** In canvas CSS pixels; null while the pointer is locked and has no position. */
  readonly place: { readonly x: number; readonly y: number } | null;
}

/**
 * The changes that a pointer event reports, given the `MouseEvent.buttons` before it: first the movement, then every
 * button that differs. This also finds buttons that changed outside of the page, and those that change while another
 * one is held, which send no pointer event of their own.
 */
export function pointerEventsOf(facts: PointerFacts, heldBefore: number): readonly DeviceSourceEvent[] {
  const { type, buttons, movementX, movementY, place } = facts;
  const changes = changedButtons(heldBefore, buttons).map((button): DeviceSourceEvent => ({
    type: "mouse_button",
    button,
    pressed: (buttons & (bitsByButton[button] ?? 0)) !== 0,
    ...place,
  }));
  if (type !== "pointermove") return changes;
  // An event without movement reports where the pointer entered, or a button; a locked pointer has no position.
  const hasMoved = movementX !== 0 || movementY !== 0 || (changes.length === 0 && place !== null);
  return hasMoved
    ? [{ type: "mouse_move", dx: finite(movementX), dy: finite(movementY), ...place }, ...changes]
    : changes;
}

/** `MouseEvent.buttons` has a bit for each `MouseEvent.button`, middle and right swapped. */
const bitsByButton = [1, 4, 2, 8, 16] as const;

function changedButtons(before: number, after: number): readonly number[] {
  return bitsByButton.flatMap((bit, button) => (((before ^ after) & bit) === 0 ? [] : [button]));
}

export interface WheelFacts {
  readonly deltaX: number;
  readonly deltaY: number;
  /** `WheelEvent.deltaMode`: 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number;
}

// The distance that Chromium scrolls per line.
const linePixels = 40;

/** The wheel's movement in CSS pixels. `pagePixels` is the length of a page, for wheels that count in pages. */
export function wheelEventOf({ deltaX, deltaY, deltaMode }: WheelFacts, pagePixels: number): DeviceSourceEvent {
  const scale = [1, linePixels, pagePixels][deltaMode] ?? 1;
  return { type: "wheel", dx: finite(deltaX * scale), dy: finite(deltaY * scale) };
}

export interface GamepadFacts {
  readonly index: number;
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[];
}

export type GamepadSourceEvent = Extract<DeviceSourceEvent, { readonly type: "gamepad" }>;

/** The state of a pad. Values that are not finite become 0, because a tape holds only finite numbers. */
export function gamepadEventOf({ index, axes, buttons }: GamepadFacts): GamepadSourceEvent {
  return {
    type: "gamepad",
    index,
    axes: axes.map(finite),
    buttons: buttons.map(({ pressed, value }) => ({ pressed, value: finite(value) })),
  };
}

/** Whether any axis or button is not a finite number, such as NaN. */
export function isPadBroken({ axes, buttons }: GamepadFacts): boolean {
  return !axes.every(Number.isFinite) || !buttons.every(({ value }) => Number.isFinite(value));
}

export interface BoxFacts {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The distance to which a finger pushes an on-screen stick, at most 1; y grows downwards, as on a gamepad. */
export function stickValueOf(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  { left, top, width, height }: BoxFacts,
): Vector2 {
  if (width <= 0 || height <= 0) return { x: 0, y: 0 };
  const target = { x: 0, y: 0 };
  clampToUnitCircle((clientX - left) / (width / 2) - 1, (clientY - top) / (height / 2) - 1, target);
  return target;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
