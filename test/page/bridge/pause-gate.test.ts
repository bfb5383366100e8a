import { describe, expect, it } from "vitest";
import { PauseGate } from "../../../src/page/bridge/pause-gate.ts";

const pausable = { pausable: true };
const unpausable = { pausable: false };

/** A gate, and the roots that it holds now. */
function gateOf(roots: ConstructorParameters<typeof PauseGate>[0]): { gate: PauseGate; held: Set<number> } {
  const held = new Set<number>();
  const gate = new PauseGate(roots, (index, isHeld) => {
    if (isHeld) held.add(index);
    else held.delete(index);
  });
  return { gate, held };
}

function runFrame(gate: PauseGate, held: ReadonlySet<number>): readonly number[] {
  gate.beginFrame();
  const seen = [...held];
  gate.endFrame();
  return seen;
}

describe("a game in which every root is pausable", () => {
  it("takes no step while it is paused, and then those that are asked for", () => {
    const { gate } = gateOf([pausable, pausable]);
    expect(gate.admit(2)).toBe(2);
    gate.pause();
    expect(gate.admit(2)).toBe(0);
    void gate.step(3);
    expect(gate.admit(2)).toBe(2);
    gate.endFrame();
    gate.endFrame();
    expect(gate.admit(2)).toBe(1);
    gate.endFrame();
    expect(gate.admit(2)).toBe(0);
    gate.resume();
    expect(gate.admit(2)).toBe(2);
  });

  it("is stopped as a whole if it has no roots", () => {
    const { gate } = gateOf([]);
    gate.pause();
    expect(gate.admit(1)).toBe(0);
  });
});

describe("a game with a root that is not pausable", () => {
  it("goes on, and holds the others but for the steps that are asked for", () => {
    const { gate, held } = gateOf([pausable, unpausable, pausable]);
    expect(runFrame(gate, held)).toEqual([]);
    gate.pause();
    expect(gate.admit(1)).toBe(1);
    expect(runFrame(gate, held)).toEqual([0, 2]);
    void gate.step(2);
    expect([1, 2, 3].map(() => runFrame(gate, held))).toEqual([[], [], [0, 2]]);
    gate.resume();
    expect(runFrame(gate, held)).toEqual([]);
  });
});

describe("a step that is asked for", () => {
  it("does not use up its step in the frame that is running while the roots are paused", () => {
    const { gate, held } = gateOf([pausable, unpausable]);
    gate.pause();
    gate.beginFrame();
    void gate.step(2);
    gate.endFrame();
    expect([1, 2, 3].map(() => runFrame(gate, held))).toEqual([[], [], [0]]);
  });

  it("ends with the last of its frames", async () => {
    const { gate, held } = gateOf([pausable]);
    let isDone = false;
    const stepping = gate.step(2).then(() => {
      isDone = true;
    });
    runFrame(gate, held);
    await Promise.resolve();
    expect(isDone).toBe(false);
    runFrame(gate, held);
    await stepping;
    expect(gate.isPaused()).toBe(true);
  });

  it("ends when the game is resumed instead, or when there is nothing to do", async () => {
    const { gate } = gateOf([pausable]);
    const stepping = gate.step(2);
    gate.resume();
    await stepping;
    await gate.step(0);
    expect(gate.isPaused()).toBe(true);
  });
});
