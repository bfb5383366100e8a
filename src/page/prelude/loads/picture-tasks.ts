import type { Registered } from "./async-order.ts";
import type { PageTasks } from "./page-tasks.ts";

// Those at one moment of the clock. A page that shows many images in each frame must not use up the tasks that may run in
// one.
const tasksAtOnce = 50;

/** The tasks in which the browser sends the events of images that need no network. */
export class PictureTasks {
  readonly #tasks: PageTasks;
  readonly #now: () => number;
  #momentMs = -1;
  #left = 0;

  /** `now` reads the virtual clock, in milliseconds. */
  constructor(tasks: PageTasks, now: () => number) {
    this.#tasks = tasks;
    this.#now = now;
  }

  /**
   * Registers the event of an image, in a task that the browser queues now, or in the microtask that is queued by `soon`;
   * null if too many are under way.
   */
  expect(soon: ((microtask: () => void) => void) | null = null): Registered | null {
    const momentMs = this.#now();
    if (momentMs !== this.#momentMs) this.#left = tasksAtOnce;
    this.#momentMs = momentMs;
    this.#left -= 1;
    return this.#left >= 0 ? expectTask(this.#tasks, soon) : null;
  }
}

function expectTask(tasks: PageTasks, soon: ((microtask: () => void) => void) | null): Registered {
  let place = tasks.takeOrder();
  soon?.(() => {
    place = tasks.takeOrder();
  });
  let isOnTheWay = true;
  let isReleased = false;
  const arrive = (): void => {
    if (isOnTheWay) tasks.onLost();
    isOnTheWay = false;
  };
  const release = (): void => {
    arrive();
    isReleased = true;
  };
  tasks.onSent();
  return {
    complete(deliver) {
      arrive();
      const run = (): void => {
        if (!isReleased) void deliver();
      };
      if (tasks.admit(run, () => place)) run();
    },
    release,
    leaveToPage: () => undefined,
    releaseAfterTask: release,
  };
}
