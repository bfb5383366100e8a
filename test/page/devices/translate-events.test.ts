import { describe, expect, it } from "vitest";
import {
  gamepadEventOf,
  isPadBroken,
  keyEventOf,
  pointerEventsOf,
  stickValueOf,
  wheelEventOf,
} from "../../../src/page/devices/translate-events.ts";

describe("keyEventOf", () => {
  const pressed = { type: "keydown", code: "KeyA", repeat: false, isComposing: false, isTyped: false };

  it("reports a press and a release", () => {
    expect(keyEventOf(pressed)).toEqual({ type: "key", code: "KeyA", pressed: true });
    expect(keyEventOf({ ...pressed, type: "keyup" })).toEqual({ type: "key", code: "KeyA", pressed: false });
  });

  it.each([{ repeat: true }, { isComposing: true }, { isTyped: true }, { code: "" }])(
    "ignores a press with %o",
    (facts) => {
      expect(keyEventOf({ ...pressed, ...facts })).toBeNull();
    },
  );

  it("reports every release of a key with a code, so that nothing is stuck", () => {
    const release = { ...pressed, type: "keyup", isTyped: true, isComposing: true };
    expect(keyEventOf(release)).toEqual({ type: "key", code: "KeyA", pressed: false });
  });
});

describe("pointerEventsOf", () => {
  const moved = { type: "pointermove", buttons: 0, movementX: 3, movementY: -1, place: { x: 10, y: 20 } };
  const at = { x: 10, y: 20 };

  it("finds every button that has changed, in the order of their numbers", () => {
    expect(pointerEventsOf({ ...moved, buttons: 0b0_1110 }, 0b0_0011)).toEqual([
      { type: "mouse_move", dx: 3, dy: -1, ...at },
      { type: "mouse_button", button: 0, pressed: false, ...at },
      { type: "mouse_button", button: 1, pressed: true, ...at },
      { type: "mouse_button", button: 3, pressed: true, ...at },
    ]);
  });

  it("reports no movement for a press, nor for a move that only reports a button", () => {
    const button = [{ type: "mouse_button", button: 0, pressed: true, ...at }];
    expect(pointerEventsOf({ ...moved, type: "pointerdown", buttons: 1 }, 0)).toEqual(button);
    expect(pointerEventsOf({ ...moved, movementX: 0, movementY: 0, buttons: 1 }, 0)).toEqual(button);
  });

  it("has no position while the pointer is locked", () => {
    expect(pointerEventsOf({ ...moved, place: null }, 0)).toEqual([{ type: "mouse_move", dx: 3, dy: -1 }]);
    expect(pointerEventsOf({ ...moved, place: null, movementX: 0, movementY: 0 }, 0)).toEqual([]);
  });
});

describe("wheelEventOf", () => {
  it.each([
    { deltaMode: 0, dy: -3 },
    { deltaMode: 1, dy: -120 },
    { deltaMode: 2, dy: -1800 },
  ])("converts mode $deltaMode to pixels", ({ deltaMode, dy }) => {
    expect(wheelEventOf({ deltaX: 0, deltaY: -3, deltaMode }, 600)).toEqual({ type: "wheel", dx: 0, dy });
  });
});

describe("gamepadEventOf", () => {
  it("copies the state of a pad and reads NaN as 0", () => {
    const pad = {
      index: 2,
      connected: true,
      axes: [0.5, Number.NaN],
      buttons: [{ pressed: true, value: Number.POSITIVE_INFINITY }],
    };
    expect(gamepadEventOf(pad)).toEqual({
      type: "gamepad",
      index: 2,
      axes: [0.5, 0],
      buttons: [{ pressed: true, value: 0 }],
    });
    expect([isPadBroken(pad), isPadBroken({ ...pad, axes: [], buttons: [] })]).toEqual([true, false]);
  });
});

describe("stickValueOf", () => {
  const box = { left: 100, top: 200, width: 80, height: 80 };

  it("is neutral in the middle, and 1 at the rim and beyond", () => {
    expect(stickValueOf({ clientX: 140, clientY: 240 }, box)).toEqual({ x: 0, y: 0 });
    expect(stickValueOf({ clientX: 140, clientY: 280 }, box)).toEqual({ x: 0, y: 1 });
    expect(stickValueOf({ clientX: 1140, clientY: 240 }, box)).toEqual({ x: 1, y: 0 });
    expect(stickValueOf({ clientX: 160, clientY: 240 }, box)).toEqual({ x: 0.5, y: 0 });
  });
});
