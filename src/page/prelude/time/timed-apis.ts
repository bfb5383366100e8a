import { replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

/** The held events of a realm. */
interface AbortEvents {
  hear(target: EventTarget, type: string, listener: (event: Event) => void): void;
  letGo(target: EventTarget, event: Event): Promise<void> | undefined;
  replaceHandlers(owner: object, keys: readonly string[]): void;
}

interface TimedParts {
  readonly events: AbortEvents;
  readonly runInTurn: RealPrimitives["runInTurn"];
  /** See `TimerQueue`. */
  readonly setTask: (run: () => void, delayMs: number) => number;
}

export interface TimedApis {
  /** True while the task of a timeout goes on, because some listeners have not been called. */
  isAborting(): boolean;
}

interface Aborted {
  readonly signal: AbortSignal;
  readonly event: Event;
}

/**
 * Puts abort signals with a timeout on the virtual clock. Call before anything takes the methods of signals for later. A
 * timeout is a task of the browser, so the microtasks of each listener run before the next one, in all signals that depend
 * on it.
 */
export function installTimedApis(
  realm: Window & typeof globalThis,
  { events, runInTurn, setTask }: TimedParts,
): TimedApis {
  // Captured now: pages overwrite globals.
  const { AbortController, AbortSignal, DOMException } = realm;
  const timed = new WeakSet<object>();
  /** The events of the abort that goes on. */
  let aborted: Aborted[] | null = null;
  let sending = 0;
  events.replaceHandlers(AbortSignal.prototype, ["onabort"]);

  const dependsOnTimeout = (source: unknown): boolean => source instanceof AbortSignal && timed.has(source);

  function watch(signal: AbortSignal): void {
    timed.add(signal);
    events.hear(signal, "abort", (event) => {
      if (aborted === null || !event.isTrusted) return;
      event.stopImmediatePropagation();
      aborted.push({ signal, event });
    });
  }

  async function sendAll(list: readonly Aborted[]): Promise<void> {
    sending += 1;
    for (const { signal, event } of list) {
      // The microtasks so far come before the listeners of this signal.
      await runInTurn([]);
      await events.letGo(signal, event);
    }
    sending -= 1;
  }

  replaceMethod(AbortSignal, "timeout", (timeout) => {
    return function replacement(this: unknown, ...parameters: unknown[]): unknown {
      // The browser refuses delays that are none. Nothing refers to its signal.
      Reflect.apply(timeout, this, parameters);
      const controller = new AbortController();
      watch(controller.signal);
      setTask(
        () => {
          const list: Aborted[] = [];
          aborted = list;
          controller.abort(new DOMException("signal timed out", "TimeoutError"));
          aborted = null;
          void sendAll(list);
        },
        Math.floor(Number(parameters[0])),
      );
      return controller.signal;
    };
  });
  replaceMethod(AbortSignal, "any", (any) => {
    return function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const made: unknown = Reflect.apply(any, this, parameters);
      const [sources] = parameters;
      const isTimed = Array.isArray(sources) && sources.some(dependsOnTimeout);
      if (isTimed && made instanceof AbortSignal) watch(made);
      return made;
    };
  });
  return { isAborting: () => sending > 0 };
}
