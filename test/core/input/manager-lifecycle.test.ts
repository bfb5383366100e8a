import { describe, expect, it } from "vitest";
import { hashInput, InputManager } from "../../../src/core/input/manager.ts";
import { managerOf, digital, key, keyA, keyB, touchA, look, stepAndLook } from "./live-manager.ts";

describe("losing the focus", () => {
  it("releases keys, mouse and touch, mutes pads until focus, and leaves test sources", () => {
    const manager = managerOf({
      key: digital(keyA),
      mouse: digital({ type: "mouse_button", button: 0 }),
      touch: digital(touchA),
      pad: digital({ type: "gamepad_button", button: 0 }),
      test: { valueType: "scalar", bindings: [{ type: "test_axis", sourceId: "a" }] },
    });
    manager.receive(key("KeyA", true));
    manager.receive({ type: "mouse_button", button: 0, pressed: true });
    manager.receive({ type: "gamepad", index: 0, buttons: [1] });
    manager.setTouchButton("A", true);
    manager.injectAxis("a", 1);
    manager.step();
    manager.receive({ type: "blur" });
    manager.step();
    expect(["key", "mouse", "touch", "pad"].map((action) => look(manager, action))).toEqual(["u", "u", "u", "u"]);
    expect(manager.getScalar("test")).toBe(1);
    manager.receive({ type: "gamepad", index: 0, buttons: [1] });
    expect(stepAndLook(manager, "pad")).toBe("");
    manager.receive({ type: "focus" });
    expect(stepAndLook(manager, "pad")).toBe("pd");
  });

  it("ignores the repeats of a held key", () => {
    const manager = managerOf({ act: digital(keyA) });
    manager.receive({ type: "key", code: "KeyA", pressed: true, repeat: true });
    expect(stepAndLook(manager)).toBe("");
  });

  it("releases the keys that were pressed under Meta together with it, and no others", () => {
    const manager = managerOf({ act: digital(keyA), other: digital(keyB) });
    manager.receive(key("KeyB", true));
    manager.receive(key("MetaLeft", true));
    manager.receive(key("KeyA", true));
    manager.step();
    manager.receive(key("MetaLeft", false));
    manager.step();
    expect([look(manager), look(manager, "other")]).toEqual(["u", "p"]);
  });

  it("finds mouse buttons that changed outside of the page", () => {
    const manager = managerOf({
      act: digital({ type: "mouse_button", button: 0 }),
      right: digital({ type: "mouse_button", button: 2 }),
    });
    manager.receive({ type: "mouse_button", button: 0, pressed: true, buttons: 1 });
    manager.step();
    manager.receive({ type: "mouse_move", dx: 1, dy: 0, buttons: 2 });
    manager.step();
    expect([look(manager), look(manager, "right")]).toEqual(["u", "pd"]);
  });
});

describe("pausing", () => {
  it("follows levels and drops edges until a new transition", () => {
    const manager = managerOf({
      act: digital(keyA),
      move: { valueType: "pointerDelta", bindings: [{ type: "mouse_move" }] },
    });
    manager.receive(key("KeyA", true));
    manager.setPaused(true);
    manager.receive({ type: "mouse_move", dx: 5, dy: 0 });
    expect(stepAndLook(manager)).toBe("p");
    manager.setPaused(false);
    expect(stepAndLook(manager)).toBe("p");
    expect(manager.getPointerDelta("move")).toEqual({ x: 0, y: 0 });
    manager.receive(key("KeyA", false));
    expect(stepAndLook(manager)).toBe("u");
  });
});

describe("loadMap", () => {
  const load = (manager: InputManager, actions: object): void => {
    manager.loadMap({ version: 1, actions });
  };

  it("releases actions that are no longer pressed, and presses none that were held before", () => {
    const manager = managerOf({ act: digital(keyA) });
    manager.receive(key("KeyA", true));
    manager.step();
    load(manager, { act: digital(keyB), other: digital(keyA) });
    manager.step();
    expect([look(manager), look(manager, "other")]).toEqual(["u", "p"]);
  });

  it("keeps injected levels only if the same source still exists", () => {
    const axis = (sourceId: string): object => ({ valueType: "scalar", bindings: [{ type: "test_axis", sourceId }] });
    const manager = managerOf({ act: axis("a"), other: axis("b") });
    manager.injectAxis("a", 0.5);
    manager.injectAxis("b", 0.5);
    load(manager, { moved: axis("a") });
    manager.step();
    expect(manager.getScalar("moved")).toBe(0.5);
    load(manager, { moved: axis("b") });
    manager.step();
    expect(manager.getScalar("moved")).toBe(0);
  });

  it("keeps the old map if the new one is invalid, and reports the mistakes", () => {
    const manager = managerOf({ act: digital(keyA) });
    expect(() => {
      load(manager, { act: digital({ type: "test_axis", sourceId: "a" }) });
    }).toThrow(
      expect.objectContaining({
        code: "binding-type-mismatch",
        diagnostics: [expect.objectContaining({ code: "binding-type-mismatch" })],
      }),
    );
    manager.receive(key("KeyA", true));
    expect(stepAndLook(manager)).toBe("pd");
  });

  it("rejects a value that is not a map, without crashing", () => {
    const cyclic: { self?: object } = {};
    cyclic.self = cyclic;
    for (const bad of [undefined, null, 5, "{", [], cyclic, { version: 1n }, () => 0]) {
      expect(() => {
        new InputManager().loadMap(bad);
      }).toThrow(expect.objectContaining({ code: "invalid-map" }));
    }
  });

  it("also takes the text of a map, and any string as a name", () => {
    const manager = new InputManager();
    const names = ["__proto__", "constructor", ""];
    const actions = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(digital(keyA))}`).join(",");
    manager.loadMap(`{"version":1,"actions":{${actions}}}`);
    manager.receive(key("KeyA", true));
    manager.step();
    expect(names.map((name) => look(manager, name))).toEqual(["pd", "pd", "pd"]);
  });
});

describe("wrong calls", () => {
  const manager = managerOf({
    jump: digital(touchA),
    move: { valueType: "vector2", bindings: [{ type: "touch_stick", sourceId: "left" }] },
  });

  it.each([
    ["action-type-mismatch", null, () => manager.getScalar("jump")],
    ["action-type-mismatch", null, () => manager.isPressed("move")],
    ["action-type-mismatch", null, () => manager.getPointerDelta("move")],
    ["unknown-action", "jump", () => manager.isPressed("jmup")],
    ["unknown-action", null, () => manager.isPressed("toString")],
    [
      "unknown-source",
      "left",
      () => {
        manager.setTouchStick("lfet", { x: 0, y: 0 });
      },
    ],
    [
      "unknown-source",
      null,
      () => {
        manager.setTouchButton("left", true);
      },
    ],
    [
      "non-finite-input",
      null,
      () => {
        manager.setTouchStick("left", { x: Number.NaN, y: 0 });
      },
    ],
    ["no-map", null, () => new InputManager().isPressed("jump")],
    [
      "no-map",
      null,
      () => {
        new InputManager().injectAxis("a", 1);
      },
    ],
  ])("throw %s and suggest %j", (code, suggestion, call) => {
    expect(call).toThrow(expect.objectContaining({ code, suggestion }));
  });

  it("change nothing when they throw", () => {
    manager.setTouchStick("left", { x: 0.5, y: 0 });
    expect(() => {
      manager.setTouchStick("left", { x: 1, y: Number.POSITIVE_INFINITY });
    }).toThrow();
    manager.step();
    expect(manager.getVector2("move")).toEqual({ x: 0.5, y: 0 });
  });
});

describe("hashInput", () => {
  function hashOf(manager: InputManager): string {
    const absorbed: (string | number)[] = [];
    hashInput(manager, {
      addNumber: (value) => absorbed.push(value),
      addText: (text) => absorbed.push(text),
      addBytes: () => absorbed.push("bytes"),
    });
    return JSON.stringify(absorbed);
  }

  it("does not depend on the order of the map or of the presses", () => {
    const left = managerOf({ a: digital(keyA), b: digital(keyB) });
    const right = managerOf({ b: digital(keyB), a: digital(keyA) });
    for (const code of ["KeyA", "KeyB", "KeyX"]) left.receive(key(code, true));
    for (const code of ["KeyX", "KeyB", "KeyA"]) right.receive(key(code, true));
    left.step();
    right.step();
    expect(hashOf(left)).toBe(hashOf(right));
  });

  it("depends on levels that no action reads", () => {
    const left = managerOf({ a: digital(keyA) });
    const right = managerOf({ a: digital(keyA) });
    left.receive(key("KeyX", true));
    expect(hashOf(left)).not.toBe(hashOf(right));
  });
});
