import { describe, expect, it } from "vitest";
import { validateTape } from "../../src/formats/tape.ts";

function tapeOf(...events: readonly object[]): string {
  return JSON.stringify({ version: 1, stepHz: 60, events });
}

function errorsOf(text: string): readonly string[] {
  const validation = validateTape(text);
  return validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("validateTape", () => {
  it("accepts an event of every type", () => {
    const events = [
      { step: 0, type: "test_axis", sourceId: "a", value: 1 },
      { step: 0, type: "test_vector2", sourceId: "a", x: 1, y: 0 },
      { step: 0, type: "test_pointer_delta", sourceId: "a", x: 1, y: 0 },
      { step: 0, type: "test_pointer_position", sourceId: "a", x: 1, y: 0 },
      { step: 0, type: "touch_stick", sourceId: "a", x: 1, y: 0 },
      { step: 0, type: "touch_button", sourceId: "a", pressed: true },
      { step: 1, type: "key", code: "KeyA", pressed: true },
      { step: 1, type: "mouse_button", button: 0, pressed: true },
      { step: 1, type: "mouse_button", button: 0, pressed: false, x: 4, y: 5 },
      { step: 1, type: "mouse_move", dx: 1, dy: 2 },
      { step: 1, type: "mouse_move", x: 1, y: 2 },
      { step: 1, type: "wheel", dx: 0, dy: 100 },
      { step: 2, type: "gamepad", index: 0, axes: [0.5], buttons: [1, { pressed: true, value: 0.2 }] },
      { step: 2, type: "gamepad", index: 0, connected: false },
      { step: 3, type: "pointer_lock" },
      { step: 3, type: "blur" },
      { step: 3, type: "click", selector: "#start" },
      { step: 3, type: "click", text: "Click to play", when: { text: "Click to play", visible: true, stepsMax: 60 } },
      { step: 4, type: "wait", when: { selector: "#loading", visible: false } },
      { step: 5, type: "key", code: "Enter", pressed: true, when: { selector: ".menu", text: "Press Enter" } },
      { step: 9, type: "focus" },
    ];
    expect(errorsOf(tapeOf(...events))).toEqual([]);
  });

  it("returns the header of a recording", () => {
    const head = { version: 1, stepHz: 60, seed: -7, game: { name: "g", version: "1" }, mapHash: "00" };
    const validation = validateTape(JSON.stringify({ ...head, events: [] }));
    expect(validation.ok && validation.value).toEqual({ ...head, events: [] });
  });

  it("rejects events out of order, at the later one", () => {
    expect(errorsOf(tapeOf({ step: 3, type: "blur" }, { step: 2, type: "focus" }))).toEqual([
      "tape-order /events/1/step",
    ]);
  });

  it("rejects an unknown type of event and suggests the nearest", () => {
    const validation = validateTape(tapeOf({ step: 0, type: "keys", code: "KeyA", pressed: true }));
    expect(validation.ok ? [] : validation.errors.map((error) => error.suggestion)).toEqual(["key"]);
  });

  it.each([
    [{ step: -1, type: "blur" }, "out-of-range /events/0/step"],
    [{ step: 0.5, type: "blur" }, "wrong-type /events/0/step"],
    [{ type: "blur" }, "missing-property /events/0"],
    [{ step: 0 }, "missing-property /events/0"],
    [{ step: 0, type: "mouse_move", dx: 1 }, "missing-property /events/0"],
    [{ step: 0, type: "click" }, "missing-property /events/0"],
    [{ step: 0, type: "click", selectr: "#a" }, "unknown-property /events/0/selectr"],
    [{ step: 0, type: "click", selector: "" }, "out-of-range /events/0/selector"],
    [{ step: 0, type: "wait" }, "missing-property /events/0"],
    [{ step: 0, type: "wait", when: { visible: true } }, "missing-property /events/0/when"],
    [{ step: 0, type: "blur", when: { selector: "#a", stepsMax: 0 } }, "out-of-range /events/0/when/stepsMax"],
    [{ step: 0, type: "wait", when: { selector: "#a", visble: false } }, "unknown-property /events/0/when/visble"],
    [{ step: 0, type: "key", code: "KeyA", pressed: true, repeat: true }, "unknown-property /events/0/repeat"],
    [{ step: 0, type: "gamepad", index: 0, buttons: ["A"] }, "invalid-value /events/0/buttons/0"],
  ])("rejects %j", (event, expected) => {
    expect(errorsOf(tapeOf(event))).toEqual([expected]);
  });
});
