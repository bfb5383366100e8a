import { absorbData } from "./absorb-data.ts";
import type { HashSink } from "./state-hash.ts";

/** State of a game that no scene shows. It belongs to the state that Framegate hashes and compares. */
export interface RegisteredStates {
  /**
   * Adds the result of `read` to the hashed state of every frame, as a separate part named `state:NAME`. `read` returns
   * plain data, such as numbers, texts, lists, objects and typed arrays, and must not change anything. It is called
   * after each frame of a run that is hashed, and never in a timed frame. Returns a function that removes it.
   *
   * @throws Error If the name is taken.
   * @example ctx.state.register("inventory", () => inventory.items);
   */
  register(name: string, read: () => unknown): () => void;
}

/** The registered states of all roots. */
export class StateBoard implements RegisteredStates {
  readonly #reads = new Map<string, () => unknown>();

  readonly register = (name: string, read: () => unknown): (() => void) => {
    if (this.#reads.has(name)) throw new Error(`ctx.state.register: the name "${name}" is taken. Use another one.`);
    this.#reads.set(name, read);
    return () => {
      this.#reads.delete(name);
    };
  };

  names(): readonly string[] {
    return [...this.#reads.keys()];
  }

  /** Absorbs the current state of that name; nothing if there is none. */
  hashInto(name: string, sink: HashSink): void {
    const read = this.#reads.get(name);
    if (read !== undefined) absorbData(sink, read(), { path: name });
  }
}
