import type { DebugCommands } from "./debug-commands.ts";
import type { InputManager } from "./input/manager.ts";
import type { PhaseName } from "../formats/phases.ts";
import type { RegisteredStates } from "./registered-states.ts";
import type { RandomSource } from "./random-streams.ts";

/** Simulated time. It follows the step number, never the real clock, and stands still while the debug bridge pauses the root. */
export interface GameTime {
  /** Zero-based number of the current fixed step, warm-up included; -1 while the roots are set up. */
  readonly step: number;
  /** Seconds at the start of the current step, computed from its number, so no error accumulates. */
  readonly seconds: number;
  /** Length of a step in seconds. */
  readonly dt: number;
}

/** The systems of a root. */
export interface Systems {
  /**
   * Runs `system` once per frame in `phase`. Within a phase, systems run in the order of the manifest's roots, then in
   * the order in which they were added. Returns a function that removes the system.
   */
  add(phase: PhaseName, system: () => void): () => void;
}

/** Reads files from the game's folder. Paths are relative to the manifest. */
export interface Assets {
  url(path: string): string;
  text(path: string): Promise<string>;
  json(path: string): Promise<unknown>;
  bytes(path: string): Promise<ArrayBuffer>;
}

/** The context that a root's `setup(ctx)` receives. Each adapter adds its native surface. */
export interface GameContext {
  readonly rootId: string;
  readonly random: RandomSource;
  readonly time: GameTime;
  /**
   * Systems read the step's values directly. Drawing code reads `input.frame`, which stays correct if frames and steps
   * differ.
   */
  readonly input: InputManager;
  readonly systems: Systems;
  /** State that no scene shows, for the hash of every frame. */
  readonly state: RegisteredStates;
  readonly assets: Assets;
  /** Commands for the debug bridge. */
  readonly debug: DebugCommands;
  /** Canvas size in CSS pixels. It changes only where `framegate dev` gives a game without a resolution a person's window. */
  readonly resolution: { readonly width: number; readonly height: number };
}
