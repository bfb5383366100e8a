import type { VirtualClock } from "./virtual-clock.ts";

interface Timer {
  readonly id: number;
  readonly run: () => void;
  /** The interval in milliseconds; null for a timeout. */
  readonly intervalMs: number | null;
  /** The nesting level of the timer, which decides about the 4 ms clamp of the HTML standard. */
  readonly depth: number;
  dueMs: number;
}

// https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps, steps 11 and 12.
const clampDepth = 5;
const clampMs = 4;

/** Timeouts and intervals on the virtual clock. */
export class TimerQueue {
  readonly #clock: VirtualClock;
  readonly #timers = new Map<number, Timer>();
  #lastId = 0;
  #runningDepth = 0;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#timers.size === 0;
  }

  /** Sets a timer and returns its id. Timers and animation frames share one sequence of ids, see `takeId`. */
  set(run: () => void, delay: unknown, isInterval: boolean): number {
    const id = this.takeId();
    const requestedMs = Math.trunc(Number(delay));
    const atLeastMs = this.#runningDepth >= clampDepth ? clampMs : 0;
    const delayMs = Math.max(Number.isFinite(requestedMs) ? requestedMs : 0, atLeastMs);
    const intervalMs = isInterval ? Math.max(delayMs, 1) : null;
    this.#timers.set(id, { id, run, intervalMs, depth: this.#runningDepth + 1, dueMs: this.#clock.now() + delayMs });
    return id;
  }

  clear(id: unknown): void {
    this.#timers.delete(Number(id));
  }

  takeId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Whether a timer is due at or before `untilMs`. */
  isDue(untilMs: number): boolean {
    return this.#earliest(untilMs) !== null;
  }

  /**
   * Runs the earliest timer that is due at or before `untilMs`, with the clock at its due time. Returns false if there
   * is none. Timers due at the same time run in the order in which they were set.
   */
  runNext(untilMs: number): boolean {
    const timer = this.#earliest(untilMs);
    if (timer === null) return false;
    this.#timers.delete(timer.id);
    if (timer.intervalMs !== null) {
      const depth = timer.depth + 1;
      const intervalMs = depth > clampDepth ? Math.max(timer.intervalMs, clampMs) : timer.intervalMs;
      // Rescheduled before it runs, so that the handler can clear it.
      this.#timers.set(timer.id, { ...timer, depth, dueMs: timer.dueMs + intervalMs });
    }
    this.#clock.set(Math.max(this.#clock.now(), timer.dueMs));
    this.#runningDepth = timer.depth;
    timer.run();
    this.#runningDepth = 0;
    return true;
  }

  #earliest(untilMs: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers.values()) {
      // For equal due times the first one wins, because a map iterates in insertion order.
      if (timer.dueMs <= untilMs && (first === null || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  }
}
