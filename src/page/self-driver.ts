import { createSystemsBoard, type SystemsBoard } from "../core/systems-board.ts";
import type { Systems } from "../core/game-context.ts";
import { phaseNames } from "../formats/phases.ts";

/**
 * The loop of a root that drives itself. The host runs no phase for it. If the root has added systems, their phases run
 * one after the other in an animation frame of the root's own; if it has added none, it has a loop of its own and draws
 * itself.
 */
export class SelfDriver {
  readonly systems: Systems;
  readonly #board: SystemsBoard = createSystemsBoard();
  #hasSystems = false;
  #hasStarted = false;
  #frame: number | null = null;
  #isStopped = false;
  readonly #isHeld: () => boolean;

  /** `isHeld` returns whether the root is paused. */
  constructor(isHeld: () => boolean) {
    this.#isHeld = isHeld;
    const ofBoard = this.#board.forRoot(0);
    this.systems = {
      add: (phase, system) => {
        const isFirst = !this.#hasSystems;
        this.#hasSystems = true;
        if (isFirst && this.#hasStarted) this.#requestFrame();
        return ofBoard.add(phase, system);
      },
    };
  }

  /** Adds the adapter's drawing, unless the root draws itself. */
  addDrawing(draw: () => void): void {
    if (this.#hasSystems) this.systems.add("render", draw);
  }

  /** Starts the loop, as soon as there is anything to run. */
  start(): void {
    this.#hasStarted = true;
    if (this.#hasSystems) this.#requestFrame();
  }

  /** Ends the loop for good. */
  stop(): void {
    this.#isStopped = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
  }

  #requestFrame(): void {
    if (!this.#isStopped) this.#frame = requestAnimationFrame(this.#run);
  }

  readonly #run = (): void => {
    this.#requestFrame();
    if (this.#isHeld()) return;
    for (let phaseIndex = 0; phaseIndex < phaseNames.length; phaseIndex += 1) this.#board.runPhase(phaseIndex);
  };
}
