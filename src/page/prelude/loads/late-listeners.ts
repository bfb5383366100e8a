import type { RealPrimitives } from "../native/real-clock.ts";
import { isObject, nativeGetter, nativeMethod } from "./native-method.ts";

/** A listener that is called after the dispatch, with what the event showed when its turn came. */
interface LateCall {
  readonly target: object;
  readonly wrapper: object;
  readonly call: () => void;
  readonly shown: Readonly<Record<string, unknown>>;
  isRemoved: boolean;
}

interface Dispatch {
  /** The event that the page gets, which may be another one than is dispatched. */
  readonly event: object;
  readonly carrier: Event;
  hasCalled: boolean;
  readonly late: LateCall[];
  current: LateCall | null;
  /** The calls stop at once, or when those of the current target have been made. */
  stopped: "no" | "at once" | "after the target";
}

/**
 * Calls the listeners of an event one by one, so that the microtasks of each run before the next one, as for an event
 * of the browser. A dispatch by script calls them all in a row. So only the first is called by the dispatch itself. The
 * others follow as the steps of a task.
 */
export class LateListeners {
  readonly #runSteps: RealPrimitives["runInOneTask"];
  readonly #readings: readonly (readonly [string, (event: Event) => unknown])[];
  /** By the dispatched event, and by the one that the page gets. Empty most of the time. */
  readonly #open = new Map<object, Dispatch>();

  constructor(prototype: Event, runSteps: RealPrimitives["runInOneTask"]) {
    this.#runSteps = runSteps;
    const path = nativeMethod(prototype, "composedPath");
    const getters = ["currentTarget", "eventPhase", "target"].map((name) => {
      const read = nativeGetter(prototype, name);
      return [name, (event: Event): unknown => read?.(event)] as const;
    });
    this.#readings = [...getters, ["composedPath", (event) => path.call(event)]];
  }

  /**
   * Begins the dispatch of `carrier` for `event`. Call the returned function at its end: the listeners that are left are
   * called then. It returns undefined if there are none.
   */
  begin(carrier: Event, event: object): () => Promise<void> | undefined {
    const dispatch: Dispatch = { event, carrier, hasCalled: false, late: [], current: null, stopped: "no" };
    for (const key of [carrier, event]) this.#open.set(key, dispatch);
    return () => {
      if (dispatch.late.length > 0) return this.#callLate(dispatch);
      this.#end(dispatch);
      return undefined;
    };
  }

  /** Whether `call`, which calls a listener with `event`, is left for later. */
  take(event: unknown, target: object, wrapper: object, call: () => void): boolean {
    const dispatch = this.#open.size > 0 && isObject(event) ? this.#open.get(event) : undefined;
    if (dispatch === undefined || dispatch.carrier !== event) return false;
    if (!dispatch.hasCalled) {
      dispatch.hasCalled = true;
      return false;
    }
    const shown = Object.fromEntries(this.#readings.map(([name, read]) => [name, read(dispatch.carrier)]));
    dispatch.late.push({ target, wrapper, call, shown, isRemoved: false });
    return true;
  }

  /** Call when a listener is removed. */
  remove(target: object, wrapper: unknown): void {
    for (const { late } of this.#open.values()) {
      for (const one of late) if (one.target === target && one.wrapper === wrapper) one.isRemoved = true;
    }
  }

  /** Call when a method of an event is called. */
  note(event: object, method: string): void {
    const dispatch = this.#open.get(event);
    if (dispatch === undefined || dispatch.current === null) return;
    if (method === "stopImmediatePropagation") dispatch.stopped = "at once";
    else if (method === "stopPropagation" && dispatch.stopped === "no") dispatch.stopped = "after the target";
  }

  /** What an event shows while a listener is called late; undefined at other times. */
  read(event: object, name: string): unknown {
    return this.#open.size === 0 ? undefined : this.#open.get(event)?.current?.shown[name];
  }

  async #callLate(dispatch: Dispatch): Promise<void> {
    const steps = dispatch.late.map((one, index) => (): void => {
      const before = dispatch.late[index - 1];
      if (one.isRemoved || dispatch.stopped === "at once") return;
      if (dispatch.stopped === "after the target" && before?.target !== one.target) dispatch.stopped = "at once";
      else this.#call(dispatch, one);
    });
    await this.#runSteps(steps);
    this.#end(dispatch);
  }

  #call(dispatch: Dispatch, one: LateCall): void {
    dispatch.current = one;
    try {
      one.call();
    } catch (thrown) {
      reportError(thrown);
    } finally {
      dispatch.current = null;
    }
  }

  #end(dispatch: Dispatch): void {
    for (const key of [dispatch.carrier, dispatch.event]) this.#open.delete(key);
  }
}
