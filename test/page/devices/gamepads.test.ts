import { expect, it } from "vitest";
import { InputManager } from "../../../src/core/input/manager.ts";
import type { DeviceSourceEvent } from "../../../src/page/devices/device-parts.ts";
import { createGamepadPolling } from "../../../src/page/devices/gamepads.ts";

// No browser lets a test plug in a gamepad, so these tests poll a list in place of `navigator.getGamepads`.
function pollingOf(pads: (object | null)[]): { poll: () => readonly DeviceSourceEvent[]; readonly warnings: string[] } {
  const events: DeviceSourceEvent[] = [];
  const warnings: string[] = [];
  const polling = createGamepadPolling(
    { emit: (event) => events.push(event), warn: (text) => warnings.push(text) },
    () => pads as (Gamepad | null)[],
  );
  return {
    poll() {
      polling.poll();
      return events.splice(0);
    },
    warnings,
  };
}

function pad(index: number, axes: readonly number[], mapping = "standard"): object {
  return { id: `pad ${String(index)}`, index, connected: true, mapping, axes, buttons: [{ pressed: false, value: 0 }] };
}

it("reports a pad when it connects, changes and disconnects, and at no other time", () => {
  const pads: (object | null)[] = [null, pad(1, [0])];
  const { poll, warnings } = pollingOf(pads);
  const buttons = [{ pressed: false, value: 0 }];
  expect(poll()).toEqual([{ type: "gamepad", index: 1, axes: [0], buttons }]);
  expect(poll()).toEqual([]);
  pads[1] = pad(1, [0.5]);
  pads[0] = pad(0, [0]);
  expect(poll()).toEqual([
    { type: "gamepad", index: 0, axes: [0], buttons },
    { type: "gamepad", index: 1, axes: [0.5], buttons },
  ]);
  pads[1] = null;
  expect(poll()).toEqual([{ type: "gamepad", index: 1, connected: false }]);
  expect(warnings).toEqual([]);
});

it("reads a pad without the standard layout by its own indices, with a warning", () => {
  const { poll, warnings } = pollingOf([pad(0, [0, 0, 0, 0, 0, 0, 1], "")]);
  expect(poll()).toHaveLength(1);
  expect(warnings).toEqual([expect.stringContaining('"pad 0" has no standard layout')]);
});

it("feeds a manager that releases an action when the pad is unplugged", () => {
  const manager = new InputManager();
  const bindings = [{ type: "gamepad_axis", axis: 0, direction: "positive" }];
  manager.loadMap({ version: 1, actions: { go: { valueType: "digital", bindings } } });
  const pads: (object | null)[] = [pad(0, [1])];
  const { poll } = pollingOf(pads);
  const step = (): boolean => {
    for (const event of poll()) if (event.type === "gamepad") manager.receive(event);
    manager.step();
    return manager.isPressed("go");
  };
  expect(step()).toBe(true);
  pads[0] = null;
  expect([step(), manager.isJustReleased("go")]).toEqual([false, true]);
});
