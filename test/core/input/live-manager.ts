import type { DeviceEvent } from "../../../src/core/input/device-event.ts";
import { InputManager } from "../../../src/core/input/manager.ts";

/** A manager with a map of these actions. */
export function managerOf(actions: object): InputManager {
  const manager = new InputManager();
  manager.loadMap({ version: 1, actions });
  return manager;
}

export function digital(...bindings: readonly object[]): object {
  return { valueType: "digital", bindings };
}

export function key(code: string, pressed: boolean): DeviceEvent {
  return { type: "key", code, pressed };
}

export const keyA = { type: "key", code: "KeyA" };
export const keyB = { type: "key", code: "KeyB" };
export const touchA = { type: "touch_button", sourceId: "A" };

/** The state of a digital action in a step: p pressed, d just pressed, u just released. */
export function look(manager: InputManager, action = "act"): string {
  const shown = [
    manager.isPressed(action) ? "p" : "",
    manager.isJustPressed(action) ? "d" : "",
    manager.isJustReleased(action) ? "u" : "",
  ];
  return shown.join("");
}

export function stepAndLook(manager: InputManager, action = "act"): string {
  manager.step();
  return look(manager, action);
}
