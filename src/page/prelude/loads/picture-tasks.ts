import type { Delivery, Registered } from "./async-order.ts";
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

/** A picture whose event may come in a task. */
interface OwnPicture {
  readonly registered: Registered;
  /** The place of its task. */
  place: number;
  /** Null until the browser has loaded it. */
  deliver: Delivery | null;
  isReleased: boolean;
}

/**
 * The pictures with their content in their URLs that load while the document is parsed. The browser queues the task of
 * such an event in the microtask in which it takes up the URL. The event is in the order of loads until it is known
 * whether the tasks run early.
 */
export class OwnPictures {
  readonly #tasks: PageTasks;
  readonly #isParsing: () => boolean;
  readonly #pictures = new Set<OwnPicture>();

  constructor(tasks: PageTasks, isParsing: () => boolean) {
    this.#tasks = tasks;
    this.#isParsing = isParsing;
  }

  areAny(): boolean {
    return this.#pictures.size > 0;
  }

  areLoading(): boolean {
    for (const { deliver } of this.#pictures) if (deliver === null) return true;
    return false;
  }

  mayTakeOver(url: string): boolean {
    return /^data:/iu.test(url) && this.#isParsing();
  }

  /** Keeps the event of a picture. */
  takeOver(registered: Registered, soon: (microtask: () => void) => void): Registered {
    const picture: OwnPicture = { registered, place: 0, deliver: null, isReleased: false };
    soon(() => {
      picture.place = this.#tasks.takeOrder();
    });
    this.#pictures.add(picture);
    const release = (): void => {
      picture.isReleased = true;
      this.#pictures.delete(picture);
      registered.release();
    };
    return {
      complete: (deliver) => {
        if (this.#pictures.has(picture)) picture.deliver = deliver;
        else registered.complete(deliver);
      },
      release,
      leaveToPage: () => undefined,
      releaseAfterTask: release,
    };
  }

  /** Gives all events that have come their tasks. */
  queueAll(): void {
    for (const picture of this.#pictures) {
      const { deliver, registered } = picture;
      if (deliver === null) continue;
      const run = (): void => {
        if (!picture.isReleased) void deliver();
      };
      this.#pictures.delete(picture);
      registered.release();
      if (this.#tasks.admit(run, () => picture.place)) run();
    }
  }

  /** Leaves all to the order of loads. */
  giveBack(): void {
    for (const { registered, deliver } of this.#pictures) if (deliver !== null) registered.complete(deliver);
    this.#pictures.clear();
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
