import { describe, expect, it } from "vitest";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { inputMapSchema, valueTypes } from "../../src/formats/input-map-schema.ts";
import { isAbout, loadFormatCases } from "./format-cases.ts";

function mapOf(action: object): string {
  return JSON.stringify({ version: 1, actions: { act: action } });
}

function warningsOf(action: object): readonly string[] {
  return validateInputMap(mapOf(action)).warnings.map(({ code, pointer }) => `${code} ${pointer}`);
}

const exampleBindings: Readonly<Record<string, object>> = {
  key: { code: "KeyA" },
  mouse_button: { button: 0 },
  mouse_move: {},
  gamepad_button: { button: 0 },
  gamepad_axis: { axis: 0, direction: "positive" },
  gamepad_axis_pair: { xAxis: 0, yAxis: 1 },
  test_axis: { sourceId: "s" },
  test_vector2: { sourceId: "s" },
  test_pointer_delta: { sourceId: "s" },
  test_pointer_position: { sourceId: "s" },
  touch_button: { sourceId: "s" },
  touch_stick: { sourceId: "s" },
};

const fedTypes: Readonly<Record<string, readonly string[]>> = {
  key: ["digital", "scalar"],
  mouse_button: ["digital", "scalar"],
  mouse_move: ["vector2", "pointerDelta"],
  gamepad_button: ["digital", "scalar"],
  gamepad_axis: ["digital", "scalar"],
  gamepad_axis_pair: ["vector2"],
  test_axis: ["scalar"],
  test_vector2: ["vector2"],
  test_pointer_delta: ["pointerDelta"],
  test_pointer_position: ["pointerPosition"],
  touch_button: ["digital"],
  touch_stick: ["vector2"],
};

describe("validateInputMap", () => {
  it.each(loadFormatCases("inputmap"))("$id: $why", ({ source, valid, error }) => {
    const validation = validateInputMap(source);
    expect(validation.ok).toBe(valid);
    if (validation.ok || error === undefined) return;
    const matching = validation.errors.filter(
      ({ pointer, code, message }) => pointer === error.pointer && isAbout(`${code} ${message}`, error.about),
    );
    expect(matching, JSON.stringify(validation.errors)).toHaveLength(1);
  });

  it.each(Object.entries(exampleBindings))("lets a %s binding feed its value types and no others", (type, fields) => {
    const accepted = valueTypes.filter(
      (valueType) => validateInputMap(mapOf({ valueType, bindings: [{ type, ...fields }] })).ok,
    );
    expect(accepted).toEqual(fedTypes[type]);
  });

  it("fills in the deadzones of the reference", () => {
    const deadzones = Object.entries(exampleBindings).map(([type, fields]) => {
      const valueType = valueTypes.find(
        (known) => validateInputMap(mapOf({ valueType: known, bindings: [{ type, ...fields }] })).ok,
      );
      const parsed = inputMapSchema.parse(JSON.parse(mapOf({ valueType, bindings: [{ type, ...fields }] })));
      const binding = parsed.actions["act"]?.bindings[0];
      return [type, binding !== undefined && "deadzone" in binding ? binding.deadzone : null];
    });
    expect(Object.fromEntries(deadzones)).toMatchObject({
      mouse_move: 0,
      gamepad_axis: 0.15,
      gamepad_axis_pair: 0.15,
      test_axis: 0,
      test_vector2: 0,
      touch_stick: 0,
      gamepad_button: null,
    });
  });

  it("loads an omitted value type as digital with a warning, and rejects it when strict", () => {
    const text = mapOf({ bindings: [{ type: "key", code: "KeyA" }] });
    const validation = validateInputMap(text);
    expect(validation.ok && validation.value.actions["act"]?.valueType).toBe("digital");
    expect(validation.warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "valueType-defaulted /actions/act",
    ]);
    const strict = validateInputMap(text, { strict: true });
    expect(strict.ok ? [] : strict.errors.map(({ code }) => code)).toEqual(["valueType-defaulted"]);
  });

  it.each(["__proto__", "constructor", "", "toString", "\u0000x"])("keeps an action named %j", (name) => {
    const action = `{"valueType":"digital","bindings":[{"type":"key","code":"KeyA"}]}`;
    const validation = validateInputMap(`{"version":1,"actions":{${JSON.stringify(name)}:${action}}}`);
    expect(validation.ok && Object.keys(validation.value.actions)).toEqual([name]);
    expect(Object.getPrototypeOf(validation.ok ? validation.value.actions : null)).toBe(Object.prototype);
  });

  it("warns about deadzones out of range, but not about a large one for mouse movement", () => {
    const deadzoneOf = (type: string, deadzone: number): readonly string[] =>
      warningsOf({ valueType: "vector2", bindings: [{ type, ...exampleBindings[type], deadzone }] });
    expect(deadzoneOf("mouse_move", 12)).toEqual([]);
    expect(deadzoneOf("mouse_move", -1)).toEqual(["deadzone-range /actions/act/bindings/0/deadzone"]);
    expect(deadzoneOf("touch_stick", 1)).toEqual(["deadzone-range /actions/act/bindings/0/deadzone"]);
    expect(deadzoneOf("touch_stick", 0.99)).toEqual([]);
  });

  it.each([
    ["keyA", "KeyA"],
    ["a", "KeyA"],
    ["7", "Digit7"],
    ["Up", "ArrowUp"],
    [" ", "Space"],
    ["Shift", "ShiftLeft"],
    ["Spacebar", null],
  ])("warns about the code %j and suggests %j", (code, suggestion) => {
    const validation = validateInputMap(mapOf({ valueType: "digital", bindings: [{ type: "key", code }] }));
    expect(validation.warnings.map((warning) => warning.suggestion ?? null)).toEqual([suggestion]);
  });

  it.each([-1, 0.5])("warns about the index %d", (button) => {
    expect(warningsOf({ valueType: "digital", bindings: [{ type: "mouse_button", button }] })).toEqual([
      "index-range /actions/act/bindings/0/button",
    ]);
  });

  it("rejects a $schema property", () => {
    expect(validateInputMap(`{"$schema":"x","version":1,"actions":{}}`).ok).toBe(false);
  });
});
