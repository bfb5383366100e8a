import { expect, it } from "vitest";
import { describeEvent } from "../../../src/core/input/describe-event.ts";
import type { PlayedEvent } from "../../../src/formats/tape.ts";

const step = 0;
const events: readonly (readonly [PlayedEvent, string])[] = [
  [{ step, type: "key", code: "ArrowLeft", pressed: true }, "key ArrowLeft down"],
  [{ step, type: "key", code: "Space", pressed: false }, "key Space up"],
  [{ step, type: "mouse_button", button: 0, pressed: true, x: 3, y: 4 }, "left button down"],
  [{ step, type: "mouse_button", button: 4, pressed: false }, "mouse 4 button up"],
  [{ step, type: "mouse_move", dx: 3, dy: -1.5 }, "mouse by 3, -1.5"],
  [{ step, type: "mouse_move", dx: 3, dy: 4, x: 10, y: 20 }, "mouse to 10, 20"],
  [{ step, type: "wheel", dx: 0, dy: 100 }, "wheel by 0, 100"],
  [{ step, type: "gamepad", index: 1, axes: [0] }, "gamepad 1"],
  [{ step, type: "gamepad", index: 0, connected: false }, "gamepad 0 disconnected"],
  [{ step, type: "pointer_lock" }, "pointer locked"],
  [{ step, type: "pointer_lock", locked: false }, "pointer unlocked"],
  [{ step, type: "blur" }, "blur"],
  [{ step, type: "focus" }, "focus"],
  [{ step, type: "test_axis", sourceId: "throttle", value: 0.5 }, "throttle 0.5"],
  [{ step, type: "test_vector2", sourceId: "move", x: 0, y: 1 }, "move 0, 1"],
  [{ step, type: "touch_button", sourceId: "jump", pressed: true }, "jump down"],
];

it.each(events)("%o is described in a few words", (event, text) => {
  expect(describeEvent(event)).toBe(text);
});
