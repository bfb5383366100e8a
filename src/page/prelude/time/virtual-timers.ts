import { globalOwner, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { installIdleCallbacks } from "./idle-callbacks.ts";
import { timeOriginOf } from "./time-origin.ts";
import { type DueTimer, TimerQueue } from "./timer-queue.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** A page's timers and animation frames on the virtual clock. */
export interface VirtualTimers {
  /** Whether a timer is due at or before `untilMs`. */
  isDue(untilMs: number): boolean;
  /** See `TimerQueue.next`. */
  next(untilMs: number): DueTimer | null;
  /** See `TimerQueue.runNext`. */
  runNext(untilMs: number): boolean;
  /** See `TimerQueue.endTask`. */
  endTask(): void;
  /** See `TimerQueue.deferOthers`. */
  deferOthers(): void;
  /** See `TimerQueue.setTask`. */
  setTask(run: () => void, delayMs: number): number;
  clearTask(id: number): void;
  hasAnimationFrame(): boolean;
  /** Lets callbacks run before those of the animation frames. */
  runEarly(callbacks: EarlyCallbacks): void;
  /** Takes the callbacks that run before the animation frames, and may request some. */
  takeEarly(timeMs: number): readonly (() => void)[];
  /** Takes the callbacks requested so far. Callbacks that they request wait for the next frame. */
  takeAnimationFrames(): readonly ((timeMs: number) => void)[];
  /** Whether nothing is scheduled. */
  isIdle(): boolean;
  /** The number of timers and animation frames ever requested. */
  madeCount(): number;
  /** The number of pending timers, without animation frames. */
  pendingCount(): number;
}

/** Runs the first timer that is due at or before `untilMs`, in the task that runs now. */
export function runTimer(
  { endOfTask }: Pick<RealPrimitives, "endOfTask">,
  { endTask, runNext }: Pick<VirtualTimers, "endTask" | "runNext">,
  untilMs: number,
): void {
  // Asked for before the timer runs, because its messages are tasks of their own.
  void endOfTask().then(endTask);
  runNext(untilMs);
}

/** Callbacks that run at the beginning of an animation frame. */
export interface EarlyCallbacks {
  areDue(): boolean;
  /** Takes those that are due. */
  take(): readonly ((timeMs: number) => void)[];
}

/** A function, or any other value, whose string is code. */
type TimerHandler = unknown;
type Define = (name: string, replacement: (...parameters: never[]) => unknown) => void;
type Guard = (run: () => void) => void;

/** Replaces setTimeout, setInterval, requestAnimationFrame, requestIdleCallback and the functions that cancel them. */
export function installVirtualTimers(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  reportError: (thrown: unknown) => void,
  setOrder: { last: number },
): VirtualTimers {
  const timers = new TimerQueue(clock, setOrder);
  const guard: Guard = (run) => {
    try {
      run();
    } catch (thrown) {
      reportError(thrown);
    }
  };
  const define: Define = (name, replacement) => {
    replaceMethod(globalOwner(realm, name), name, () => replacement);
  };
  defineTimers(realm, timers, define, guard);
  const animationFrames = defineAnimationFrames(timers, timeOriginOf(realm), define, guard);
  installIdleCallbacks(realm, { clock, timers, guard, hasAnimationFrame: animationFrames.hasAnimationFrame });
  return {
    ...animationFrames,
    isDue: (untilMs) => timers.isDue(untilMs),
    next: (untilMs) => timers.next(untilMs),
    runNext: (untilMs) => timers.runNext(untilMs),
    endTask: () => {
      timers.endTask();
    },
    deferOthers: () => {
      timers.deferOthers();
    },
    setTask: (run, delayMs) => timers.setTask(run, delayMs),
    clearTask: (id) => {
      timers.clear(id);
    },
    isIdle: () => timers.isEmpty && !animationFrames.hasAnimationFrame(),
    madeCount: () => timers.lastId,
    pendingCount: () => timers.size,
  };
}

function defineTimers(realm: Window & typeof globalThis, timers: TimerQueue, define: Define, guard: Guard): void {
  const guarded = (given: TimerHandler, parameters: readonly unknown[]): (() => void) => {
    // By the standard, a handler that is not a function is converted to a string when the timer is set.
    const handler = typeof given === "function" ? given : String(given);
    return () => {
      guard(() => {
        runHandler(realm, handler, parameters);
      });
    };
  };
  define("setTimeout", (handler: TimerHandler, delay?: unknown, ...parameters: unknown[]) =>
    timers.set(guarded(handler, parameters), delay ?? 0, false),
  );
  define("setInterval", (handler: TimerHandler, delay?: unknown, ...parameters: unknown[]) =>
    timers.set(guarded(handler, parameters), delay ?? 0, true),
  );
  for (const name of ["clearTimeout", "clearInterval"]) {
    define(name, (id?: unknown) => {
      timers.clear(id);
    });
  }
}

function runHandler(realm: Window & typeof globalThis, handler: unknown, parameters: readonly unknown[]): void {
  if (typeof handler === "function") {
    Reflect.apply(handler, realm, parameters);
    return;
  }
  // An indirect eval runs the code in the global scope, as the browser would.
  const evaluate = realm.eval;
  evaluate(String(handler));
}

function defineAnimationFrames(
  timers: TimerQueue,
  readOrigin: () => number,
  define: Define,
  guard: Guard,
): Pick<VirtualTimers, "hasAnimationFrame" | "runEarly" | "takeEarly" | "takeAnimationFrames"> {
  const early: EarlyCallbacks[] = [];
  let waiting = new Map<number, (timeMs: number) => void>();
  let running = waiting;
  // The old names are functions of their own, and their time counts from 1970.
  for (const [prefix, readFirst] of [
    ["request", () => 0],
    ["webkitRequest", readOrigin],
  ] as const) {
    define(`${prefix}AnimationFrame`, (callback: (timeMs: number) => void) => {
      if (typeof callback !== "function") throw new TypeError(`${prefix}AnimationFrame needs a function.`);
      const id = timers.takeId();
      waiting.set(id, (timeMs) => {
        callback(readFirst() + timeMs);
      });
      return id;
    });
  }
  for (const name of ["cancelAnimationFrame", "webkitCancelAnimationFrame"]) {
    define(name, (id: unknown) => {
      waiting.delete(Number(id));
      // A callback may cancel a later one in the same frame.
      running.delete(Number(id));
    });
  }
  return {
    hasAnimationFrame: () => waiting.size > 0 || early.some((callbacks) => callbacks.areDue()),
    runEarly(callbacks) {
      early.push(callbacks);
    },
    takeEarly: (timeMs) =>
      early
        .flatMap((callbacks) => callbacks.take())
        .map((callback) => () => {
          guard(() => {
            callback(timeMs);
          });
        }),
    takeAnimationFrames() {
      const taken = waiting;
      running = taken;
      waiting = new Map();
      return [...taken].map(([id, callback]) => (timeMs: number) => {
        if (!taken.has(id)) return;
        guard(() => {
          callback(timeMs);
        });
      });
    },
  };
}
