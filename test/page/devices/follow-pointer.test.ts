import { describe, expect, it } from "vitest";
import { createPointerFollower } from "../../../src/page/devices/follow-pointer.ts";

const still = { type: "pointermove", buttons: 0, movementX: 0, movementY: 0 } as const;

describe("a pointer that is followed", () => {
  it("has not moved if the browser only repeats its position", () => {
    const { follow } = createPointerFollower();
    const place = { x: 5, y: 6 };
    expect(follow({ ...still, place })).toEqual([{ type: "mouse_move", dx: 0, dy: 0, ...place }]);
    expect(follow({ ...still, place })).toEqual([]);
    expect(follow({ ...still, place: { x: 5, y: 7 } })).toEqual([{ type: "mouse_move", dx: 0, dy: 0, x: 5, y: 7 }]);
    expect(follow({ ...still, movementX: 1, place: null })).toEqual([{ type: "mouse_move", dx: 1, dy: 0 }]);
    expect(createPointerFollower().follow({ ...still, place: { x: 0, y: 0 } })).toEqual([]);
  });

  it("presses and releases the buttons that have changed, until they are forgotten", () => {
    const follower = createPointerFollower();
    const place = { x: 0, y: 0 };
    const pressed = { type: "mouse_button", button: 0, pressed: true, ...place };
    expect(follower.follow({ ...still, buttons: 1, place })).toEqual([pressed]);
    expect(follower.heldButtons()).toBe(1);
    expect(follower.follow({ ...still, buttons: 1, place })).toEqual([]);
    follower.forgetButtons();
    expect(follower.follow({ ...still, buttons: 1, place })).toEqual([pressed]);
    expect(follower.follow({ ...still, type: "pointerup", place })).toEqual([{ ...pressed, pressed: false }]);
  });
});
