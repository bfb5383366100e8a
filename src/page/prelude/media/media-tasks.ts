import type { RealPrimitives } from "../native/real-clock.ts";

/** A task of a media element that has not run. */
interface QueuedTask {
  readonly run: () => void | Promise<void>;
  /** Whether it settles promises of `play()`: a new load does not drop it. */
  readonly settles: boolean;
  readonly timer: number;
}

type Timers = Pick<Window & typeof globalThis, "clearTimeout" | "setTimeout">;
type RunSteps = RealPrimitives["runInOneTask"];

/** The tasks of a media element, which run in order, each as a timer of no delay on the virtual clock. */
export class MediaTasks {
  readonly #timers: Timers;
  readonly #runSteps: RunSteps;
  #queued: QueuedTask[] = [];

  constructor(timers: Timers, runSteps: RunSteps) {
    this.#timers = timers;
    this.#runSteps = runSteps;
  }

  add(run: () => void | Promise<void>, settles = false): void {
    const timer = this.#timers.setTimeout(() => {
      this.#queued = this.#queued.filter((other) => other !== task);
      void run();
    }, 0);
    const task = { run, settles, timer };
    this.#queued.push(task);
  }

  /** Runs all that are queued, one after the other. */
  async flush(): Promise<void> {
    for (let task = this.#queued.shift(); task !== undefined; task = this.#queued.shift()) {
      this.#timers.clearTimeout(task.timer);
      await task.run();
      // The microtasks belong to the task.
      await this.#runSteps([]);
    }
  }

  /** Drops the events, and settles the promises at once. */
  drop(): void {
    for (const { run, settles, timer } of this.#queued.splice(0)) {
      this.#timers.clearTimeout(timer);
      if (settles) void run();
    }
  }
}
