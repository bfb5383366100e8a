import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digital, key, keyA, keyB, managerOf } from "./live-manager.ts";

const seed = 20_261_121;
const actions = {
  act: digital(keyA, keyB),
  move: { valueType: "pointerDelta", bindings: [{ type: "mouse_move" }] },
};

describe("the frame view", () => {
  it("shows the edges and the movement of all steps since the last frame, once", () => {
    const manager = managerOf(actions);
    const stepWith = (isPressed: boolean, dx: number): void => {
      manager.receive(key("KeyA", isPressed));
      manager.receive({ type: "mouse_move", dx, dy: 0 });
      manager.step();
    };
    stepWith(true, 3);
    stepWith(false, 4);
    stepWith(true, -1);
    manager.beginFrame();
    const { frame } = manager;
    expect([frame.isPressed("act"), frame.pressCount("act"), frame.releaseCount("act")]).toEqual([true, 2, 1]);
    expect([frame.isJustPressed("act"), frame.isJustReleased("act")]).toEqual([true, true]);
    expect(frame.getPointerDelta("move")).toEqual({ x: 6, y: 0 });
    manager.beginFrame();
    expect([frame.isPressed("act"), frame.isJustPressed("act"), frame.isJustReleased("act")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(frame.getPointerDelta("move")).toEqual({ x: 0, y: 0 });
  });

  it("shows the last step's values of everything else", () => {
    const manager = managerOf({
      axis: { valueType: "scalar", bindings: [{ type: "test_axis", sourceId: "a" }] },
      stick: { valueType: "vector2", bindings: [{ type: "test_vector2", sourceId: "s" }] },
      place: { valueType: "pointerPosition", bindings: [{ type: "test_pointer_position", sourceId: "pointer" }] },
    });
    manager.injectAxis("a", 0.5);
    manager.injectVector2("s", { x: 0, y: 1 });
    manager.injectPointerPosition("pointer", { x: 7, y: 8 });
    manager.step();
    manager.beginFrame();
    manager.injectAxis("a", 1);
    const { frame } = manager;
    expect([frame.getScalar("axis"), frame.getVector2("stick"), frame.getPointerPosition("place")]).toEqual([
      0.5,
      { x: 0, y: 1 },
      { x: 7, y: 8 },
    ]);
  });

  it("rejects the getter of another type as the step's view does", () => {
    const { frame } = managerOf(actions);
    const mismatch = expect.objectContaining({ code: "action-type-mismatch" });
    expect(() => frame.pressCount("move")).toThrow(mismatch);
    expect(() => frame.getPointerDelta("act")).toThrow(mismatch);
    expect(() => frame.isJustPressed("jump")).toThrow(expect.objectContaining({ code: "unknown-action" }));
  });

  it("keeps unseen edges and movement when the map changes", () => {
    const manager = managerOf(actions);
    manager.receive(key("KeyA", true));
    manager.receive({ type: "mouse_move", dx: 2, dy: 0 });
    manager.step();
    manager.loadMap({ version: 1, actions });
    manager.step();
    manager.beginFrame();
    expect([manager.frame.pressCount("act"), manager.frame.getPointerDelta("move").x]).toEqual([1, 2]);
  });
});

/** Input at a moment, which is a fraction of the schedule's length. */
interface Happening {
  readonly at: number;
  readonly event: { readonly code: string; readonly pressed: boolean } | { readonly dx: number; readonly dy: number };
}

const pixels = fc.integer({ min: -500, max: 500 });
const happening: fc.Arbitrary<Happening> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  event: fc.oneof(
    fc.record({ code: fc.constantFrom("KeyA", "KeyB"), pressed: fc.boolean() }),
    fc.record({ dx: pixels, dy: pixels }),
  ),
});

/** Runs frames, each of which takes the input that has arrived, runs the steps that are due, and then draws. */
function runSchedule(framesPerSecond: number, stepHz: number, happenings: readonly Happening[]): object {
  const manager = managerOf(actions);
  // At least a few frames, and no more work than needed.
  const seconds = Math.max(3 / framesPerSecond, Math.min(40 / framesPerSecond, 100 / stepHz));
  const waiting = happenings.toSorted((left, right) => left.at - right.at);
  const held = new Set<string>();
  const made = { presses: 0, releases: 0, x: 0, y: 0 };
  const seen = { steps: { presses: 0, releases: 0, x: 0, y: 0 }, frames: { presses: 0, releases: 0, x: 0, y: 0 } };
  let stepsLate = 0;
  let steps = 0;

  function take({ event }: Happening): void {
    if ("dx" in event) {
      manager.receive({ type: "mouse_move", ...event });
      made.x += event.dx;
      made.y += event.dy;
      return;
    }
    const before = held.size > 0;
    if (event.pressed) held.add(event.code);
    else held.delete(event.code);
    manager.receive(key(event.code, event.pressed));
    if (!before && held.size > 0) made.presses += 1;
    if (before && held.size === 0) made.releases += 1;
  }

  function add(to: typeof made, view: typeof manager.frame): void {
    const { x, y } = view.getPointerDelta("move");
    to.presses += view.pressCount("act");
    to.releases += view.releaseCount("act");
    to.x += x;
    to.y += y;
  }

  function step(): void {
    manager.step();
    steps += 1;
    add(seen.steps, manager);
    // All input so far has been seen by now: no step is late, not even by one.
    if (JSON.stringify(seen.steps) !== JSON.stringify(made)) stepsLate += 1;
    if (manager.isPressed("act") !== held.size > 0) stepsLate += 1;
  }

  for (let frame = 1; frame / framesPerSecond <= seconds + 1; frame += 1) {
    const isLast = frame / framesPerSecond > seconds;
    const now = isLast ? Number.POSITIVE_INFINITY : frame / framesPerSecond;
    while (waiting[0] !== undefined && waiting[0].at * seconds <= now) take(waiting.shift() ?? waiting[0]);
    while (!isLast && (steps + 1) / stepHz <= now) step();
    if (isLast) step();
    manager.beginFrame();
    add(seen.frames, manager.frame);
    if (isLast) break;
  }
  return { made, ...seen, stepsLate };
}

describe("at any ratio of frames to steps", () => {
  it(
    "every press is seen by exactly one step and one frame, in the next step, and no pixel is lost",
    { timeout: 120_000 },
    () => {
      const framesPerSecond = fc.integer({ min: 1, max: 1000 });
      const stepHz = fc.integer({ min: 10, max: 240 });
      fc.assert(
        fc.property(framesPerSecond, stepHz, fc.array(happening, { maxLength: 25 }), (frames, hertz, happenings) => {
          const {
            made,
            steps,
            frames: drawn,
            stepsLate,
          } = runSchedule(frames, hertz, happenings) as Record<string, unknown>;
          expect({ steps, drawn, stepsLate }).toEqual({ steps: made, drawn: made, stepsLate: 0 });
        }),
        { seed, numRuns: 10_000 },
      );
    },
  );
});
