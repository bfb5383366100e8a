import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputManager } from "../../../src/core/input/manager.ts";
import { loadInputVectors } from "./input-vectors.ts";
import { managerOf, digital, key, keyA, keyB, touchA, look, stepAndLook } from "./live-manager.ts";

const seed = 20_260_103;

function stickThrough(
  axes: readonly number[],
  bindings: readonly object[] = [{ type: "gamepad_axis_pair", xAxis: 0, yAxis: 1 }],
): InputManager {
  const manager = managerOf({ act: { valueType: "vector2", bindings } });
  manager.receive({ type: "gamepad", index: 0, axes });
  manager.step();
  return manager;
}

describe("digital actions", () => {
  it("show the input that arrived before the step, and no edge twice", () => {
    const manager = managerOf({ act: digital(keyA) });
    manager.receive(key("KeyA", true));
    expect(look(manager)).toBe("");
    expect([stepAndLook(manager), stepAndLook(manager)]).toEqual(["pd", "p"]);
    manager.receive(key("KeyA", false));
    expect([stepAndLook(manager), stepAndLook(manager)]).toEqual(["u", ""]);
  });

  it.each(loadInputVectors("edges"))("agree with $id", ({ heldBefore, eventsInOneStep, expected }) => {
    const manager = managerOf({ act: digital(touchA) });
    manager.setTouchButton("A", heldBefore);
    manager.step();
    for (const level of eventsInOneStep) manager.setTouchButton("A", level === 1);
    manager.step();
    const shown = {
      pressed: manager.isPressed("act"),
      justPressed: manager.isJustPressed("act"),
      justReleased: manager.isJustReleased("act"),
    };
    expect(shown).toEqual(expected);
  });

  it.each(loadInputVectors("fixedStep"))("agree with $id: $expected", ({ stepsPerFrame }) => {
    const manager = managerOf({ act: digital(touchA) });
    manager.setTouchButton("A", true);
    const seen = Array.from({ length: stepsPerFrame }, () => stepAndLook(manager));
    expect(seen).toEqual(["pd", ...Array.from({ length: stepsPerFrame - 1 }, () => "p")]);
  });

  it("have no edge when a second key is pressed while the first is held", () => {
    const manager = managerOf({ act: digital(keyA, keyB) });
    manager.receive(key("KeyA", true));
    manager.step();
    manager.receive(key("KeyB", true));
    manager.receive(key("KeyA", false));
    expect(stepAndLook(manager)).toBe("p");
  });

  it("show as many presses and releases as a plain count of transitions, over random frames and steps", () => {
    const happening = fc.oneof(
      { weight: 3, arbitrary: fc.record({ code: fc.constantFrom("KeyA", "KeyB", "KeyC"), pressed: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant("step" as const) },
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (schedule) => {
        const manager = managerOf({ act: digital(keyA, keyB) });
        const held = new Set<string>();
        const made = { presses: 0, releases: 0 };
        const seen = { presses: 0, releases: 0 };
        const countStep = (): void => {
          manager.step();
          seen.presses += manager.pressCount("act");
          seen.releases += manager.releaseCount("act");
          expect(manager.isPressed("act")).toBe(held.size > 0);
        };
        for (const happened of schedule) {
          if (happened === "step") {
            countStep();
            continue;
          }
          manager.receive(key(happened.code, happened.pressed));
          if (happened.code === "KeyC") continue;
          const before = held.size > 0;
          if (happened.pressed) held.add(happened.code);
          else held.delete(happened.code);
          if (!before && held.size > 0) made.presses += 1;
          if (before && held.size === 0) made.releases += 1;
        }
        countStep();
        expect(seen).toEqual(made);
      }),
      { seed, numRuns: 500 },
    );
  });

  it.each(loadInputVectors("digital"))("agree with $id", ({ raw, direction, deadzone, expected }) => {
    const manager = managerOf({ act: digital({ type: "gamepad_axis", axis: 0, direction, deadzone }) });
    manager.receive({ type: "gamepad", index: 0, axes: [raw] });
    manager.step();
    expect(manager.isPressed("act")).toBe(expected);
  });

  it("need an axis strictly beyond its deadzone", () => {
    const manager = managerOf({ act: digital({ type: "gamepad_axis", axis: 0, direction: "positive", deadzone: 0 }) });
    manager.receive({ type: "gamepad", index: 0, axes: [0] });
    expect(stepAndLook(manager)).toBe("");
    manager.receive({ type: "gamepad", index: 0, axes: [0.001] });
    expect(stepAndLook(manager)).toBe("pd");
  });

  it("use the browser's pressed state of a gamepad button", () => {
    const manager = managerOf({ act: digital({ type: "gamepad_button", button: 0 }) });
    manager.receive({ type: "gamepad", index: 0, buttons: [{ pressed: false, value: 0.9 }] });
    expect(stepAndLook(manager)).toBe("");
    manager.receive({ type: "gamepad", index: 0, buttons: [1] });
    expect(stepAndLook(manager)).toBe("pd");
  });
});

describe("scalar actions", () => {
  it("use the greatest magnitude, the first one on ties", () => {
    const manager = managerOf({
      act: {
        valueType: "scalar",
        bindings: [
          { type: "test_axis", sourceId: "a" },
          { type: "test_axis", sourceId: "b" },
        ],
      },
    });
    const read = (a: number, b: number): number => {
      manager.injectAxis("a", a);
      manager.injectAxis("b", b);
      manager.step();
      return manager.getScalar("act");
    };
    expect([read(0.5, -0.6), read(0.5, -0.5), read(-0.5, 0.5), read(0, 0)]).toEqual([-0.6, 0.5, -0.5, 0]);
  });

  it("combine two halves to a full axis, and read a key as 0 or 1", () => {
    const half = { type: "gamepad_axis", axis: 0, deadzone: 0 };
    const manager = managerOf({
      axis: {
        valueType: "scalar",
        bindings: [
          { ...half, direction: "positive" },
          { ...half, direction: "negative" },
        ],
      },
      left: { valueType: "scalar", bindings: [{ ...half, direction: "negative" }] },
      key: { valueType: "scalar", bindings: [keyA] },
    });
    manager.receive({ type: "gamepad", index: 0, axes: [-0.4] });
    manager.receive(key("KeyA", true));
    manager.step();
    expect([manager.getScalar("axis"), manager.getScalar("left"), manager.getScalar("key")]).toEqual([-0.4, -0.4, 1]);
    manager.receive({ type: "gamepad", index: 0, axes: [0.4] });
    manager.step();
    expect([manager.getScalar("axis"), manager.getScalar("left")]).toEqual([0.4, 0]);
  });

  it("keep their level until it changes", () => {
    const manager = managerOf({ act: { valueType: "scalar", bindings: [{ type: "test_axis", sourceId: "a" }] } });
    manager.injectAxis("a", 0.25);
    manager.step();
    manager.step();
    expect(manager.getScalar("act")).toBe(0.25);
  });
});

describe("vector2 actions", () => {
  const sticks = ["a", "b"].map((sourceId) => ({ type: "test_vector2", sourceId, deadzone: 0.5 }));

  it("sum after each binding's own deadzone, then clamp", () => {
    const manager = managerOf({ act: { valueType: "vector2", bindings: sticks } });
    manager.injectVector2("a", { x: 0.4, y: 0 });
    manager.injectVector2("b", { x: 0, y: 0.4 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: 0, y: 0 });
    manager.injectVector2("a", { x: 1, y: 0 });
    manager.injectVector2("b", { x: 0, y: 3 });
    manager.step();
    expect(manager.getVector2("act").x).toBeCloseTo(Math.SQRT1_2, 12);
    expect(manager.getVector2("act").y).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it.each(loadInputVectors("normalizeAxis"))(
    "read $id through the default deadzone as at rest",
    ({ expected, throughDefaultDeadzone }) => {
      expect(stickThrough([expected, 0]).getVector2("act")).toEqual({
        x: throughDefaultDeadzone,
        y: throughDefaultDeadzone,
      });
    },
  );

  it("take mouse movement in pixels for one step", () => {
    const manager = managerOf({ act: { valueType: "vector2", bindings: [{ type: "mouse_move", deadzone: 4 }] } });
    manager.receive({ type: "mouse_move", dx: 3, dy: 0 });
    manager.receive({ type: "mouse_move", dx: 3, dy: 0 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: 1, y: 0 });
    manager.step();
    expect(manager.getVector2("act")).toEqual({ x: 0, y: 0 });
  });

  it("return objects that no later step changes", () => {
    const manager = managerOf({ act: { valueType: "vector2", bindings: [{ type: "touch_stick", sourceId: "s" }] } });
    manager.setTouchStick("s", { x: 1, y: 0 });
    manager.step();
    const kept = manager.getVector2("act");
    manager.step();
    expect(manager.getVector2("act")).toBe(kept);
    manager.setTouchStick("s", { x: 0, y: 1 });
    manager.step();
    expect(kept).toEqual({ x: 1, y: 0 });
  });
});

describe("pointer actions", () => {
  it.each(loadInputVectors("pointerDelta"))("agree with $id", ({ eventsInOneStep, expected }) => {
    const manager = managerOf({
      act: { valueType: "pointerDelta", bindings: [{ type: "test_pointer_delta", sourceId: "d" }] },
    });
    for (const delta of eventsInOneStep) manager.injectPointerDelta("d", delta);
    const seen = expected.map(() => {
      manager.step();
      return manager.getPointerDelta("act");
    });
    expect(seen).toEqual(expected);
  });

  it("sum up all injected movement over the steps", () => {
    const moves = fc.array(
      fc.oneof(
        fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) }),
        fc.constant(null),
      ),
    );
    fc.assert(
      fc.property(moves, (schedule) => {
        const manager = managerOf({
          act: {
            valueType: "pointerDelta",
            bindings: [{ type: "test_pointer_delta", sourceId: "d" }, { type: "mouse_move" }],
          },
        });
        let seenX = 0;
        const countStep = (): void => {
          manager.step();
          seenX += manager.getPointerDelta("act").x;
        };
        for (const move of schedule) {
          if (move === null) {
            countStep();
            continue;
          }
          manager.injectPointerDelta("d", move);
          manager.receive({ type: "mouse_move", dx: move.x, dy: move.y });
        }
        countStep();
        expect(seenX).toBe(schedule.reduce((sum, move) => sum + 2 * (move?.x ?? 0), 0));
      }),
      { seed, numRuns: 300 },
    );
  });

  it("give the position written last, even if the value is the same again", () => {
    const bindings = ["a", "b"].map((sourceId) => ({ type: "test_pointer_position", sourceId }));
    const manager = managerOf({ act: { valueType: "pointerPosition", bindings } });
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 0, y: 0 });
    manager.injectPointerPosition("a", { x: 1, y: 2 });
    manager.injectPointerPosition("b", { x: 3, y: 4 });
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 3, y: 4 });
    manager.injectPointerPosition("a", { x: 1, y: 2 });
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 1, y: 2 });
  });

  it("read the host's pointer under the source id pointer", () => {
    const bindings = [{ type: "test_pointer_position", sourceId: "pointer" }];
    const manager = managerOf({
      act: { valueType: "pointerPosition", bindings },
      move: { valueType: "pointerDelta", bindings: [{ type: "mouse_move" }] },
    });
    manager.receive({ type: "mouse_move", x: 10, y: 20 });
    manager.receive({ type: "mouse_move", x: 13, y: 18 });
    manager.step();
    expect(manager.getPointerPosition("act")).toEqual({ x: 13, y: 18 });
    expect(manager.getPointerDelta("move")).toEqual({ x: 3, y: -2 });
  });
});
