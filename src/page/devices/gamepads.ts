import type { DeviceParts } from "./device-parts.ts";
import { gamepadEventOf, isPadBroken } from "./translate-events.ts";

export interface GamepadPolling {
  poll(): void;
}

/** Creates a reader that polls all pads through `readPads`, and reports changes since the last poll. */
export function createGamepadPolling(
  { emit, warn }: Pick<DeviceParts, "emit" | "warn">,
  readPads: () => readonly (Gamepad | null)[],
): GamepadPolling {
  // The last reported state of each pad as text, by index, to detect unchanged pads.
  const told = new Map<number, string>();

  function readPad(pad: Gamepad): void {
    if (!told.has(pad.index) && pad.mapping !== "standard") {
      warn(
        `The gamepad "${pad.id}" has no standard layout, so its buttons and axes keep the numbers that it gives them.`,
      );
    }
    if (isPadBroken(pad)) warn(`The gamepad "${pad.id}" reports numbers that are not finite; they read as 0.`);
    const event = gamepadEventOf(pad);
    const text = JSON.stringify(event);
    if (told.get(pad.index) === text) return;
    told.set(pad.index, text);
    emit(event);
  }

  return {
    poll() {
      const present = new Set<number>();
      for (const pad of readPads()) {
        if (pad?.connected !== true) continue;
        present.add(pad.index);
        readPad(pad);
      }
      for (const index of told.keys()) {
        if (present.has(index)) continue;
        told.delete(index);
        emit({ type: "gamepad", index, connected: false });
      }
    },
  };
}

/** All gamepads that `navigator.getGamepads` returns in a window. */
export function readPadsOf({ navigator }: Window): readonly (Gamepad | null)[] {
  try {
    return navigator.getGamepads?.() ?? [];
  } catch {
    // A page whose permissions policy forbids gamepads has none.
    return [];
  }
}
