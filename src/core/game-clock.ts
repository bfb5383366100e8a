import type { GameTime } from "./game-context.ts";

/** The time of a game and of its roots, which follows the number of the step. */
export interface GameClock {
  readonly time: GameTime;
  /** The time of one root, which is frozen while the root is held. */
  timeOf(rootIndex: number): GameTime;
  beginStep(step: number): void;
  hold(rootIndex: number, isHeld: boolean): void;
  isHeld(rootIndex: number): boolean;
}

/** Creates the clock of a game that has not begun: its step is -1. A step is `1 / stepHz` seconds. */
export function createGameClock(stepHz: number): GameClock {
  const held = new Set<number>();
  /** The number of steps for which each root was held. */
  const missed = new Map<number, number>();
  let step = -1;

  function timeFrom(currentStep: () => number): GameTime {
    return {
      get step() {
        return currentStep();
      },
      get seconds() {
        return Math.max(currentStep(), 0) / stepHz;
      },
      dt: 1 / stepHz,
    };
  }

  return {
    time: timeFrom(() => step),
    timeOf: (rootIndex) => timeFrom(() => step - (missed.get(rootIndex) ?? 0)),
    beginStep(nextStep) {
      step = nextStep;
      for (const rootIndex of held) missed.set(rootIndex, (missed.get(rootIndex) ?? 0) + 1);
    },
    hold(rootIndex, isHeld) {
      if (isHeld) held.add(rootIndex);
      else held.delete(rootIndex);
    },
    isHeld: (rootIndex) => held.has(rootIndex),
  };
}
