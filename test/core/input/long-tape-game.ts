import { InputManager } from "../../../src/core/input/manager.ts";
import { createTapePlayer } from "../../../src/core/input/tape-player.ts";
import { createRandomSource } from "../../../src/core/random-streams.ts";
import { createStateHash } from "../../../src/core/state-hash.ts";
import type { SourceEvent, Tape, TapeEvent } from "../../../src/formats/tape.ts";

/** The map for an hour of play: the one of the recording, or one with the same actions on other sources. */
export interface LongPlay {
  readonly map: "recorded" | "rebound";
  /** Whether the tape uses the sources of the rebound map. */
  readonly isRewritten: boolean;
}

/** One hour at 60 steps per second. */
export const longTapeSteps = 216_000;
const seed = 20_261;

const digital = (...bindings: readonly object[]): object => ({ valueType: "digital", bindings });
const key = (code: string): object => ({ type: "key", code });

/** Both bind KeyW and the wheel's button, so some of the tape fits either map. */
const maps = {
  recorded: {
    left: digital(key("KeyA")),
    right: digital(key("KeyD")),
    jump: digital(key("KeyW"), { type: "mouse_button", button: 1 }),
    fire: digital({ type: "mouse_button", button: 0 }),
    stick: { valueType: "vector2", bindings: [{ type: "gamepad_axis_pair", xAxis: 0, yAxis: 1, deadzone: 0.15 }] },
    aim: { valueType: "pointerDelta", bindings: [{ type: "mouse_move" }] },
  },
  rebound: {
    left: digital(key("KeyJ")),
    right: digital(key("KeyL")),
    jump: digital(key("KeyW"), { type: "mouse_button", button: 1 }),
    fire: digital({ type: "touch_button", sourceId: "fire" }),
    stick: { valueType: "vector2", bindings: [{ type: "touch_stick", sourceId: "stick", deadzone: 0.15 }] },
    aim: { valueType: "pointerDelta", bindings: [{ type: "test_pointer_delta", sourceId: "aim" }] },
  },
} as const;

/** Plays a small game for an hour, and returns the hash of all its states. */
export function playLongTape({ map, isRewritten }: LongPlay): string {
  const manager = new InputManager();
  manager.loadMap({ version: 1, actions: maps[map] });
  const recorded = makeTape();
  const player = createTapePlayer(
    isRewritten ? { ...recorded, events: recorded.events.map(rewrite) } : recorded,
    manager,
  );
  const hash = createStateHash();
  const state = { x: 0, y: 0, speed: 0, heading: 0, jumps: 0, shots: 0 };
  for (let step = 0; step < longTapeSteps; step += 1) {
    void player.playStep(step);
    manager.step();
    const stick = manager.getVector2("stick");
    const push = (manager.isPressed("right") ? 1 : 0) - (manager.isPressed("left") ? 1 : 0);
    // Only operations whose result is exact in every engine.
    state.heading = (state.heading + manager.getPointerDelta("aim").x / 512) % 8;
    state.speed = state.speed * 0.97 + push * 0.1 + stick.x * state.heading;
    state.x += state.speed / 60;
    state.y += stick.y - manager.getPointerDelta("aim").y / 1024;
    state.jumps += manager.pressCount("jump");
    state.shots += manager.pressCount("fire") + 2 * manager.releaseCount("fire");
    for (const value of Object.values(state)) hash.addNumber(value);
  }
  return hash.digest();
}

/** A player who does something in every third step, sometimes several things. */
function makeTape(): Tape {
  const random = createRandomSource(seed).stream("tape");
  const held = new Set<string>();
  const events: TapeEvent[] = [];
  for (let step = 0; step < longTapeSteps; step += 1) {
    while (random() < 0.33) events.push({ step, ...makeEvent(random, held) });
  }
  return { version: 1, stepHz: 60, seed, events };
}

function makeEvent(random: () => number, held: Set<string>): SourceEvent {
  const choice = Math.floor(random() * 6);
  if (choice === 0)
    return { type: "mouse_move", dx: Math.floor(random() * 41) - 20, dy: Math.floor(random() * 41) - 20 };
  if (choice === 1) return { type: "gamepad", index: 0, axes: [random() * 2 - 1, random() * 2 - 1] };
  const button = choice === 2 ? 0 : 1;
  const code = ["KeyA", "KeyD", "KeyW"][Math.floor(random() * 3)] ?? "";
  const name = choice < 4 ? String(button) : code;
  const pressed = !held.has(name);
  if (pressed) held.add(name);
  else held.delete(name);
  return choice < 4 ? { type: "mouse_button", button, pressed } : { type: "key", code, pressed };
}

/** The same input on the sources of the rebound map. */
function rewrite(event: TapeEvent): TapeEvent {
  const { step } = event;
  switch (event.type) {
    case "key":
      return { ...event, code: { KeyA: "KeyJ", KeyD: "KeyL" }[event.code] ?? event.code };
    case "mouse_button":
      return event.button === 0 ? { step, type: "touch_button", sourceId: "fire", pressed: event.pressed } : event;
    case "mouse_move": {
      const { dx: x = 0, dy: y = 0 } = event;
      return { step, type: "test_pointer_delta", sourceId: "aim", x, y };
    }
    case "gamepad": {
      const [x = 0, y = 0] = event.axes ?? [];
      return { step, type: "touch_stick", sourceId: "stick", x, y };
    }
    default:
      return event;
  }
}

globalThis.playLongTape = playLongTape;

declare global {
  var playLongTape: (play: LongPlay) => string;
}
