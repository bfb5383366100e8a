import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualTimers } from "../time/virtual-timers.ts";

/** A task of a media element that has not run. */
interface QueuedTask {
  readonly owner: object;
  readonly run: () => void | Promise<void>;
  /** Whether it settles promises of `play()`: a new load does not drop it. */
  readonly settles: boolean;
  readonly id: number;
}

type Timers = Pick<VirtualTimers, "setTask" | "clearTask">;
type RunSteps = RealPrimitives["runInOneTask"];

/** The tasks of a realm's media elements, which run in order, at once on the virtual clock. */
export class MediaTasks {
  readonly #timers: Timers;
  readonly #runSteps: RunSteps;
  #queued: QueuedTask[] = [];

  constructor(timers: Timers, runSteps: RunSteps) {
    this.#timers = timers;
    this.#runSteps = runSteps;
  }

  add(owner: object, run: () => void | Promise<void>, settles = false): void {
    const id = this.#timers.setTask(() => {
      this.#remove(task);
      void run();
    }, 0);
    const task = { owner, run, settles, id };
    this.#queued.push(task);
  }

  /** Runs all that are queued for `owner`, and those that they queue for it, one after the other. */
  async flush(owner: object): Promise<void> {
    const next = (): QueuedTask | undefined => this.#queued.find((task) => task.owner === owner);
    for (let task = next(); task !== undefined; task = next()) await this.#runNow(task);
  }

  /** Runs those that are queued now, of all elements. */
  async flushAll(): Promise<void> {
    for (const task of [...this.#queued]) if (this.#queued.includes(task)) await this.#runNow(task);
  }

  /** Drops the events of an element, and settles its promises at once. */
  drop(owner: object): void {
    for (const task of this.#queued.filter((queued) => queued.owner === owner)) {
      this.#remove(task);
      this.#timers.clearTask(task.id);
      if (task.settles) void task.run();
    }
  }

  async #runNow(task: QueuedTask): Promise<void> {
    this.#remove(task);
    this.#timers.clearTask(task.id);
    await task.run();
    // The microtasks belong to the task.
    await this.#runSteps([]);
  }

  #remove(task: QueuedTask): void {
    this.#queued = this.#queued.filter((other) => other !== task);
  }
}
