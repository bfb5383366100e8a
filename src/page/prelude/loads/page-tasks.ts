// The number of tasks that a page may run in one frame by posting messages to itself. A page that posts endlessly makes
// no progress in real time, which a count of frames would not show.
const tasksPerFrame = 250;
// A counted message that has not arrived after this many turns was lost, with a port that is gone.
const fruitlessTurns = 50;
// A message to the window comes within so many turns.
const postTurns = 2;

/** The timers among which the tasks run. */
export interface TimersAround {
  /** Counts the timers and tasks of all windows of the origin. */
  readonly setOrder: { last: number };
  /** True if a timer is due that was set before the task with this place in the order. */
  isDueBefore(order: number): boolean;
  /** The tasks of all windows of the origin. */
  readonly tasks: TaskQueue[];
  /** True within a rendering, which is one task of the browser for all windows. */
  readonly isRendering: boolean;
}

/** The tasks of one window, as the others see them. */
interface TaskQueue {
  /** The place of the first one that waits only for its turn; infinite if there is none. */
  firstPlace(): number;
  /** True while something loads that the next task could find there or not, see `OwnLoads`. */
  isHeld(): boolean;
  /** The same for the next answer. */
  isLoading(): boolean;
}

/** The pending loads of a window, see `AsyncOrder`. */
interface OwnLoads {
  mayRunTask(): boolean;
  mayAnswer(): boolean;
}

/** See `PageTasks.beginEarly`. */
interface EarlyStage {
  /** The place of the last task that may run. */
  readonly last: number;
  readonly firstTimer: () => number | null;
}

/** A task that waits for its turn. */
interface HeldTask {
  readonly run: () => void;
  /** See `admit`. */
  readonly order: () => number;
  /** True while messages that the browser has queued before it may still come. */
  isFresh: boolean;
}

/**
 * The tasks that a page posts to itself by messages and by its scheduler. They run in turns that Framegate takes, so
 * each of them has a fixed frame: up to a limit they run in the current one, and the rest in the next. As in the browser,
 * a timer without a delay that was set before a task runs before it.
 */
export class PageTasks {
  readonly #nativeTurn: () => Promise<void>;
  readonly #held: HeldTask[] = [];
  readonly #endings: (() => void)[] = [];
  #timers: TimersAround = { setOrder: { last: 0 }, isDueBefore: () => false, tasks: [], isRendering: false };
  /** The places of messages that may be under way to the window. */
  #posts: number[] = [];
  #lastPost = 0;
  #onTheWay = 0;
  /** See `beginEarly`. */
  #early: EarlyStage | null = null;
  #left = 0;
  #openTurns = 0;
  #keptOpen = 0;
  #isDriven: boolean;
  #isOpen = (): boolean => true;
  #loads: OwnLoads = { mayRunTask: () => true, mayAnswer: () => true };

  /** True within a rendering of the windows of the origin. */
  get isRendering(): boolean {
    return this.#timers.isRendering;
  }

  /** Before a realm is driven, its tasks run when they come. */
  constructor(nativeTurn: () => Promise<void>, isDriven: boolean) {
    this.#nativeTurn = nativeTurn;
    this.#isDriven = isDriven;
  }

  /** Nothing runs here while `isOpen` returns false, nor in any window of the origin while `loads.mayRunTask` does. */
  waitFor(isOpen: () => boolean, loads: OwnLoads): void {
    this.#isOpen = isOpen;
    this.#loads = loads;
  }

  /** False while something loads in a window of the origin that the code that gets an answer could find there or not. */
  readonly mayAnswerAnywhere = (): boolean => !this.#timers.tasks.some(({ isLoading }) => isLoading());

  /** `isAlive` is false when the window's document has left its frame. */
  runAmong(timers: TimersAround, isAlive: () => boolean): void {
    this.#timers = timers;
    timers.tasks.push({
      firstPlace: () =>
        this.#openTurns + this.#keptOpen > 0 && this.#left > 0 && isAlive() ? this.#firstPlace() : Infinity,
      isHeld: () => !this.#loads.mayRunTask() && isAlive(),
      isLoading: () => !this.#loads.mayAnswer() && isAlive(),
    });
  }

  /** The place of a task that is queued now, among the timers and the other tasks. */
  takeOrder(): number {
    this.#timers.setOrder.last += 1;
    return this.#timers.setOrder.last;
  }

  /** Calls `run` when the task that runs now has ended with its microtasks, before another one begins. */
  atEnd(run: () => void): void {
    this.#endings.push(run);
  }

  /** Call once a frame. */
  refill(): void {
    this.#isDriven = true;
    if (this.#early === null) this.#left = tasksPerFrame;
    this.#dropPosts();
  }

  /** True if a task is queued, or may be under way. */
  isAnyQueued(): boolean {
    return this.hasAny() || this.#posts.length > 0;
  }

  /**
   * Lets the tasks run that are queued by now, although the document is not ready for others, among the timers of the
   * window. `firstTimer` tells the place of the first one that is due; null if none is. Returns the place of the last task.
   */
  beginEarly(firstTimer: () => number | null): number {
    const last = this.takeOrder();
    this.#early = { last, firstTimer };
    this.#left = tasksPerFrame + this.#held.length + this.#onTheWay;
    return last;
  }

  endEarly(): void {
    this.#early = null;
  }

  /** Lets no more tasks run until the next refill. */
  hold(): void {
    this.#left = 0;
  }

  /** Call when a task has been queued in the browser. */
  onSent(count = 1): void {
    this.#onTheWay += count;
  }

  /** Call when the page may be about to post a message to the window: nothing tells whether it does. */
  notePost(): void {
    if (this.#posts.length < tasksPerFrame) this.#posts.push(this.takeOrder());
  }

  /** The place of a message that has come to the window. One of another origin comes right after the one before it. */
  takePost(): number {
    this.#lastPost = this.#posts.shift() ?? this.#lastPost;
    return this.#lastPost;
  }

  /** Call when such a task will not come any more. */
  onLost(count = 1): void {
    this.#onTheWay = Math.max(0, this.#onTheWay - count);
  }

  /**
   * True if a task that the browser begins may run. If not, `run` is kept for its turn. `order` tells its place, see
   * `takeOrder`: 0 for one that comes before all timers, infinite for one that comes after all.
   */
  admit(run: () => void, order: () => number = first): boolean {
    this.#endLast();
    if (!this.#isDriven) return true;
    const isFree = this.#openTurns > 0 && this.#left > 0 && this.#held.length === 0;
    if (isFree && this.#mayRunAt(order()) && !this.#isOtherBefore(order())) {
      this.#left -= 1;
      return true;
    }
    this.#held.push({ run, order, isFresh: false });
    return false;
  }

  /**
   * Queues a task, and returns true. False before the realm is driven: then the browser has to begin it. The browser itself
   * would begin it among messages, but a port that is being read hands over its next message after all others.
   */
  queue(run: () => void, order: () => number): boolean {
    if (this.#isDriven) this.#held.push({ run, order, isFresh: true });
    return this.#isDriven;
  }

  /** Keeps a task that the browser begins if a timer or the document's load comes before it. False if none does. */
  holdBehind(run: () => void, order: number): boolean {
    const isBehind = this.#timers.isDueBefore(order) || !this.#isOpen();
    return this.#isDriven && isBehind && !this.admit(run, () => order);
  }

  hasAny(): boolean {
    return this.#held.length > 0 || this.#onTheWay > 0;
  }

  /** True if another turn would run tasks, such as those that another window has queued here since the last one. */
  isOwed(): boolean {
    return this.#left > 0 && (this.#posts.length > 0 || this.#isAnyDue());
  }

  /** Until the returned function is called, the tasks of other windows wait for earlier ones here, between turns too. */
  keepOpen(): () => void {
    this.#keptOpen += 1;
    return () => {
      this.#keptOpen -= 1;
    };
  }

  /** Resolves in a later task, after the tasks that were queued before and those that these queue. */
  readonly turn = async (): Promise<void> => {
    this.#openTurns += 1;
    const leftBefore = this.#left;
    await this.#takeTurn();
    for (let turn = 0; turn < postTurns && this.#posts.length > 0; turn += 1) await this.#takeTurn();
    let fruitless = 0;
    // The tasks that ran may have queued more, and not all of those are counted.
    for (let hasRun = this.#left < leftBefore; this.#left > 0 && (hasRun || this.#isAnyDue());) {
      const leftNow = this.#left;
      this.#runHeld();
      await this.#takeTurn();
      hasRun = this.#left < leftNow;
      fruitless = hasRun ? 0 : fruitless + 1;
      if (fruitless > fruitlessTurns) this.#onTheWay = 0;
    }
    this.#dropPosts();
    this.#openTurns -= 1;
  };

  /** Those that have not come by now were never posted, unless scripts run at any time. */
  #dropPosts(): void {
    if (this.#isOpen()) this.#posts = [];
  }

  async #takeTurn(): Promise<void> {
    const fresh = this.#held.filter(({ isFresh }) => isFresh);
    await this.#nativeTurn();
    this.#endLast();
    for (const task of fresh) task.isFresh = false;
  }

  #endLast(): void {
    for (const run of this.#endings.splice(0)) run();
  }

  #mayRunAt(order: number): boolean {
    if (this.#early !== null) return order <= this.#early.last && (this.#early.firstTimer() ?? Infinity) > order;
    const { isRendering, isDueBefore, tasks } = this.#timers;
    return this.#isOpen() && !isRendering && !isDueBefore(order) && !tasks.some(({ isHeld }) => isHeld());
  }

  /** True if a task of another window comes before this place. */
  #isOtherBefore(order: number): boolean {
    return this.#early === null && this.#timers.tasks.some((tasks) => tasks.firstPlace() < order);
  }

  #firstPlace(): number {
    const order = this.#firstHeld()?.order() ?? Infinity;
    return this.#mayRunAt(order) ? order : Infinity;
  }

  /** The first of those that wait. */
  #firstHeld(): HeldTask | null {
    let next: HeldTask | null = null;
    for (const task of this.#held) if (next === null || task.order() < next.order()) next = task;
    return next;
  }

  #isAnyDue(): boolean {
    if (this.#onTheWay > 0 || this.#held.some(({ isFresh }) => isFresh)) return true;
    const task = this.#firstHeld();
    return task !== null && this.#mayRunAt(task.order()) && !this.#isOtherBefore(task.order());
  }

  #runHeld(): void {
    const task = this.#firstHeld();
    if (task === null || task.isFresh || !this.#mayRunAt(task.order()) || this.#isOtherBefore(task.order())) return;
    this.#held.splice(this.#held.indexOf(task), 1);
    this.#left -= 1;
    try {
      task.run();
    } catch (thrown) {
      reportError(thrown);
    }
  }
}

const first = (): number => 0;
