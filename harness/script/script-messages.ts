import type { ScriptedGame } from "./scripted-game.ts";

/** A call of a script, on its way to the game. */
export interface ScriptCall {
  readonly kind: "call";
  readonly id: number;
  readonly name: keyof ScriptedGame;
  readonly parameters: readonly unknown[];
  /** Stack of the call. */
  readonly stack: string;
}

/** Messages from a script's worker. */
export type ScriptMessage =
  | ScriptCall
  /** The thread is ready, and the script is about to run. */
  | { readonly kind: "started" }
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly reason: string; readonly stack: string };

/** Answer to a call. A reason rejects it. */
export interface ScriptAnswer {
  readonly id: number;
  readonly reason: string | null;
}
