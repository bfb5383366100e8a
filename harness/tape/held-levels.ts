import type { TapeEvent } from "../../src/formats/tape.ts";

/**
 * State after some events: held keys and buttons, deflected sticks and axes, positions, pads, a lost focus, a locked
 * pointer. Follows the rules of playback.
 */
export interface HeldLevels {
  take(event: TapeEvent): void;
  /** Events that give a run from `step` on the same levels, in order of their last writes. */
  eventsAt(step: number): readonly TapeEvent[];
}

type Gamepad = Extract<TapeEvent, { readonly type: "gamepad" }>;

const metaKeys: ReadonlySet<string> = new Set(["MetaLeft", "MetaRight"]);

/** Events whose sources a lost focus releases. */
const releasedByBlur: ReadonlySet<TapeEvent["type"]> = new Set(["key", "mouse_button", "touch_button", "touch_stick"]);

/** Tracks a tape's levels from its start. */
export function followLevels(): HeldLevels {
  // In order of the last writes, which decides between several positions of a pointer.
  const held = new Map<string, TapeEvent>();
  const underMeta = new Set<string>();

  function hold(key: string, event: TapeEvent | null): void {
    held.delete(key);
    if (event !== null) held.set(key, event);
  }

  function takeKey(event: Extract<TapeEvent, { readonly type: "key" }>): void {
    const key = keyOf(event);
    if (!event.pressed && metaKeys.has(event.code)) {
      for (const pressed of underMeta) held.delete(pressed);
      underMeta.clear();
    } else if (event.pressed && [...held.values()].some(isMeta)) {
      underMeta.add(key);
    }
    hold(key, event.pressed ? event : null);
  }

  function takeBlur(event: TapeEvent): void {
    for (const [key, { type }] of held) if (releasedByBlur.has(type)) held.delete(key);
    underMeta.clear();
    hold("blur", event);
  }

  return {
    take(event) {
      if (event.type === "wait") return;
      if (event.type === "click") {
        // Only the page knows where the click was; the button is up afterwards.
        hold("place", null);
        hold("mouse_button:0", null);
        return;
      }
      const place = placeAfter(event);
      if (place !== null) hold("place", place);
      if (event.type === "key") takeKey(event);
      else if (event.type === "blur") takeBlur(event);
      else if (event.type === "focus") hold("blur", null);
      else if (event.type === "gamepad")
        hold(keyOf(event), event.connected === false ? null : mergePads(held.get(keyOf(event)), event));
      else if (!isSpent(event)) hold(keyOf(event), isNeutral(event) ? null : withoutPlace(event));
    },
    eventsAt: (step) => [...held.values()].map((event) => ({ ...withoutWait(event), step })),
  };
}

/** Movement counts only in its own step. */
function isSpent({ type }: TapeEvent): boolean {
  return type === "mouse_move" || type === "test_pointer_delta" || type === "wheel";
}

/** Whether the event returns its source to its initial state. */
function isNeutral(event: TapeEvent): boolean {
  switch (event.type) {
    case "mouse_button":
    case "touch_button":
      return !event.pressed;
    case "pointer_lock":
      return event.locked === false;
    case "test_axis":
      return event.value === 0;
    case "test_vector2":
    case "touch_stick":
      return event.x === 0 && event.y === 0;
    default:
      return false;
  }
}

/** Position of the mouse after the event, without the movement, which belongs to another step. */
function placeAfter(event: TapeEvent): TapeEvent | null {
  if (event.type !== "mouse_move" && event.type !== "mouse_button") return null;
  const { step, x, y } = event;
  return x === undefined || y === undefined ? null : { step, type: "mouse_move", dx: 0, dy: 0, x, y };
}

function withoutPlace(event: TapeEvent): TapeEvent {
  if (event.type !== "mouse_button") return event;
  const { step, type, button, pressed } = event;
  return { step, type, button, pressed };
}

/** The level is set at once; its wait condition no longer matters. */
function withoutWait(event: TapeEvent): TapeEvent {
  if (event.type === "wait") return event;
  const { when, ...rest } = event;
  return when === undefined ? event : rest;
}

/** A pad keeps values that a report omits. */
function mergePads(known: TapeEvent | undefined, event: Gamepad): Gamepad {
  return known?.type === "gamepad" ? { ...known, ...event } : event;
}

function isMeta(event: TapeEvent): boolean {
  return event.type === "key" && metaKeys.has(event.code);
}

/** Key of an event's source. */
function keyOf(event: TapeEvent): string {
  if ("sourceId" in event) return `${event.type}:${event.sourceId}`;
  if (event.type === "key") return `${event.type}:${event.code}`;
  if (event.type === "mouse_button") return `${event.type}:${String(event.button)}`;
  return event.type === "gamepad" ? `${event.type}:${String(event.index)}` : event.type;
}
