import { isBefore, TimerHeap } from "./timer-heap.ts";
import { roundingMs, type VirtualClock } from "./virtual-clock.ts";

/** When a timer is due. */
export interface DueTimer {
  readonly dueMs: number;
  /** Its place among those that are due at the same time. */
  readonly order: number;
}

interface Timer extends DueTimer {
  readonly id: number;
  /** The time that it was set for. `dueMs` is later if a busy task kept it waiting. */
  readonly setForMs: number;
  readonly run: () => void;
  /** The interval in milliseconds; null for a timeout. */
  readonly intervalMs: number | null;
  /** The nesting level of the timer, which decides about the 4 ms clamp of the HTML standard. */
  readonly depth: number;
  /** True of an idle callback. */
  readonly isIdle: boolean;
}

// https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps, steps 11 and 12.
const clampDepth = 5;
const clampMs = 4;

// So many tasks at one time are a circle, as of an element that is sought again whenever it has been sought.
const circleLength = 200;

// A game that sets a long timeout in every frame and clears it again must not fill the heap.
const clearedKept = 64;

/** Timeouts and intervals on the virtual clock. */
export class TimerQueue {
  readonly #clock: VirtualClock;
  readonly #setOrder: { last: number };
  /** The timers that are set, by id. The heap may hold more: a cleared timer stays there until it is on top. */
  readonly #timers = new Map<number, Timer>();
  readonly #heap = new TimerHeap<Timer>();
  /** Those without a delay and those that a busy task has kept waiting, in the order in which they run. */
  readonly #ready = new ReadyTimers();
  #lastId = 0;
  #runningDepth = 0;
  /** How many ran at the time `#ranAtMs`. */
  #ranCount = 0;
  #ranAtMs = -1;

  /** The windows of an origin share `setOrder`. */
  constructor(clock: VirtualClock, setOrder: { last: number }) {
    this.#clock = clock;
    this.#setOrder = setOrder;
  }

  get isEmpty(): boolean {
    return this.#timers.size === 0;
  }

  get size(): number {
    return this.#timers.size;
  }

  get lastId(): number {
    return this.#lastId;
  }

  /**
   * Sets a timer and returns its id. Timers and animation frames share one sequence of ids, see `takeId`. `delay` is
   * converted to 32 bits as in the browser, where 2 ** 31 ms is a negative number and so fires at once.
   */
  set(run: () => void, delay: unknown, isInterval: boolean, isIdle = false): number {
    const id = this.takeId();
    const atLeastMs = this.#runningDepth > clampDepth ? clampMs : 0;
    const delayMs = Math.max(Number(delay) | 0, atLeastMs);
    const intervalMs = isInterval ? Math.max(delayMs, 1) : null;
    this.#add({ id, run, intervalMs, depth: this.#runningDepth + 1, isIdle }, this.#clock.now(), delayMs);
    return id;
  }

  /**
   * Sets a task that is no timer: it is not nested in one, and neither are the timers that it sets. In a circle of such
   * tasks time passes.
   */
  setTask(run: () => void, delayMs: number): number {
    const id = this.takeId();
    const now = this.#clock.now();
    const atLeastMs = now === this.#ranAtMs && this.#ranCount >= circleLength ? clampMs : 0;
    this.#add({ id, run, intervalMs: null, depth: 0, isIdle: false }, now, Math.max(delayMs, atLeastMs));
    return id;
  }

  clear(id: unknown): void {
    this.#timers.delete(Number(id));
    if (this.#heap.size > 2 * this.#timers.size + clearedKept) this.#heap.keepOnly((timer) => this.#isSet(timer));
  }

  takeId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Whether a timer is due at or before `untilMs`. */
  isDue(untilMs: number): boolean {
    return this.#earliest(untilMs) !== null;
  }

  /** The same, without idle callbacks. */
  isBusy(untilMs: number): boolean {
    for (const { dueMs, isIdle } of this.#timers.values()) if (dueMs <= untilMs && !isIdle) return true;
    return false;
  }

  /** The first timer that is due at or before `untilMs`; null if there is none. */
  next(untilMs: number): DueTimer | null {
    return this.#earliest(untilMs);
  }

  /**
   * Runs the earliest timer that is due at or before `untilMs`, with the clock at its due time. Returns false if there
   * is none. Timers due at the same time run in the order in which they were set. Timers set from now on count as
   * nested in this one, until `endTask`.
   */
  runNext(untilMs: number): boolean {
    const timer = this.#earliest(untilMs);
    if (timer === null) return false;
    if (timer === this.#ready.first()) this.#ready.removeFirst();
    else this.#heap.removeFirst();
    this.#timers.delete(timer.id);
    if (timer.intervalMs !== null) {
      const intervalMs = timer.depth > clampDepth ? Math.max(timer.intervalMs, clampMs) : timer.intervalMs;
      // Rescheduled before it runs, so that the handler can clear it.
      this.#add({ ...timer, depth: timer.depth + 1 }, timer.setForMs, intervalMs);
    }
    this.#clock.set(Math.max(this.#clock.now(), timer.dueMs));
    const now = this.#clock.now();
    this.#ranCount = now === this.#ranAtMs ? this.#ranCount + 1 : 1;
    this.#ranAtMs = now;
    this.#runningDepth = timer.depth;
    timer.run();
    return true;
  }

  /** Puts behind all timers that are set by now those that are ready, but were not set without a delay. */
  deferOthers(): void {
    const now = this.#clock.now();
    const others = this.#ready.take(({ depth, setForMs, dueMs }) => depth === 0 || setForMs < dueMs);
    for (const timer of others) if (this.#isSet(timer)) this.#add(timer, now, 0);
  }

  /** Ends the task of the timer that ran last. Its microtasks are part of the task: a promise keeps the clamp. */
  endTask(): void {
    this.#runningDepth = 0;
  }

  #add(timer: Pick<Timer, "id" | "run" | "intervalMs" | "depth" | "isIdle">, fromMs: number, delayMs: number): void {
    this.#setOrder.last += 1;
    const dueMs = fromMs + delayMs;
    const added = { ...timer, setForMs: dueMs, dueMs, order: this.#setOrder.last };
    this.#timers.set(timer.id, added);
    if (delayMs === 0) this.#ready.add(added);
    else this.#heap.add(added);
  }

  #isSet(timer: Timer): boolean {
    return this.#timers.get(timer.id) === timer;
  }

  #earliest(untilMs: number): Timer | null {
    const delayed = this.#firstNotLate();
    let ready = this.#ready.first();
    while (ready !== null && !this.#isSet(ready)) {
      this.#ready.removeFirst();
      ready = this.#ready.first();
    }
    const first = ready !== null && (delayed === null || isBefore(ready, delayed)) ? ready : delayed;
    return first !== null && first.dueMs <= untilMs ? first : null;
  }

  #firstDelayed(): Timer | null {
    let first = this.#heap.first();
    while (first !== null && !this.#isSet(first)) {
      this.#heap.removeFirst();
      first = this.#heap.first();
    }
    return first;
  }

  /**
   * The first timer with a delay whose time has not passed during a task. The others come after those that the task has
   * set without a delay.
   */
  #firstNotLate(): Timer | null {
    const now = this.#clock.now();
    let first = this.#firstDelayed();
    while (first !== null && first.dueMs < now - roundingMs) {
      this.#heap.removeFirst();
      this.#setOrder.last += 1;
      const late = { ...first, dueMs: now, order: this.#setOrder.last };
      this.#timers.set(late.id, late);
      this.#ready.add(late);
      first = this.#firstDelayed();
    }
    return first;
  }
}

/** Timers that have come due, first in, first out. */
class ReadyTimers {
  #timers: Timer[] = [];
  #at = 0;

  add(timer: Timer): void {
    this.#timers[this.#timers.length] = timer;
  }

  first(): Timer | null {
    return this.#timers[this.#at] ?? null;
  }

  /** Removes those that meet a condition. */
  take(isMeant: (timer: Timer) => boolean): readonly Timer[] {
    const left = this.#timers.slice(this.#at);
    this.#timers = left.filter((timer) => !isMeant(timer));
    this.#at = 0;
    return left.filter(isMeant);
  }

  removeFirst(): void {
    this.#at += 1;
    if (this.#at < this.#timers.length) return;
    this.#timers = [];
    this.#at = 0;
  }
}
