import type { InputManager } from "./input/manager.ts";
import type { PhaseName } from "../formats/phases.ts";
import type { RandomSource } from "./random-streams.ts";

/** Simulated time. It follows the step number and never the wall clock. */
export interface GameTime {
  /** Zero-based number of the current fixed step, warm-up included; -1 while roots are being set up. */
  readonly step: number;
  /** Seconds at the start of the current step, computed from the step and not accumulated. */
  readonly seconds: number;
  /** Length of a step in seconds. */
  readonly dt: number;
}

/** The systems of a root. */
export interface Systems {
  /**
   * Runs `system` once a frame in `phase`. Within a phase systems run in the order of the manifest's roots, then in the
   * order in which a root added them. Returns a function that removes it.
   */
  add(phase: PhaseName, system: () => void): () => void;
}

/** Reads files of the game's folder. Paths are relative to the manifest. */
export interface Assets {
  url(path: string): string;
  text(path: string): Promise<string>;
  json(path: string): Promise<unknown>;
  bytes(path: string): Promise<ArrayBuffer>;
}

/** What a root's `setup(ctx)` is given, whatever its adapter; each adapter adds its native surface. */
export interface GameContext {
  readonly rootId: string;
  readonly random: RandomSource;
  readonly time: GameTime;
  /** Systems read the step; what only draws reads `input.frame`, which also holds where frames and steps part. */
  readonly input: InputManager;
  readonly systems: Systems;
  readonly assets: Assets;
  /** Canvas size in CSS pixels. */
  readonly resolution: { readonly width: number; readonly height: number };
}
