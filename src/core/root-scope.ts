import type { GameContext } from "./game-context.ts";
import { requirePhase } from "./systems-board.ts";

/**
 * The systems, states and debug commands that one mounting of a root has added to the game. They are removed together.
 */
export class RootScope {
  /** The root's context, whose additions belong to this scope. */
  readonly context: GameContext;
  readonly #takeAway = new Set<() => void>();
  readonly #waiting = new Set<() => void>();
  #state: "mounting" | "open" | "closed" = "mounting";

  /** `context` is that of the game. */
  constructor(context: GameContext) {
    const { systems, state, debug } = context;
    this.context = {
      ...context,
      systems: {
        add: (phase, system) => {
          requirePhase(phase);
          return this.#addSystem(() => systems.add(phase, system));
        },
      },
      state: { register: (name, read) => this.#own(state.register(name, read)) },
      debug: { command: (name, run) => this.#own(debug.command(name, run)) },
    };
  }

  get isClosed(): boolean {
    return this.#state === "closed";
  }

  /** Lets the systems run: those added so far, in their order, and all that follow. No half-mounted root runs. */
  open(): void {
    if (this.#state !== "mounting") return;
    this.#state = "open";
    for (const add of this.#waiting) add();
    this.#waiting.clear();
  }

  /** Removes everything. Additions by a setup that is still running are removed at once. */
  close(): void {
    this.#state = "closed";
    for (const takeAway of this.#takeAway) takeAway();
    this.#takeAway.clear();
    this.#waiting.clear();
  }

  #addSystem(add: () => () => void): () => void {
    const added: { remove: (() => void) | null } = { remove: null };
    const start = (): void => {
      added.remove = add();
    };
    if (this.#state === "mounting") this.#waiting.add(start);
    else start();
    return this.#own(() => {
      this.#waiting.delete(start);
      added.remove?.();
    });
  }

  #own(takeAway: () => void): () => void {
    const once = (): void => {
      if (this.#takeAway.delete(once)) takeAway();
    };
    this.#takeAway.add(once);
    if (this.#state === "closed") once();
    return once;
  }
}
