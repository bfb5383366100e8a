import type { PlayedEvent } from "../../formats/tape.ts";

/** An event of a tape in a few words, such as `key ArrowLeft down`. */
export function describeEvent(event: PlayedEvent): string {
  if ("sourceId" in event) return describeInjected(event);
  switch (event.type) {
    case "key":
      return `key ${event.code} ${direction(event.pressed)}`;
    case "mouse_button":
    case "mouse_move":
    case "wheel":
      return describeMouse(event);
    case "gamepad":
      return `gamepad ${String(event.index)}${event.connected === false ? " disconnected" : ""}`;
    case "pointer_lock":
      return event.locked === false ? "pointer unlocked" : "pointer locked";
    default:
      return event.type;
  }
}

const mouseButtons = ["left", "middle", "right"];

type MouseEvent = Extract<PlayedEvent, { readonly type: "mouse_button" | "mouse_move" | "wheel" }>;

function describeMouse(event: MouseEvent): string {
  if (event.type === "wheel") return `wheel by ${pair(event.dx, event.dy)}`;
  if (event.type === "mouse_button")
    return `${mouseButtons[event.button] ?? `mouse ${String(event.button)}`} button ${direction(event.pressed)}`;
  return event.x === undefined || event.y === undefined
    ? `mouse by ${pair(event.dx ?? 0, event.dy ?? 0)}`
    : `mouse to ${pair(event.x, event.y)}`;
}

/** Input that comes from no device, but from a test or a touch control. */
type InjectedEvent = Extract<PlayedEvent, { readonly sourceId: string }>;

function describeInjected(event: InjectedEvent): string {
  switch (event.type) {
    case "test_axis":
      return `${event.sourceId} ${String(event.value)}`;
    case "touch_button":
      return `${event.sourceId} ${direction(event.pressed)}`;
    default:
      return `${event.sourceId} ${pair(event.x, event.y)}`;
  }
}

function direction(isPressed: boolean): string {
  return isPressed ? "down" : "up";
}

function pair(x: number, y: number): string {
  return `${String(x)}, ${String(y)}`;
}
