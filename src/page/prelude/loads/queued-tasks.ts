import type { PageTasks } from "./page-tasks.ts";

/** The timers of a window that are due now. */
export interface ReadyTimers {
  /** The place of the first one in the order of timers and tasks; null if there is none. */
  next(): number | null;
  /** Runs it. */
  runNext(): void;
  /** See `TimerQueue.deferOthers`. */
  deferOthers(): void;
}

/** The tasks and the timers without a delay that are queued in a window. */
export class QueuedTasks {
  readonly #tasks: PageTasks;
  readonly #timers: ReadyTimers;
  #running: Promise<void> | null = null;

  constructor(tasks: PageTasks, timers: ReadyTimers) {
    this.#tasks = tasks;
    this.#timers = timers;
  }

  /** True if there are any, or may be. */
  areAny(): boolean {
    return this.#timers.next() !== null || this.#tasks.isAnyQueued();
  }

  /** Runs those that are queued by now, while the document is not ready for others. Two calls at once run them once. */
  run(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #runAll(): Promise<void> {
    const timers = this.#timers;
    const last = this.#tasks.beginEarly(() => timers.next());
    timers.deferOthers();
    await this.#tasks.turn();
    for (let next = timers.next(); next !== null && next <= last; next = timers.next()) {
      timers.runNext();
      await this.#tasks.turn();
    }
    this.#tasks.endEarly();
  }
}
