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
  /** Resolves when the browser is about to paint. */
  readonly nextPaint: () => Promise<void>;
  readonly mark: (name: string) => void;
  readonly clearMarks: (name: string) => void;
  /** Resolves in a later task, after the messages posted before. */
  readonly turn: () => Promise<void>;
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
  return {
    now,
    timeOrigin: performance.timeOrigin,
    setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
    clearTimeout: (id) => {
      clearTimeout(id);
    },
    queueMicrotask,
    nextPaint: () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          resolve();
        });
      }),
    mark: (name) => {
      mark(name);
    },
    clearMarks: (name) => {
      clearMarks(name);
    },
    turn: createTurn(realm),
  };
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
