import type { ScriptedGame } from "./scripted-game.ts";

/** A call of a script, on its way to the game. */
export interface ScriptCall {
  readonly kind: "call";
  readonly id: number;
  readonly name: keyof ScriptedGame;
  readonly parameters: readonly unknown[];
  /** The stack at the call. */
  readonly stack: string;
}

/** What the worker of a script tells. */
export type ScriptMessage =
  | ScriptCall
  /** The thread is there, and the script is about to run. */
  | { readonly kind: "started" }
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly reason: string; readonly stack: string };

/** The answer to a call. A reason rejects it. */
export interface ScriptAnswer {
  readonly id: number;
  readonly reason: string | null;
}
