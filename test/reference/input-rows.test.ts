import { describe, expect, it } from "vitest";
import type { DeviceEvent } from "../../src/core/input/device-event.ts";
import type { InputManager } from "../../src/core/input/manager.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { key, managerOf, stepAndLook } from "../core/input/live-manager.ts";

type Fields = Readonly<Record<string, unknown>>;

function actionOf(valueType: string, ...bindings: readonly Fields[]): InputManager {
  return managerOf({ act: { valueType, bindings } });
}

const axisA = { type: "test_axis", sourceId: "a" };
const axisB = { type: "test_axis", sourceId: "b" };
const vectorA = { type: "test_vector2", sourceId: "a" };
const vectorB = { type: "test_vector2", sourceId: "b" };
const deltaA = { type: "test_pointer_delta", sourceId: "a" };
const deltaB = { type: "test_pointer_delta", sourceId: "b" };
const positionA = { type: "test_pointer_position", sourceId: "a" };
const positionB = { type: "test_pointer_position", sourceId: "b" };
const keyA = { type: "key", code: "KeyA" };
const keyB = { type: "key", code: "KeyB" };

describe("the reference's value types and how bindings combine", () => {
  it("value type: digital", () => {
    const manager = managerOf({ act: { bindings: [keyA] } });
    manager.receive(key("KeyA", true));
    expect([stepAndLook(manager), stepAndLook(manager)]).toEqual(["pd", "p"]);
    manager.receive(key("KeyA", false));
    expect([stepAndLook(manager), stepAndLook(manager)]).toEqual(["u", ""]);
  });

  it("value type: scalar", () => {
    const manager = actionOf("scalar", { ...axisA, deadzone: 0.5 });
    const readAt = (raw: number): number => {
      manager.injectAxis("a", raw);
      manager.step();
      return manager.getScalar("act");
    };
    expect([0.4, 0.5, 0.75, -0.75, -1].map(readAt)).toEqual([0, 0, 0.5, -0.5, -1]);
  });

  it("value type: vector2", () => {
    const manager = actionOf("vector2", { ...vectorA, deadzone: 0.5 });
    const readAt = (x: number, y: number): object => {
      manager.injectVector2("a", { x, y });
      manager.step();
      return manager.getVector2("act");
    };
    expect([readAt(0.3, 0.3), readAt(0, -0.75), readAt(30, 40)]).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: -0.5 },
      { x: expect.closeTo(0.6, 12) as number, y: expect.closeTo(0.8, 12) as number },
    ]);
  });

  it("value type: pointerDelta", () => {
    const manager = actionOf("pointerDelta", deltaA);
    manager.injectPointerDelta("a", { x: 3, y: -2 });
    manager.injectPointerDelta("a", { x: 4, y: 0 });
    manager.step();
    expect(manager.getPointerDelta("act")).toEqual({ x: 7, y: -2 });
    manager.step();
    expect(manager.getPointerDelta("act")).toEqual({ x: 0, y: 0 });
  });

  it("value type: pointerPosition", () => {
    const manager = actionOf("pointerPosition", positionA);
    manager.injectPointerPosition("a", { x: 300, y: 200 });
    manager.step();
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 300, y: 200 });
  });

  it("combination: digital", () => {
    const manager = actionOf("digital", keyA, keyB);
    manager.receive(key("KeyB", true));
    expect(stepAndLook(manager)).toBe("pd");
    manager.receive(key("KeyA", true));
    manager.receive(key("KeyB", false));
    expect(stepAndLook(manager)).toBe("p");
  });

  it("combination: scalar", () => {
    const manager = actionOf("scalar", axisA, axisB);
    manager.injectAxis("a", 0.25);
    manager.injectAxis("b", -0.5);
    manager.step();
    expect(manager.getScalar("act")).toBe(-0.5);
    manager.injectAxis("a", 0.5);
    manager.step();
    expect(manager.getScalar("act")).toBe(0.5);
  });

  it("combination: vector2", () => {
    const manager = actionOf("vector2", vectorA, vectorB);
    manager.injectVector2("a", { x: 0.25, y: 0 });
    manager.injectVector2("b", { x: 0.25, y: 0.5 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: 0.5, y: 0.5 });
    manager.injectVector2("a", { x: 0, y: 1 });
    manager.injectVector2("b", { x: 0, y: 1 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: 0, y: 1 });
  });

  it("combination: pointerDelta", () => {
    const manager = actionOf("pointerDelta", deltaA, deltaB);
    manager.injectPointerDelta("a", { x: 3, y: 1 });
    manager.injectPointerDelta("b", { x: 4, y: -2 });
    manager.step();
    expect(manager.getPointerDelta("act")).toEqual({ x: 7, y: -1 });
  });

  it("combination: pointerPosition", () => {
    const manager = actionOf("pointerPosition", positionA, positionB);
    manager.injectPointerPosition("b", { x: 1, y: 1 });
    manager.injectPointerPosition("a", { x: 2, y: 2 });
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 2, y: 2 });
  });
});

interface BindingRow {
  readonly type: string;
  /** Its other fields; all are required. */
  readonly fields: Fields;
  readonly deadzone?: number;
  readonly valueType: string;
  /** The source's input, and how the action reads then. */
  readonly feed: (manager: InputManager) => void;
  readonly reads: unknown;
}

const source = { sourceId: "a" };
const pad = (rest: object): DeviceEvent => ({ type: "gamepad", index: 0, ...rest });
const half = expect.closeTo((0.575 - 0.15) / 0.85, 12) as number;

const bindingRows: readonly BindingRow[] = [
  {
    type: "key",
    fields: { code: "KeyA" },
    valueType: "digital",
    feed: (manager) => manager.receive(key("KeyA", true)),
    reads: true,
  },
  {
    ...{ type: "mouse_button", fields: { button: 2 }, valueType: "digital", reads: true },
    feed: (manager) => manager.receive({ type: "mouse_button", button: 2, pressed: true }),
  },
  {
    ...{ type: "mouse_move", fields: {}, deadzone: 0, valueType: "pointerDelta", reads: { x: 30, y: -40 } },
    feed: (manager) => manager.receive({ type: "mouse_move", dx: 30, dy: -40 }),
  },
  {
    ...{ type: "gamepad_button", fields: { button: 1 }, valueType: "digital", reads: true },
    feed: (manager) => manager.receive(pad({ buttons: [0, 1] })),
  },
  {
    ...{ type: "gamepad_axis", fields: { axis: 1, direction: "negative" }, deadzone: 0.15, valueType: "scalar" },
    feed: (manager) => manager.receive(pad({ axes: [1, -0.575] })),
    reads: expect.closeTo(-0.5, 12),
  },
  {
    ...{ type: "gamepad_axis_pair", fields: { xAxis: 2, yAxis: 3 }, deadzone: 0.15, valueType: "vector2" },
    feed: (manager) => manager.receive(pad({ axes: [1, 1, 0, 0.575] })),
    reads: { x: 0, y: half },
  },
  {
    type: "test_axis",
    fields: source,
    deadzone: 0,
    valueType: "scalar",
    feed: (manager) => manager.injectAxis("a", 0.25),
    reads: 0.25,
  },
  {
    ...{ type: "test_vector2", fields: source, deadzone: 0, valueType: "vector2", reads: { x: 0.25, y: -0.5 } },
    feed: (manager) => manager.injectVector2("a", { x: 0.25, y: -0.5 }),
  },
  {
    ...{ type: "test_pointer_delta", fields: source, valueType: "pointerDelta", reads: { x: 0.25, y: -99 } },
    feed: (manager) => manager.injectPointerDelta("a", { x: 0.25, y: -99 }),
  },
  {
    ...{ type: "test_pointer_position", fields: source, valueType: "pointerPosition", reads: { x: 12, y: 34 } },
    feed: (manager) => manager.injectPointerPosition("a", { x: 12, y: 34 }),
  },
  {
    type: "touch_button",
    fields: source,
    valueType: "digital",
    feed: (manager) => manager.setTouchButton("a", true),
    reads: true,
  },
  {
    ...{ type: "touch_stick", fields: source, deadzone: 0, valueType: "vector2", reads: { x: 0, y: 1 } },
    feed: (manager) => manager.setTouchStick("a", { x: 0, y: 5 }),
  },
];

function errorsOf(valueType: string, binding: Fields): readonly string[] {
  const text = JSON.stringify({ version: 1, actions: { act: { valueType, bindings: [binding] } } });
  const validation = validateInputMap(text);
  return validation.ok ? [] : validation.errors.map(({ code }) => code);
}

function read(manager: InputManager, valueType: string): unknown {
  if (valueType === "digital") return manager.isPressed("act");
  if (valueType === "scalar") return manager.getScalar("act");
  if (valueType === "vector2") return manager.getVector2("act");
  return valueType === "pointerDelta" ? manager.getPointerDelta("act") : manager.getPointerPosition("act");
}

describe("the reference's bindings", () => {
  it.each(bindingRows.map((row) => [row.type, row] as const))("binding: %s", (type, row) => {
    const { fields, deadzone, valueType, feed, reads } = row;
    const binding = { type, ...fields };
    expect(errorsOf(valueType, binding)).toEqual([]);
    expect(errorsOf(valueType, { ...binding, deadzone: 0.3 })).toEqual(
      deadzone === undefined ? ["unknown-property"] : [],
    );
    expect(errorsOf(valueType, { ...binding, index: 1 })).toEqual(["unknown-property"]);
    for (const field of Object.keys(fields))
      expect(errorsOf(valueType, { ...binding, [field]: undefined }), field).toEqual(["missing-property"]);
    const manager = actionOf(valueType, binding);
    feed(manager);
    manager.step();
    expect(read(manager, valueType)).toEqual(reads);
  });

  it("limit: default deadzones", () => {
    const bindings = bindingRows.map(({ type, fields }) => ({ type, ...fields }));
    const actions = Object.fromEntries(
      bindings.map((binding, index) => [
        binding.type,
        { valueType: bindingRows[index]?.valueType, bindings: [binding] },
      ]),
    );
    const validation = validateInputMap(JSON.stringify({ version: 1, actions }));
    if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
    const filledIn = Object.values(validation.value.actions).map(({ bindings: [only] }) => only);
    expect(filledIn).toEqual(
      bindings.map((binding, index) => {
        const deadzone = bindingRows[index]?.deadzone;
        return deadzone === undefined ? binding : { ...binding, deadzone };
      }),
    );
  });

  it("limit: unit circle", () => {
    const manager = actionOf("vector2", { type: "mouse_move" }, { ...vectorA });
    manager.receive({ type: "mouse_move", dx: 300, dy: -400 });
    manager.injectVector2("a", { x: 1, y: 1 });
    manager.step();
    const { x, y } = manager.getVector2("act");
    expect(Math.sqrt(x * x + y * y)).toBeCloseTo(1, 12);
  });
});

describe("the reference's operations of the input manager", () => {
  it("operation: loadMap", () => {
    const manager = actionOf("digital", keyA);
    manager.loadMap({ version: 1, actions: { other: { valueType: "digital", bindings: [keyB] } } });
    manager.receive(key("KeyB", true));
    expect(stepAndLook(manager, "other")).toBe("pd");
    expect(() => manager.isPressed("act")).toThrow("act");
  });

  it("operation: injectAxis, getScalar", () => {
    const manager = actionOf("scalar", axisA);
    manager.injectAxis("a", -0.5);
    expect(manager.getScalar("act")).toBe(0);
    manager.step();
    expect(manager.getScalar("act")).toBe(-0.5);
  });

  it("operation: injectVector2, getVector2", () => {
    const manager = actionOf("vector2", vectorA);
    manager.injectVector2("a", { x: 0.5, y: 0 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: 0.5, y: 0 });
  });

  it("operation: injectPointerDelta, getPointerDelta", () => {
    const manager = actionOf("pointerDelta", deltaA);
    manager.injectPointerDelta("a", { x: 5, y: 6 });
    manager.step();
    expect(manager.getPointerDelta("act")).toEqual({ x: 5, y: 6 });
  });

  it("operation: injectPointerPosition, getPointerPosition", () => {
    const manager = actionOf("pointerPosition", positionA);
    manager.injectPointerPosition("a", { x: 5, y: 6 });
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 5, y: 6 });
  });

  it("operation: setTouchButton, isPressed, isJustPressed, isJustReleased", () => {
    const manager = actionOf("digital", { type: "touch_button", sourceId: "a" });
    manager.setTouchButton("a", true);
    expect(stepAndLook(manager)).toBe("pd");
    manager.setTouchButton("a", false);
    expect(stepAndLook(manager)).toBe("u");
  });

  it("operation: setTouchStick", () => {
    const manager = actionOf("vector2", { type: "touch_stick", sourceId: "a" });
    manager.setTouchStick("a", { x: -0.5, y: 0 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: -0.5, y: 0 });
  });
});
