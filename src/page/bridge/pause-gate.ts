/** A root, as far as pausing is concerned. */
export interface GatedRoot {
  /** The manifest's `pausable`. */
  readonly pausable: boolean;
}

/**
 * Pauses the pausable roots of a game. In a live run whose roots are all pausable no frame runs meanwhile; otherwise frames go
 * on, and the systems of the paused roots are left out.
 */
export class PauseGate {
  readonly #roots: readonly GatedRoot[];
  readonly #hold: (rootIndex: number, isHeld: boolean) => void;
  #isPaused = false;
  #isHolding = false;
  /** Steps that the paused roots may still take. */
  #owed = 0;
  #waiting: (() => void)[] = [];

  /** `hold` leaves out the systems of a root, or takes them in again. */
  constructor(roots: readonly GatedRoot[], hold: (rootIndex: number, isHeld: boolean) => void) {
    this.#roots = roots;
    this.#hold = hold;
  }

  isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#owed = 0;
    this.#release();
  }

  /** Pauses, and lets the paused roots take `count` steps. Resolves when they have, or when they are resumed. */
  async step(count: number): Promise<void> {
    this.pause();
    this.#owed += count;
    if (this.#owed === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Returns how many of the due steps a live run takes. */
  admit(due: number): number {
    if (!this.#isPaused || this.#roots.some(({ pausable }) => !pausable)) return due;
    return Math.min(due, this.#owed);
  }

  /** Called before each frame. */
  beginFrame(): void {
    const isHolding = this.#isPaused && this.#owed === 0;
    if (isHolding === this.#isHolding) return;
    this.#isHolding = isHolding;
    for (const [index, { pausable }] of this.#roots.entries()) if (pausable) this.#hold(index, isHolding);
  }

  /** Called after each frame. */
  endFrame(): void {
    // A frame in which the roots were paused does not count as a step, even if one was requested during it.
    if (!this.#isPaused || this.#owed === 0 || this.#isHolding) return;
    this.#owed -= 1;
    if (this.#owed === 0) this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
