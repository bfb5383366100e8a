import { ownDocument } from "./own-documents.ts";
import { createPaintWatch, type PaintWatch } from "./paint-watch.ts";

/**
 * The real clock and timers of a realm, captured before any script could see or change them. Kept private to Framegate.
 */
export interface RealPrimitives {
  readonly now: () => number;
  /** The time at which `now` was 0, in milliseconds since 1970. */
  readonly timeOrigin: number;
  readonly setTimeout: (callback: () => void, delayMs: number) => number;
  readonly clearTimeout: (id: number) => void;
  readonly queueMicrotask: (callback: () => void) => void;
  /** True while the realm's document is shown in its frame and may run scripts; always true in a worker. */
  readonly isShown: () => boolean;
  /** Resolves when the browser is about to paint, or passes over a frame that is not shown. */
  readonly nextPaint: () => Promise<void>;
  readonly watchPaints: (onPaint: () => void) => PaintWatch;
  readonly mark: (name: string) => void;
  readonly clearMarks: (name: string) => void;
  /** Resolves in a later task, after the messages posted before. */
  readonly turn: () => Promise<void>;
  /**
   * Resolves in a later task, before the messages posted from now on. A turn of its own, because a port that is being
   * read hands over its next message after those of other ports.
   */
  readonly endOfTask: () => Promise<void>;
  /** Runs the steps in one later task, each after the microtasks of the one before. They must not throw. */
  readonly runInOneTask: (steps: readonly (() => void)[]) => Promise<void>;
  /** The same in the task of the turn that goes on, before any other; in a later one if there is none. */
  readonly runInTurn: (steps: readonly (() => void)[]) => Promise<void>;
  /** Runs the step in a task before any message, even if that was posted earlier. It must not throw. */
  readonly runBeforeMessages: (step: () => void) => Promise<void>;
}

/** Captures the real primitives of `realm`. Call before anything is replaced. */
export function takeRealPrimitives(realm: Window & typeof globalThis): RealPrimitives {
  const { performance } = realm;
  const now = performance.now.bind(performance);
  const mark = performance.mark.bind(performance);
  const clearMarks = performance.clearMarks.bind(performance);
  const setTimeout = realm.setTimeout.bind(realm);
  const requestAnimationFrame = realm.requestAnimationFrame.bind(realm);
  const clearTimeout = realm.clearTimeout.bind(realm);
  const queueMicrotask = realm.queueMicrotask.bind(realm);
  const ifHidden = createHiddenCheck(realm);
  const runInOneTask = createTaskOfSteps(realm);
  const { turn, runInTurn } = createTurnOfSteps(realm, runInOneTask);
  return {
    now,
    timeOrigin: performance.timeOrigin,
    setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
    clearTimeout: (id) => {
      clearTimeout(id);
    },
    queueMicrotask,
    isShown: followDocument(realm),
    nextPaint: () =>
      new Promise((resolve) => {
        const end = (): void => {
          resolve();
        };
        requestAnimationFrame(end);
        ifHidden(end);
      }),
    watchPaints: (onPaint) => createPaintWatch(requestAnimationFrame, onPaint),
    mark: (name) => {
      mark(name);
    },
    clearMarks: (name) => {
      clearMarks(name);
    },
    turn,
    endOfTask: createTurn(realm),
    runInOneTask,
    runInTurn,
    runBeforeMessages: createUrgentTask(realm),
  };
}

/**
 * Returns a function that calls back with the browser's next picture if the realm's frame is not in it. A frame that is
 * out of sight has no animation frames if it, or one around it, is of another origin than the host page.
 */
function createHiddenCheck(realm: Window & typeof globalThis): (onHidden: () => void) => void {
  if (!("document" in realm) || realm.parent === realm) return () => undefined;
  const { Element, frameElement, IntersectionObserver } = realm;
  const { disconnect, observe } = IntersectionObserver.prototype;
  const root = Object.getOwnPropertyDescriptor(realm.Document.prototype, "documentElement")?.get;
  return (onHidden) => {
    const observer = new IntersectionObserver(([entry]) => {
      Reflect.apply(disconnect, observer, []);
      if (entry?.isIntersecting === false) onHidden();
    });
    const element: unknown = root === undefined ? null : Reflect.apply(root, ownDocument(), []);
    // A page may empty the document of a frame.
    const observed = element instanceof Element ? element : frameElement;
    if (observed !== null) Reflect.apply(observe, observer, [observed]);
  };
}

/** False in a frame whose sandbox allows no scripts: Framegate's own code runs there once, and is never called again. */
function runsListeners({ Event, EventTarget }: Window & typeof globalThis): boolean {
  let hasRun = false;
  const target = new EventTarget();
  target.addEventListener("run", () => {
    hasRun = true;
  });
  target.dispatchEvent(new Event("run"));
  return hasRun;
}

function followDocument(realm: Window & typeof globalThis): () => boolean {
  if (!("document" in realm)) return () => true;
  if (!runsListeners(realm)) return () => false;
  const view = Object.getOwnPropertyDescriptor(realm.Document.prototype, "defaultView")?.get;
  return () => view === undefined || Reflect.apply(view, ownDocument(), []) !== null;
}

/**
 * Uses a message channel instead of `scheduler.yield()`, which continues with priority and would overtake messages that
 * the page posted earlier.
 */
function createTurn(realm: Window & typeof globalThis): () => Promise<void> {
  const { port1, port2 } = new realm.MessageChannel();
  const postMessage = port2.postMessage.bind(port2);
  const waiting: (() => void)[] = [];
  port1.onmessage = () => {
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      postMessage(0);
    });
}

// More steps than these get a task of their own. Few events have as many listeners. The last step resolves the promise.
const turnSteps = 4 + 1;

/**
 * A turn whose task can go on with steps, such as the other listeners of an event. In a later task they would come after
 * answers that the browser gives as soon as it has them, such as those of a database.
 */
function createTurnOfSteps(
  realm: Window & typeof globalThis,
  runInOneTask: RealPrimitives["runInOneTask"],
): Pick<RealPrimitives, "turn" | "runInTurn"> {
  const { port1, port2 } = new realm.MessageChannel();
  const addEventListener = port1.addEventListener.bind(port1);
  const postMessage = port2.postMessage.bind(port2);
  const waiting: (() => void)[] = [];
  const steps: (() => void)[] = [];
  let left = 0;
  addEventListener("message", () => {
    left = turnSteps;
    waiting.shift()?.();
  });
  // Only listeners that are there before the event are called.
  for (let index = 0; index < turnSteps; index += 1) {
    addEventListener("message", () => {
      left -= 1;
      steps.shift()?.();
    });
  }
  port1.start();
  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        postMessage(0);
      }),
    runInTurn: (added) => {
      if (steps.length + added.length + 1 > left) return runInOneTask(added);
      return new Promise((resolve) => {
        steps.push(...added, resolve);
      });
    },
  };
}

function createUrgentTask(realm: Window & typeof globalThis): RealPrimitives["runBeforeMessages"] {
  const { scheduler } = realm;
  const postTask = scheduler.postTask.bind(scheduler);
  return async (step) => {
    await postTask(step, { priority: "user-blocking" });
  };
}

/** Uses the listeners of one message: the browser runs the microtasks after each of them. */
function createTaskOfSteps(realm: Window & typeof globalThis): RealPrimitives["runInOneTask"] {
  const { port1, port2 } = new realm.MessageChannel();
  const addEventListener = port1.addEventListener.bind(port1);
  const postMessage = port2.postMessage.bind(port2);
  port1.start();
  return (steps) =>
    new Promise((resolve) => {
      for (const step of steps) addEventListener("message", step, { once: true });
      addEventListener(
        "message",
        () => {
          resolve();
        },
        { once: true },
      );
      postMessage(0);
    });
}
