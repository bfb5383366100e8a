// The number of tasks that a page may run in one frame by posting messages to itself. A page that posts endlessly makes
// no progress in real time, which a count of frames would not show.
const tasksPerFrame = 250;
// A counted message that has not arrived after this many turns was lost, with a port that is gone.
const fruitlessTurns = 50;

/**
 * The tasks that a page posts to itself by messages and by its scheduler. They run in turns that Framegate takes, so
 * each of them has a fixed frame: up to a limit they run in the current one, and the rest in the next.
 */
export class PageTasks {
  readonly #nativeTurn: () => Promise<void>;
  readonly #held: (() => void)[] = [];
  #onTheWay = 0;
  #left = 0;
  #openTurns = 0;
  #isDriven: boolean;
  #mayRun = (): boolean => true;

  /** Before a realm is driven, its tasks run when they come. */
  constructor(nativeTurn: () => Promise<void>, isDriven: boolean) {
    this.#nativeTurn = nativeTurn;
    this.#isDriven = isDriven;
  }

  /** Nothing runs while `mayRun` returns false. */
  waitFor(mayRun: () => boolean): void {
    this.#mayRun = mayRun;
  }

  /** Call once a frame. */
  refill(): void {
    this.#isDriven = true;
    this.#left = tasksPerFrame;
  }

  /** Lets no more tasks run until the next refill. */
  hold(): void {
    this.#left = 0;
  }

  /** Call when a task has been queued in the browser. */
  onSent(count = 1): void {
    this.#onTheWay += count;
  }

  /** Call when such a task will not come any more. */
  onLost(count = 1): void {
    this.#onTheWay = Math.max(0, this.#onTheWay - count);
  }

  /** Whether a task that the browser begins may run. If not, `run` is kept for its turn. */
  admit(run: () => void): boolean {
    if (!this.#isDriven) return true;
    if (this.#openTurns > 0 && this.#left > 0 && this.#held.length === 0 && this.#mayRun()) {
      this.#left -= 1;
      return true;
    }
    this.#held.push(run);
    return false;
  }

  hasAny(): boolean {
    return this.#held.length > 0 || this.#onTheWay > 0;
  }

  /** Resolves in a later task, after the tasks that were queued before and those that these queue. */
  readonly turn = async (): Promise<void> => {
    this.#openTurns += 1;
    const leftBefore = this.#left;
    await this.#nativeTurn();
    let fruitless = 0;
    // The tasks that ran may have queued more, and not all of those are counted.
    for (let hasRun = this.#left < leftBefore; this.#left > 0 && (hasRun || this.hasAny());) {
      const leftNow = this.#left;
      this.#runHeld();
      await this.#nativeTurn();
      hasRun = this.#left < leftNow;
      fruitless = hasRun ? 0 : fruitless + 1;
      if (fruitless > fruitlessTurns) this.#onTheWay = 0;
    }
    this.#openTurns -= 1;
  };

  #runHeld(): void {
    const run = this.#held.shift();
    if (run === undefined) return;
    this.#left -= 1;
    try {
      run();
    } catch (thrown) {
      reportError(thrown);
    }
  }
}
