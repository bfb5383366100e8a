import { describe, expect, it } from "vitest";
import { InputManager } from "../../../src/core/input/manager.ts";
import { createTapePlayer } from "../../../src/core/input/tape-player.ts";
import { validateTape, type Tape } from "../../../src/formats/tape.ts";
import { managerOf } from "./live-manager.ts";

function tapeOf(...events: readonly object[]): Tape {
  const validation = validateTape(JSON.stringify({ version: 1, stepHz: 60, events }));
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.value;
}

const jump = {
  valueType: "digital",
  bindings: [
    { type: "key", code: "Space" },
    { type: "touch_button", sourceId: "A" },
  ],
};
const move = { valueType: "vector2", bindings: [{ type: "test_vector2", sourceId: "move" }] };

describe("createTapePlayer", () => {
  it("makes an event of step N visible in step N", () => {
    const manager = managerOf({ jump, move });
    const tape = tapeOf(
      { step: 1, type: "key", code: "Space", pressed: true },
      { step: 2, type: "key", code: "Space", pressed: false },
      { step: 2, type: "test_vector2", sourceId: "move", x: 0.5, y: 0 },
    );
    const player = createTapePlayer(tape, manager);
    const seen = [0, 1, 2, 3].map((step) => {
      void player.playStep(step);
      manager.step();
      return [
        manager.isPressed("jump"),
        manager.isJustPressed("jump"),
        manager.isJustReleased("jump"),
        manager.getVector2("move").x,
      ];
    });
    expect(seen).toEqual([
      [false, false, false, 0],
      [true, true, false, 0],
      [false, false, true, 0.5],
      [false, false, false, 0.5],
    ]);
    expect(player.unmatched()).toEqual([]);
  });

  it("feeds every kind of source", () => {
    const source = (type: string): object => ({ type, sourceId: "s" });
    const manager = managerOf({
      axis: { valueType: "scalar", bindings: [source("test_axis")] },
      stick: { valueType: "vector2", bindings: [source("touch_stick")] },
      delta: { valueType: "pointerDelta", bindings: [source("test_pointer_delta"), { type: "mouse_move" }] },
      place: { valueType: "pointerPosition", bindings: [source("test_pointer_position")] },
      button: { valueType: "digital", bindings: [source("touch_button")] },
      mouse: { valueType: "digital", bindings: [{ type: "mouse_button", button: 0 }] },
      pad: { valueType: "digital", bindings: [{ type: "gamepad_button", button: 1 }] },
    });
    const player = createTapePlayer(
      tapeOf(
        { step: 0, type: "test_axis", sourceId: "s", value: 0.25 },
        { step: 0, type: "touch_stick", sourceId: "s", x: 0, y: 1 },
        { step: 0, type: "test_pointer_delta", sourceId: "s", x: 1, y: 2 },
        { step: 0, type: "mouse_move", dx: 10, dy: 20 },
        { step: 0, type: "test_pointer_position", sourceId: "s", x: 7, y: 8 },
        { step: 0, type: "touch_button", sourceId: "s", pressed: true },
        { step: 0, type: "mouse_button", button: 0, pressed: true },
        { step: 0, type: "gamepad", index: 0, buttons: [0, 1] },
      ),
      manager,
    );
    void player.playStep(0);
    manager.step();
    expect([
      manager.getScalar("axis"),
      manager.getVector2("stick"),
      manager.getPointerDelta("delta"),
      manager.getPointerPosition("place"),
    ]).toEqual([0.25, { x: 0, y: 1 }, { x: 11, y: 22 }, { x: 7, y: 8 }]);
    expect(["button", "mouse", "pad"].every((action) => manager.isPressed(action))).toBe(true);
    expect(player.unmatched()).toEqual([]);
  });

  it("names each source that matches nothing, once, and does not throw", () => {
    const manager = managerOf({ jump });
    const player = createTapePlayer(
      tapeOf(
        { step: 0, type: "key", code: "KeyQ", pressed: true },
        { step: 4, type: "key", code: "KeyQ", pressed: false },
        { step: 4, type: "touch_button", sourceId: "B", pressed: true },
        { step: 4, type: "wheel", dx: 0, dy: 1 },
        { step: 5, type: "blur" },
      ),
      manager,
    );
    void player.playStep(9);
    expect(player.unmatched()).toEqual(['key "KeyQ" at step 0', 'touch_button "B" at step 4', "wheel at step 4"]);
  });

  it("says nothing of the moves of a mouse whose presses are heard", () => {
    const place = { x: 5, y: 5 };
    const player = createTapePlayer(
      tapeOf(
        { step: 0, type: "mouse_move", ...place },
        { step: 0, type: "mouse_button", button: 0, pressed: true, ...place },
      ),
      new InputManager(),
    );
    void player.playStep(0);
    expect(player.unmatched(new Set(["mouse_button 0"]))).toEqual([]);
    expect(player.unmatched()).toEqual(["mouse_move at step 0", "mouse_button 0 at step 0"]);
  });

  it("plays into a manager without a map", () => {
    const manager = new InputManager();
    const player = createTapePlayer(tapeOf({ step: 0, type: "test_axis", sourceId: "a", value: 1 }), manager);
    void player.playStep(0);
    expect(player.unmatched()).toEqual(['test_axis "a" at step 0']);
  });
});
