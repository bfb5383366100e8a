/** The scripts of one window that are loading. */
type Loads = Set<object>;

/** Finds scripts of several windows of an origin that load at once: the network decides which of them runs first. */
export class ScriptRaces {
  readonly #windows = new Set<Loads>();

  /** Returns a new window's set of loads, to be filled and emptied. */
  add(): Loads {
    const loads: Loads = new Set();
    this.#windows.add(loads);
    return loads;
  }

  /** Call when a window leaves its document. */
  remove(loads: Loads): void {
    this.#windows.delete(loads);
  }

  /** Whether another window loads a script. */
  isAnyBeside(loads: Loads): boolean {
    return [...this.#windows].some((others) => others !== loads && others.size > 0);
  }
}
