import type { DueTimer } from "./timer-queue.ts";

/** A moment of a step. */
export interface StepMoment {
  readonly step: number;
  /** How far the clock is from the end of the step, in virtual milliseconds. Negative after a task that waited longer. */
  readonly leftMs: number;
  /** See `TickClock`. */
  readonly skippedFrames: number;
}

/** A window whose timers run among those of the other windows of its origin. */
export interface TimedWindow {
  /** False when its document has left its frame. */
  isAlive(): boolean;
  /** See `TickClock`. */
  skipTo(frames: number): void;
  /** The time of a step on the window's own clock, in virtual milliseconds. */
  stepMs(step: number): number;
  nextTimer(untilMs: number): DueTimer | null;
  /** Whether a timer is due at its own time that was set before this place. */
  isDueBefore(order: number): boolean;
  /** Runs the timer that `nextTimer` returns. */
  runTimer(untilMs: number): void;
  /** The moment of the clock in a step. */
  momentIn(step: number): StepMoment;
  /** The same of its own step; null before the first. */
  moment(): StepMoment | null;
  /** Moves its clock, never back. */
  advanceTo(nowMs: number): void;
  /** See `VirtualClock`. */
  beginHere(): void;
  /** Delivers the first events of the rendering. */
  render(step: number): Promise<void> | undefined;
  /** Delivers the last ones, which come after the first ones of all windows. */
  renderLast(): Promise<void> | undefined;
  /** Call when the frame of the page begins. That of the window is a part of it, and takes place after the page's. */
  beginFrame(): void;
  /** Begins the step, if it has not begun. */
  beginStep(step: number): void;
  /** Until the returned function is called, the tasks of other windows let those come first that were posted earlier. */
  keepOpen(step: number): () => void;
  /** Resolves when the tasks that its page has posted have run, and the next may run. It never does if the window goes. */
  turn(): Promise<void>;
  /** True if another turn would run tasks. */
  isOwed(): boolean;
}

/** The next timer of a group, and its window. */
interface Due {
  readonly timed: TimedWindow;
  readonly timer: DueTimer;
  /** How far the time of the timer is from the step's. */
  readonly leftMs: number;
}

/**
 * The windows of one origin in a page. In a browser they share a thread and a clock, so a timer of a frame runs between
 * two of its page. The outermost window runs the timers of all.
 */
export class TimerGroup {
  readonly #members: TimedWindow[] = [];
  /** The step in which a worker has been made. */
  #madeIn: number | null = null;
  /** Counts the timers that were set, in all windows. */
  readonly setOrder = { last: 0 };
  /** See `TimersAround`. */
  readonly tasks: { firstPlace(): number; isHeld(): boolean; isLoading(): boolean }[] = [];
  /** See `TimersAround`. */
  isRendering = false;

  /**
   * Adds a window, or one that has a new document, and sets its clock. A window without a document of its own appears
   * within a call of the page, at the page's time. How far the page's timers are when another one loads depends on the
   * machine, so its clock shows the end of the step.
   */
  join(timed: TimedWindow, isLoaded: boolean): void {
    const moment = this.moment();
    const isNew = !this.#members.includes(timed);
    if (isNew) this.#members.push(timed);
    if (moment === null) return;
    timed.skipTo(moment.skippedFrames);
    timed.advanceTo(timed.stepMs(moment.step) - (isLoaded ? Math.min(moment.leftMs, 0) : moment.leftMs));
    if (isNew) timed.beginHere();
  }

  /** Call in a new worker. */
  beginIn(step: number): void {
    this.#madeIn = step;
  }

  /** The step that runs; null before the first. */
  step(): number | null {
    return this.moment()?.step ?? this.#madeIn;
  }

  /** That of the outermost window, see `TimedWindow`. */
  moment(): StepMoment | null {
    return this.#members[0]?.moment() ?? null;
  }

  /** See `TimersAround`. */
  readonly isDueBefore = (order: number): boolean =>
    this.#members.some((timed) => timed.isAlive() && timed.isDueBefore(order));

  /** All windows if `timed` is the outermost one, itself first; none if another one runs its timers. */
  ledBy(timed: TimedWindow): readonly TimedWindow[] {
    for (let index = this.#members.length - 1; index > 0; index -= 1) {
      if (this.#members[index]?.isAlive() === false) this.#members.splice(index, 1);
    }
    return this.#members[0] === timed ? this.#members : nobody;
  }
}

/** The timer of these windows that is due first at `step`; null if none is due. */
export function findDue(windows: readonly TimedWindow[], step: number): Due | null {
  let first: Due | null = null;
  for (const timed of windows) {
    const untilMs = timed.stepMs(step);
    const timer = timed.isAlive() ? timed.nextTimer(untilMs) : null;
    if (timer === null) continue;
    const due = { timed, timer, leftMs: untilMs - timer.dueMs };
    if (first === null || isBefore(due, first)) first = due;
  }
  return first;
}

/** Moves the clocks of windows on. They share a thread: what one has waited beyond this time has passed for all. */
export function moveClocks(windows: readonly TimedWindow[], step: number, leftMs: number): void {
  const skipped = windows.reduce((most, timed) => Math.max(most, timed.momentIn(step).skippedFrames), 0);
  for (const timed of windows) timed.skipTo(skipped);
  const leastMs = windows.reduce((least, timed) => Math.min(least, timed.momentIn(step).leftMs), leftMs);
  for (const timed of windows) timed.advanceTo(timed.stepMs(step) - leastMs);
}

/** Delivers events of a window's rendering. A window that goes has no more: then it resolves with the next picture. */
export async function renderWindow(
  timed: TimedWindow,
  render: () => Promise<void> | undefined,
  nextPaint: () => Promise<void>,
): Promise<void> {
  const rendered = timed.isAlive() ? render() : undefined;
  if (rendered === undefined) return;
  await new Promise<void>((resolve) => {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      resolve();
    };
    const look = (): void => {
      if (!timed.isAlive()) end();
      else if (!isOver) void nextPaint().then(look);
    };
    void rendered.then(end);
    look();
  });
}

/** Each window has a clock of its own, which may have begun at another time. */
function isBefore(one: Due, other: Due): boolean {
  return one.leftMs === other.leftMs ? one.timer.order < other.timer.order : one.leftMs > other.leftMs;
}

const nobody: readonly TimedWindow[] = [];
