import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputManager } from "../../../src/core/input/manager.ts";
import { digital, key, managerOf } from "./live-manager.ts";

const seed = 20_261_122;
const codes = ["KeyA", "KeyB", "MetaLeft"];
const buttons = [0, 1, 2];
const touches = ["A", "B"];
const pads = [0, 1];

const keyAction = digital({ type: "key", code: "KeyA" }, { type: "mouse_button", button: 0 });
const touchAction = digital({ type: "touch_button", sourceId: "A" }, { type: "key", code: "KeyB" });
const padAction = digital(
  { type: "gamepad_button", button: 0 },
  { type: "gamepad_axis", axis: 0, direction: "positive" },
);
const scalarAction = {
  valueType: "scalar",
  bindings: [
    { type: "key", code: "KeyA" },
    { type: "gamepad_button", button: 1 },
  ],
};

/** Maps that bind the same sources differently, or not at all. */
const maps = [
  { run: keyAction, jump: touchAction, shoot: padAction, gas: scalarAction },
  { run: touchAction, jump: keyAction, shoot: digital({ type: "touch_button", sourceId: "B" }), gas: scalarAction },
  { run: digital(), jump: padAction, shoot: keyAction, gas: { valueType: "scalar", bindings: [] } },
];

type Act = (manager: InputManager) => void;

function touch(sourceId: string, isPressed: boolean): Act {
  return (manager) => {
    if (manager.isBound("touch_button", sourceId)) manager.setTouchButton(sourceId, isPressed);
  };
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.constantFrom(...codes), fc.boolean()).map(([code, isPressed]): Act => (manager) => {
    manager.receive(key(code, isPressed));
  }),
  fc
    .tuple(fc.constantFrom(...buttons), fc.boolean(), fc.option(fc.nat(7), { nil: undefined }))
    .map(([button, pressed, held]): Act => (manager) => {
      manager.receive({ type: "mouse_button", button, pressed, ...(held === undefined ? {} : { buttons: held }) });
    }),
  fc.nat(7).map((held): Act => (manager) => {
    manager.receive({ type: "mouse_move", dx: 1, dy: 0, buttons: held });
  }),
  fc.tuple(fc.constantFrom(...touches), fc.boolean()).map(([sourceId, isPressed]) => touch(sourceId, isPressed)),
  fc
    .tuple(fc.constantFrom(...pads), fc.boolean(), fc.constantFrom(-1, 0, 1))
    .map(([index, pressed, axis]): Act => (manager) => {
      manager.receive({
        type: "gamepad",
        index,
        axes: [axis],
        buttons: [
          { pressed, value: 1 },
          { pressed, value: pressed ? 1 : 0 },
        ],
      });
    }),
  fc.constantFrom(...pads).map((index): Act => (manager) => {
    manager.receive({ type: "gamepad", index, connected: false });
  }),
  fc.constantFrom<Act>(
    (manager) => {
      manager.receive({ type: "blur" });
    },
    (manager) => {
      manager.receive({ type: "focus" });
    },
    (manager) => {
      manager.setPaused(true);
    },
    (manager) => {
      manager.setPaused(false);
    },
    (manager) => {
      manager.step();
    },
  ),
  fc.constantFrom(...maps).map((actions): Act => (manager) => {
    manager.loadMap({ version: 1, actions });
  }),
);

/** The two ways to release everything: one by one, and by leaving the page. */
const releases: Readonly<Record<string, Act>> = {
  "every device lets go of it": (manager) => {
    for (const code of codes) manager.receive(key(code, false));
    for (const button of buttons) manager.receive({ type: "mouse_button", button, pressed: false, buttons: 0 });
    for (const sourceId of touches) touch(sourceId, false)(manager);
    for (const index of pads) manager.receive({ type: "gamepad", index, connected: false });
  },
  "the page is left": (manager) => {
    manager.receive({ type: "blur" });
  },
};

describe("nothing is stuck", () => {
  it.each(Object.keys(releases))("after anything that ends when %s", { timeout: 120_000 }, (way) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), fc.boolean(), (acts, resumes) => {
        const manager = managerOf(maps[0] ?? {});
        for (const one of acts) one(manager);
        releases[way]?.(manager);
        if (resumes) manager.setPaused(false);
        manager.step();
        const pressed = ["run", "jump", "shoot"].filter((name) => manager.isPressed(name));
        expect([pressed, manager.getScalar("gas")]).toEqual([[], 0]);
        // Nothing is pressed again by itself.
        manager.step();
        expect(
          ["run", "jump", "shoot"].some((name) => manager.isJustPressed(name) || manager.isJustReleased(name)),
        ).toBe(false);
      }),
      { seed, numRuns: 10_000 },
    );
  });

  it("shows the release of everything that was pressed", () => {
    const manager = managerOf(maps[0] ?? {});
    manager.receive(key("KeyA", true));
    manager.step();
    manager.receive({ type: "blur" });
    manager.step();
    expect([manager.isPressed("run"), manager.releaseCount("run")]).toEqual([false, 1]);
  });
});
