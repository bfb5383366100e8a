import { describe, expect, it } from "vitest";
import { hashInput, type InputManager } from "../../../src/core/input/manager.ts";
import { createTapePlayer } from "../../../src/core/input/tape-player.ts";
import { createTapeRecorder, type TapeRecorder } from "../../../src/core/input/tape-recorder.ts";
import { createRandomSource } from "../../../src/core/random-streams.ts";
import { createStateHash } from "../../../src/core/state-hash.ts";
import type { SourceEvent, TapeEvent } from "../../../src/formats/tape.ts";
import { digital, keyA, look, managerOf, touchA } from "./live-manager.ts";

const actions = {
  act: digital(keyA, touchA, { type: "mouse_button", button: 0 }),
  move: { valueType: "pointerDelta", bindings: [{ type: "mouse_move" }] },
  stick: { valueType: "vector2", bindings: [{ type: "gamepad_axis_pair", xAxis: 0, yAxis: 1 }] },
};

function recording(): {
  readonly manager: InputManager;
  readonly recorder: TapeRecorder;
  readonly events: TapeEvent[];
} {
  const events: TapeEvent[] = [];
  const manager = managerOf(actions);
  return { manager, events, recorder: createTapeRecorder(manager, (told) => events.push(...told)) };
}

function stateOf(manager: InputManager): string {
  const hash = createStateHash();
  hashInput(manager, hash);
  return hash.digest();
}

describe("createTapeRecorder", () => {
  it("holds input until the next step, and records it under that step", () => {
    const { manager, recorder, events } = recording();
    const before = stateOf(manager);
    recorder.take({ type: "key", code: "KeyA", pressed: true });
    expect(stateOf(manager)).toBe(before);
    recorder.playStep(7);
    manager.step();
    expect(look(manager)).toBe("pd");
    expect(events).toEqual([{ step: 7, type: "key", code: "KeyA", pressed: true }]);
  });

  it("merges the movements between two other events, and keeps their sum", () => {
    const { manager, recorder, events } = recording();
    recorder.take({ type: "mouse_move", dx: 1, dy: 2, x: 10, y: 20 });
    recorder.take({ type: "mouse_move", dx: 3, dy: 4, x: 13, y: 24 });
    recorder.take({ type: "mouse_button", button: 0, pressed: true, x: 13, y: 24 });
    recorder.take({ type: "mouse_move", dx: 5, dy: 6 });
    recorder.playStep(0);
    manager.step();
    expect(events.map(({ type }) => type)).toEqual(["mouse_move", "mouse_button", "mouse_move"]);
    expect(events[0]).toEqual({ step: 0, type: "mouse_move", dx: 4, dy: 6, x: 13, y: 24 });
    expect(manager.getPointerDelta("move")).toEqual({ x: 9, y: 12 });
  });

  it("does not merge a movement that has only a position", () => {
    const { recorder, events } = recording();
    recorder.take({ type: "mouse_move", x: 1, y: 1 });
    recorder.take({ type: "mouse_move", x: 4, y: 5 });
    recorder.playStep(0);
    expect(events).toHaveLength(2);
  });

  it("does not report steps without input", () => {
    const told: (readonly TapeEvent[])[] = [];
    createTapeRecorder(managerOf(actions), (events) => told.push(events)).playStep(0);
    expect(told).toEqual([]);
  });

  it("records a tape that gives another manager the same states, for any input at any time", () => {
    const random = createRandomSource(20_260_302).stream("hand");
    const { manager, recorder, events } = recording();
    const states: string[] = [];
    for (let step = 0; step < 2000; step += 1) {
      while (random() < 0.5) recorder.take(anything(random));
      recorder.playStep(step);
      manager.step();
      // In the middle of a step.
      if (random() < 0.3) recorder.take(anything(random));
      states.push(stateOf(manager));
    }
    const again = managerOf(actions);
    const player = createTapePlayer({ version: 1, stepHz: 60, events }, again);
    const replayed = states.map((_, step) => {
      void player.playStep(step);
      again.step();
      return stateOf(again);
    });
    expect(replayed).toEqual(states);
    expect(new Set(states).size).toBeGreaterThan(1000);
  });
});

function anything(random: () => number): SourceEvent {
  const pressed = random() < 0.5;
  const kinds: readonly SourceEvent[] = [
    { type: "key", code: "KeyA", pressed },
    { type: "touch_button", sourceId: "A", pressed },
    { type: "touch_button", sourceId: "unknown", pressed },
    { type: "mouse_button", button: 0, pressed },
    { type: "mouse_move", dx: random() * 10, dy: random() - 5 },
    { type: "gamepad", index: 0, axes: [random(), random()] },
    { type: pressed ? "blur" : "focus" },
  ];
  return kinds[Math.floor(random() * kinds.length)] ?? { type: "focus" };
}
