import { describe, expect, it } from "vitest";
import { InputManager } from "../../../src/core/input/manager.ts";
import { managerOf, digital, look, stepAndLook } from "./live-manager.ts";

describe("gamepads", () => {
  it("are all read: digital is OR, analog takes the value farthest out, the lowest index on ties", () => {
    const manager = managerOf({
      act: digital({ type: "gamepad_button", button: 0 }),
      stick: { valueType: "vector2", bindings: [{ type: "gamepad_axis_pair", xAxis: 0, yAxis: 1, deadzone: 0 }] },
    });
    manager.receive({ type: "gamepad", index: 3, axes: [1, 0], buttons: [0] });
    manager.receive({ type: "gamepad", index: 1, axes: [0, 1], buttons: [1] });
    expect(stepAndLook(manager)).toBe("pd");
    expect(manager.getVector2("stick")).toEqual({ x: 0, y: 1 });
  });

  it("become neutral in the step after they are unplugged", () => {
    const manager = managerOf({ act: digital({ type: "gamepad_button", button: 0 }) });
    manager.receive({ type: "gamepad", index: 0, buttons: [1] });
    manager.step();
    manager.receive({ type: "gamepad", index: 0, connected: false });
    expect(look(manager)).toBe("pd");
    expect(stepAndLook(manager)).toBe("u");
  });

  it("read a number that is not finite as 0, with one warning", () => {
    const warnings: string[] = [];
    const manager = new InputManager({ warn: (message) => warnings.push(message) });
    const bindings = [{ type: "gamepad_axis", axis: 0, direction: "positive" }];
    manager.loadMap({ version: 1, actions: { act: { valueType: "scalar", bindings } } });
    manager.receive({ type: "gamepad", index: 0, axes: [Number.NaN, Number.POSITIVE_INFINITY] });
    manager.receive({ type: "mouse_move", dx: Number.NaN, dy: 0 });
    manager.step();
    expect(manager.getScalar("act")).toBe(0);
    expect(warnings).toHaveLength(1);
  });
});
