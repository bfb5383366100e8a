import { globalOwner, replaceMethod } from "./native-look.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** A function, or anything else for the text that it makes. */
type TimerHandler = unknown;

interface Timer {
  readonly id: number;
  readonly run: () => void;
  /** Null for a timeout, milliseconds for an interval. */
  readonly intervalMs: number | null;
  /** How many timers deep it was set, which is what the 4 ms clamp of the HTML standard counts. */
  readonly depth: number;
  dueMs: number;
}

/** A page's timers and animation frames on the virtual clock. */
export interface VirtualTimers {
  /** Whether a timer falls due at or before `untilMs`. */
  isDue(untilMs: number): boolean;
  /**
   * Runs the earliest timer due at or before `untilMs`, with the clock at its due time. False where there is none.
   * Ties run in the order of setting.
   */
  runNext(untilMs: number): boolean;
  hasAnimationFrame(): boolean;
  /** Takes the callbacks asked for so far; what they ask for waits for the next frame. */
  takeAnimationFrames(): readonly ((timeMs: number) => void)[];
  /** Whether anything at all is scheduled. */
  isIdle(): boolean;
}

// https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps, steps 11 and 12.
const clampDepth = 5;
const clampMs = 4;

/** Replaces setTimeout, setInterval, requestAnimationFrame, requestIdleCallback and their cancelling counterparts. */
export function installVirtualTimers(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  reportError: (thrown: unknown) => void,
): VirtualTimers {
  const timers = new Map<number, Timer>();
  let animationFrames = new Map<number, (timeMs: number) => void>();
  let runningFrames = animationFrames;
  let lastId = 0;
  let runningDepth = 0;

  function compile(handler: TimerHandler, parameters: readonly unknown[]): () => void {
    if (typeof handler === "function") {
      return () => {
        Reflect.apply(handler, realm, parameters);
      };
    }
    // A string handler is code by the standard; an indirect eval runs it in the global scope, as the browser would.
    return () => {
      const evaluate = realm.eval;
      evaluate(String(handler));
    };
  }

  function schedule(run: () => void, delay: unknown, isInterval: boolean): number {
    lastId += 1;
    const requestedMs = Math.trunc(Number(delay));
    const atLeastMs = runningDepth >= clampDepth ? clampMs : 0;
    const delayMs = Math.max(Number.isFinite(requestedMs) ? requestedMs : 0, atLeastMs);
    timers.set(lastId, {
      id: lastId,
      run,
      intervalMs: isInterval ? Math.max(delayMs, 1) : null,
      depth: runningDepth + 1,
      dueMs: clock.now() + delayMs,
    });
    return lastId;
  }

  function earliest(untilMs: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of timers.values()) {
      // Insertion order breaks ties, and a map iterates in it.
      if (timer.dueMs <= untilMs && (first === null || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  }

  function guarded(run: () => void): void {
    try {
      run();
    } catch (thrown) {
      reportError(thrown);
    }
  }

  function runNext(untilMs: number): boolean {
    const timer = earliest(untilMs);
    if (timer === null) return false;
    timers.delete(timer.id);
    if (timer.intervalMs !== null) {
      const depth = timer.depth + 1;
      const intervalMs = depth > clampDepth ? Math.max(timer.intervalMs, clampMs) : timer.intervalMs;
      // Set again before it runs, so that the handler can clear it.
      timers.set(timer.id, { ...timer, depth, dueMs: timer.dueMs + intervalMs });
    }
    clock.set(Math.max(clock.now(), timer.dueMs));
    runningDepth = timer.depth;
    guarded(timer.run);
    runningDepth = 0;
    return true;
  }

  function define(name: string, replacement: (...parameters: never[]) => unknown): void {
    replaceMethod(globalOwner(realm, name), name, () => replacement);
  }

  define("setTimeout", (handler: TimerHandler, delay?: unknown, ...parameters: unknown[]) =>
    schedule(compile(handler, parameters), delay ?? 0, false),
  );
  define("setInterval", (handler: TimerHandler, delay?: unknown, ...parameters: unknown[]) =>
    schedule(compile(handler, parameters), delay ?? 0, true),
  );
  const clear = (id?: unknown): void => {
    timers.delete(Number(id));
  };
  define("clearTimeout", clear);
  define("clearInterval", (id?: unknown) => {
    clear(id);
  });
  define("requestAnimationFrame", (callback: (timeMs: number) => void) => {
    if (typeof callback !== "function") throw new TypeError("requestAnimationFrame needs a function.");
    lastId += 1;
    animationFrames.set(lastId, callback);
    return lastId;
  });
  define("cancelAnimationFrame", (id: unknown) => {
    animationFrames.delete(Number(id));
    // A callback may cancel a later one of the same frame.
    runningFrames.delete(Number(id));
  });
  define("requestIdleCallback", (callback: (deadline: object) => void) =>
    schedule(
      () => {
        callback({ didTimeout: false, timeRemaining: () => 50 });
      },
      1,
      false,
    ),
  );
  define("cancelIdleCallback", (id: unknown) => {
    clear(id);
  });

  return {
    isDue: (untilMs) => earliest(untilMs) !== null,
    runNext,
    hasAnimationFrame: () => animationFrames.size > 0,
    takeAnimationFrames() {
      const taken = animationFrames;
      runningFrames = taken;
      animationFrames = new Map();
      return [...taken].map(([id, callback]) => (timeMs: number) => {
        if (!taken.has(id)) return;
        guarded(() => {
          callback(timeMs);
        });
      });
    },
    isIdle: () => timers.size === 0 && animationFrames.size === 0,
  };
}
