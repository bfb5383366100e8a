import { phaseNames } from "../formats/phases.ts";
import type { Assets, GameContext, GameTime } from "./game-context.ts";
import { createGameClock } from "./game-clock.ts";
import { hashInput, InputManager } from "./input/manager.ts";
import { DebugBoard } from "./debug-commands.ts";
import { createRandomSource, type StreamPosition } from "./random-streams.ts";
import { StateBoard } from "./registered-states.ts";
import type { HashSink } from "./state-hash.ts";
import { createSystemsBoard } from "./systems-board.ts";

export interface GameOptions {
  readonly seed: number;
  readonly stepHz: number;
  readonly resolution: { readonly width: number; readonly height: number };
  /** Gives each root its own time, which is frozen while the root is held. Default: false. */
  readonly canHold?: boolean;
}

/** Called after each phase of a frame, in phase order. */
export type PhaseObserver = (phaseIndex: number) => void;

/** The part of a run that needs no engine: time, randomness, input and systems, stepped together. */
export interface Game {
  readonly input: InputManager;
  readonly time: GameTime;
  /** The debug commands of all roots. */
  readonly commands: DebugBoard;
  contextFor(rootId: string, rootIndex: number, assets: Assets): GameContext;
  /** Begins step `step`: advances time and input. The tape's events of the step must have been played before. */
  beginStep(step: number): void;
  /** Runs all phases of the step. Throws whatever the game throws. */
  runPhases(onPhaseEnd: PhaseObserver): void;
  runningRootIndex(): number;
  /** Suspends the systems of a root from the next step on, or resumes them. Needs `canHold`. */
  hold(rootIndex: number, isHeld: boolean): void;
  /** Whether a root is held. */
  isHeld(rootIndex: number): boolean;
  hashInputInto(sink: HashSink): void;
  /** Absorbs the positions of the random streams. */
  hashRandomInto(sink: HashSink): void;
  /** The positions of the random streams. */
  streams(): readonly StreamPosition[];
  /** The names of the states that the game has registered. */
  stateNames(): readonly string[];
  hashStateInto(name: string, sink: HashSink): void;
  /** Absorbs the state outside of the scene graphs: time, input, registered state and the positions of the random streams. */
  hashInto(sink: HashSink): void;
}

/** Creates a game without roots. A step is `1 / stepHz` seconds. */
export function createGame({ seed, stepHz, resolution, canHold = false }: GameOptions): Game {
  const input = new InputManager();
  const random = createRandomSource(seed);
  const board = createSystemsBoard();
  const state = new StateBoard();
  const commands = new DebugBoard();
  const clock = createGameClock(stepHz);

  return {
    input,
    time: clock.time,
    commands,
    contextFor: (rootId, rootIndex, assets) => ({
      rootId,
      random,
      time: canHold ? clock.timeOf(rootIndex) : clock.time,
      input,
      systems: board.forRoot(rootIndex),
      state,
      assets,
      debug: commands,
      resolution,
    }),
    beginStep(nextStep) {
      clock.beginStep(nextStep);
      input.step();
      // One frame is one step.
      input.beginFrame();
    },
    runPhases(onPhaseEnd) {
      for (let phaseIndex = 0; phaseIndex < phaseNames.length; phaseIndex += 1) {
        board.runPhase(phaseIndex);
        onPhaseEnd(phaseIndex);
      }
    },
    runningRootIndex: () => board.runningRootIndex(),
    hold(rootIndex, isHeld) {
      clock.hold(rootIndex, isHeld);
      board.hold(rootIndex, isHeld);
    },
    isHeld: (rootIndex) => clock.isHeld(rootIndex),
    hashInputInto(sink) {
      hashInput(input, sink);
    },
    hashRandomInto(sink) {
      random.hashInto(sink);
    },
    streams: () => random.positions(),
    hashInto(sink) {
      sink.addNumber(clock.time.step);
      hashInput(input, sink);
      random.hashInto(sink);
      for (const name of state.names()) {
        sink.addText(name);
        state.hashInto(name, sink);
      }
    },
    stateNames: () => state.names(),
    hashStateInto(name, sink) {
      state.hashInto(name, sink);
    },
  };
}
