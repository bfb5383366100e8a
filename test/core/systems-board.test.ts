import { describe, expect, it } from "vitest";
import { createSystemsBoard } from "../../src/core/systems-board.ts";
import { type PhaseName, phaseNames } from "../../src/formats/phases.ts";

function indexOf(phase: PhaseName): number {
  return phaseNames.indexOf(phase);
}

describe("a phase", () => {
  it("runs systems in the order of the roots, then in the order in which a root added them", () => {
    const board = createSystemsBoard();
    const ran: string[] = [];
    board.forRoot(1).add("physics", () => ran.push("second root, first"));
    board.forRoot(0).add("physics", () => ran.push("first root, first"));
    board.forRoot(1).add("physics", () => ran.push("second root, second"));
    board.forRoot(0).add("physics", () => ran.push("first root, second"));
    board.runPhase(indexOf("physics"));
    expect(ran).toEqual(["first root, first", "first root, second", "second root, first", "second root, second"]);
  });

  it("runs no system of another phase", () => {
    const board = createSystemsBoard();
    const ran: PhaseName[] = [];
    for (const phase of phaseNames) board.forRoot(0).add(phase, () => ran.push(phase));
    board.runPhase(indexOf("animation"));
    expect(ran).toEqual(["animation"]);
  });

  it("runs a system twice if it was added twice, and removes each separately", () => {
    const board = createSystemsBoard();
    let count = 0;
    const system = (): void => {
      count += 1;
    };
    const remove = board.forRoot(0).add("render", system);
    board.forRoot(0).add("render", system);
    board.runPhase(indexOf("render"));
    remove();
    remove();
    board.runPhase(indexOf("render"));
    expect(count).toBe(3);
  });

  it("runs a system that is added during the phase only from its next run on", () => {
    const board = createSystemsBoard();
    const ran: string[] = [];
    const systems = board.forRoot(0);
    const stop = systems.add("input", () => {
      ran.push("old");
      stop();
      systems.add("input", () => ran.push("new"));
    });
    board.runPhase(indexOf("input"));
    expect(ran).toEqual(["old"]);
    board.runPhase(indexOf("input"));
    expect(ran).toEqual(["old", "new"]);
  });

  it("runs a system that is added to a later phase of the same frame", () => {
    const board = createSystemsBoard();
    const ran: string[] = [];
    board.forRoot(0).add("input", () => board.forRoot(0).add("render", () => ran.push("render")));
    board.runPhase(indexOf("input"));
    board.runPhase(indexOf("render"));
    expect(ran).toEqual(["render"]);
  });

  it("never again runs a system that was removed, not even in the run that removes it", () => {
    const board = createSystemsBoard();
    const ran: string[] = [];
    board.forRoot(0).add("input", () => {
      removeLater();
    });
    const removeLater = board.forRoot(1).add("input", () => ran.push("removed"));
    board.forRoot(2).add("input", () => ran.push("kept"));
    board.runPhase(indexOf("input"));
    expect(ran).toEqual(["kept"]);
  });

  it("passes on the error of a system, and names the root", () => {
    const board = createSystemsBoard();
    board.forRoot(0).add("physics", () => undefined);
    board.forRoot(3).add("physics", () => {
      throw new RangeError("fell through the floor");
    });
    expect(board.runningRootIndex()).toBe(-1);
    expect(() => {
      board.runPhase(indexOf("physics"));
    }).toThrow(new RangeError("fell through the floor"));
    expect(board.runningRootIndex()).toBe(3);
  });
});

it("rejects a phase that does not exist, and lists those that do", () => {
  const { add } = createSystemsBoard().forRoot(0);
  expect(() => add("update" as PhaseName, () => undefined)).toThrow(
    'There is no phase "update". Phases: input, prePhysics, physics, postPhysics, gameLogic, animation, preRender, render.',
  );
});
