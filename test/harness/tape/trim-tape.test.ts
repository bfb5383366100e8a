import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trimTape } from "../../../harness/tape/trim-tape.ts";
import { InputManager } from "../../../src/core/input/manager.ts";
import { createTapePlayer } from "../../../src/core/input/tape-player.ts";
import { type SourceEvent, type Tape, validateTape } from "../../../src/formats/tape.ts";

const seed = 20_261_121;
const steps = 24;

const actions = {
  key: { valueType: "digital", bindings: [{ type: "key", code: "KeyA" }] },
  other: {
    valueType: "digital",
    bindings: [
      { type: "key", code: "KeyB" },
      { type: "touch_button", sourceId: "t" },
    ],
  },
  mouse: {
    valueType: "digital",
    bindings: [
      { type: "mouse_button", button: 0 },
      { type: "mouse_button", button: 2 },
    ],
  },
  pad: { valueType: "digital", bindings: [{ type: "gamepad_button", button: 0 }] },
  throttle: {
    valueType: "scalar",
    bindings: [
      { type: "test_axis", sourceId: "a" },
      { type: "gamepad_axis", axis: 0, direction: "positive", deadzone: 0 },
    ],
  },
  stick: {
    valueType: "vector2",
    bindings: [
      { type: "gamepad_axis_pair", xAxis: 0, yAxis: 1 },
      { type: "touch_stick", sourceId: "s" },
      { type: "test_vector2", sourceId: "v" },
    ],
  },
  look: {
    valueType: "pointerDelta",
    bindings: [{ type: "mouse_move" }, { type: "test_pointer_delta", sourceId: "d" }],
  },
  aim: {
    valueType: "pointerPosition",
    bindings: [
      { type: "test_pointer_position", sourceId: "pointer" },
      { type: "test_pointer_position", sourceId: "p" },
    ],
  },
};

const part = fc.constantFrom(-1, -0.5, 0, 0.25, 1);
const pressed = fc.boolean();
const anyEvent: fc.Arbitrary<SourceEvent> = fc.oneof(
  fc.record({
    type: fc.constant("key" as const),
    code: fc.constantFrom("KeyA", "KeyB", "MetaLeft", "MetaRight"),
    pressed,
  }),
  fc.record({ type: fc.constant("mouse_button" as const), button: fc.constantFrom(0, 2), pressed }),
  fc.record({ type: fc.constant("mouse_button" as const), button: fc.constantFrom(0, 2), pressed, x: part, y: part }),
  fc.record({ type: fc.constant("mouse_move" as const), x: part, y: part }),
  fc.record({ type: fc.constant("mouse_move" as const), dx: part, dy: part }),
  fc.record({ type: fc.constant("gamepad" as const), index: fc.constantFrom(0, 3), axes: fc.tuple(part, part) }),
  fc.record({
    type: fc.constant("gamepad" as const),
    index: fc.constantFrom(0, 3),
    buttons: fc.tuple(fc.constantFrom(0, 1)),
  }),
  fc.record({ type: fc.constant("gamepad" as const), index: fc.constantFrom(0, 3), connected: fc.constant(false) }),
  fc.constantFrom({ type: "blur" as const }, { type: "focus" as const }, { type: "wheel" as const, dx: 1, dy: 1 }),
  fc.record({ type: fc.constant("touch_button" as const), sourceId: fc.constant("t"), pressed }),
  fc.record({ type: fc.constant("touch_stick" as const), sourceId: fc.constant("s"), x: part, y: part }),
  fc.record({ type: fc.constant("test_axis" as const), sourceId: fc.constant("a"), value: part }),
  fc.record({ type: fc.constant("test_vector2" as const), sourceId: fc.constant("v"), x: part, y: part }),
  fc.record({ type: fc.constant("test_pointer_delta" as const), sourceId: fc.constant("d"), x: part, y: part }),
  fc.record({
    type: fc.constant("test_pointer_position" as const),
    sourceId: fc.constantFrom("pointer", "p"),
    x: part,
    y: part,
  }),
);

const anyTape: fc.Arbitrary<Tape> = fc
  .array(fc.tuple(fc.nat(steps - 1), anyEvent), { maxLength: 60 })
  .map((entries) => ({
    version: 1,
    stepHz: 60,
    events: entries.toSorted(([left], [right]) => left - right).map(([step, event]) => ({ ...event, step })),
  }));

/** Visible input of each step: levels in the first list, edges in the second. */
function play(
  tape: Tape,
  count: number,
): readonly { readonly levels: readonly unknown[]; readonly edges: readonly unknown[] }[] {
  const manager = new InputManager();
  manager.loadMap({ version: 1, actions });
  const player = createTapePlayer(tape, manager);
  return Array.from({ length: count }, (_, step) => {
    void player.playStep(step);
    manager.step();
    const digitals = ["key", "other", "mouse", "pad"];
    return {
      levels: [
        digitals.map((action) => manager.isPressed(action)),
        manager.getScalar("throttle"),
        manager.getVector2("stick"),
        manager.getPointerDelta("look"),
        manager.getPointerPosition("aim"),
      ],
      edges: digitals.map((action) => [manager.pressCount(action), manager.releaseCount(action)]),
    };
  });
}

describe("trimTape", () => {
  it("gives the same input as the whole tape from the cut on, and the same edges after the first step", () => {
    fc.assert(
      fc.property(anyTape, fc.nat(steps - 1), (tape, from) => {
        const whole = play(tape, steps).slice(from);
        const cut = play(trimTape(tape, { from, to: steps }), steps - from);
        expect(cut.map(({ levels }) => levels)).toEqual(whole.map(({ levels }) => levels));
        expect(cut.slice(1).map(({ edges }) => edges)).toEqual(whole.slice(1).map(({ edges }) => edges));
      }),
      { seed, numRuns: 3000 },
    );
  });

  it("writes a valid tape, whatever it cuts", () => {
    fc.assert(
      fc.property(anyTape, fc.nat(steps), fc.nat(steps), (tape, from, length) => {
        const trimmed = trimTape(tape, { from, to: from + length });
        expect(validateTape(JSON.stringify(trimmed)).ok).toBe(true);
        expect(Math.max(0, ...trimmed.events.map(({ step }) => step))).toBeLessThanOrEqual(length);
      }),
      { seed, numRuns: 500 },
    );
  });

  it("keeps both ends of its range, and the tape's header", () => {
    const events = [3, 4, 5, 6].map((step) => ({ step, type: "wheel", dx: step, dy: 0 }) as const);
    const tape: Tape = { version: 1, stepHz: 30, seed: 4, mapHash: "m", game: { name: "g", version: "1.0.0" }, events };
    expect(trimTape(tape, { from: 4, to: 5 })).toEqual({
      ...tape,
      events: [
        { step: 0, type: "wheel", dx: 4, dy: 0 },
        { step: 1, type: "wheel", dx: 5, dy: 0 },
      ],
    });
  });

  it("keeps a locked pointer across the cut, but not a released one", () => {
    const lock = (step: number, locked?: boolean): Tape["events"][number] => ({
      step,
      type: "pointer_lock",
      ...(locked === undefined ? {} : { locked }),
    });
    const tape: Tape = { version: 1, stepHz: 60, events: [lock(0), lock(5, false)] };
    expect(trimTape(tape, { from: 3, to: 4 }).events).toEqual([lock(0)]);
    expect(trimTape(tape, { from: 6, to: 9 }).events).toEqual([]);
  });

  it("drops waits and click positions before the cut, but keeps keys pressed after a wait", () => {
    const when = { selector: "#start" };
    const tape: Tape = {
      version: 1,
      stepHz: 60,
      events: [
        { step: 0, type: "wait", when },
        { step: 1, type: "mouse_move", x: 4, y: 5 },
        { step: 2, type: "click", text: "Play", when },
        { step: 3, type: "key", code: "KeyA", pressed: true, when },
        { step: 8, type: "click", selector: "#next", when },
      ],
    };
    expect(trimTape(tape, { from: 5, to: 9 }).events).toEqual([
      { step: 0, type: "key", code: "KeyA", pressed: true },
      { step: 3, type: "click", selector: "#next", when },
    ]);
  });
});
