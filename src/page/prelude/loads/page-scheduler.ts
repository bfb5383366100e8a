import { isFunction, replaceMethod } from "../native/native-look.ts";
import type { OnAbort } from "./abort-steps.ts";
import { isObject } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";

type Realm = Window & typeof globalThis;

const priorities = ["user-blocking", "user-visible", "background"];
const plainRank = priorities.indexOf("user-visible");
/** A continuation comes before the tasks of its priority. */
const continuationLead = 0.5;

interface ScheduledTask {
  /** The lowest runs first. The priority of a signal may change. */
  readonly rank: () => number;
  /** Its place among the timers, see `PageTasks`. */
  readonly order: number;
  readonly run: () => void;
}

interface SchedulerParts {
  readonly tasks: PageTasks;
  readonly onAbort: OnAbort;
  readonly endOfTask: () => Promise<void>;
}

/** Orders the tasks of `scheduler`, by priority and then by age. Delays are those of the realm's timers. */
export function orderScheduler(realm: Realm, parts: SchedulerParts): void {
  const type: unknown = Reflect.get(realm, "Scheduler");
  const prototype: unknown = isFunction(type) ? Reflect.get(type, "prototype") : null;
  if (!isObject(prototype)) return;
  const queue = new ScheduledTasks(realm, parts);
  replaceMethod(prototype, "postTask", (postTask) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const [callback, options] = parameters;
      const priority: unknown = isObject(options) ? Reflect.get(options, "priority") : undefined;
      const isKnown = priority === undefined || priorities.some((known) => known === priority);
      // The browser throws its own error.
      if (!isFunction(callback) || !isKnown || !hasValidDelay(options))
        return Reflect.apply(postTask, this, parameters);
      return queue.schedule(callback, isObject(options) ? options : {});
    }
    return replacement;
  });
  replaceMethod(prototype, "yield", () => {
    return function replacement(): Promise<unknown> {
      return queue.continue();
    };
  });
}

class ScheduledTasks {
  // Captured when the realm is new: pages overwrite globals. The timer is the virtual one already.
  readonly #realm: Pick<Realm, "AbortSignal" | "setTimeout">;
  readonly #tasks: PageTasks;
  readonly #onAbort: OnAbort;
  readonly #endOfTask: () => Promise<void>;
  /** The options of the task that runs: its continuations have its priority, and its signal ends them. */
  #running: object | null = null;
  readonly #queue: ScheduledTask[] = [];
  readonly #post: () => void;
  readonly #runBest: () => void;
  readonly #place: () => number;

  constructor(realm: Realm, { tasks, onAbort, endOfTask }: SchedulerParts) {
    const { AbortSignal, MessageChannel, setTimeout } = realm;
    this.#realm = { AbortSignal, setTimeout };
    this.#tasks = tasks;
    this.#onAbort = onAbort;
    this.#endOfTask = endOfTask;
    const { port1, port2 } = new MessageChannel();
    const post = port2.postMessage.bind(port2);
    this.#post = (): void => {
      post(0);
    };
    this.#runBest = (): void => {
      const task = this.#best();
      if (task === null) return;
      this.#remove(task);
      task.run();
    };
    this.#place = (): number => {
      const task = this.#best();
      if (task === null || task.rank() < plainRank) return 0;
      return task.rank() === plainRank ? task.order : Infinity;
    };
    port1.onmessage = (): void => {
      tasks.onLost();
      if (tasks.admit(this.#runBest, this.#place)) this.#runBest();
    };
  }

  schedule(callback: CallableFunction, options: object): Promise<unknown> {
    const delayMs = Number(Reflect.get(options, "delay") ?? 0);
    const place = { rank: () => rankOf(options), order: this.#tasks.takeOrder() };
    return this.#queueTask(callback, options, { ...place, delayMs });
  }

  /** Goes on with the task that runs, before others of its priority. */
  continue(): Promise<unknown> {
    const options = this.#running ?? {};
    const place = { rank: () => rankOf(options) - continuationLead, order: 0 };
    return this.#queueTask(() => undefined, options, { ...place, delayMs: 0 });
  }

  #add(task: ScheduledTask): void {
    this.#queue.push(task);
    if (this.#tasks.queue(this.#runBest, this.#place)) return;
    this.#tasks.onSent();
    this.#post();
  }

  #queueTask(
    callback: CallableFunction,
    options: object,
    { rank, order, delayMs }: Omit<ScheduledTask, "run"> & { readonly delayMs: number },
  ): Promise<unknown> {
    const given: unknown = Reflect.get(options, "signal");
    const signal = given instanceof this.#realm.AbortSignal ? given : null;
    return new Promise((resolve, reject) => {
      const stop = (reason: unknown): void => {
        this.#remove(task);
        // The page must see its own reason.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(reason);
      };
      const run = (): void => {
        this.#enter(options);
        // The task may abort itself.
        try {
          resolve(Reflect.apply(callback, undefined, []));
        } catch (thrown) {
          // The same goes for its own exception.
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
          reject(thrown);
        } finally {
          endWait();
        }
      };
      const task: ScheduledTask = { run, rank, order };
      const start = (): void => {
        if (signal?.aborted !== true) this.#add(task);
      };
      if (signal?.aborted === true) {
        stop(signal.reason);
        return;
      }
      const endWait = signal === null ? (): void => undefined : this.#onAbort(signal, stop);
      if (delayMs > 0) this.#realm.setTimeout(start, delayMs);
      else start();
    });
  }

  #enter(options: object): void {
    this.#running = options;
    void this.#endOfTask().then(() => {
      if (this.#running === options) this.#running = null;
    });
  }

  #best(): ScheduledTask | null {
    const best = Math.min(...this.#queue.map(({ rank }) => rank()));
    return this.#queue.find(({ rank }) => rank() === best) ?? null;
  }

  #remove(task: ScheduledTask): void {
    const index = this.#queue.indexOf(task);
    if (index >= 0) this.#queue.splice(index, 1);
  }
}

/** A number that the browser takes as a delay. It rejects others. */
function hasValidDelay(options: unknown): boolean {
  const delay = isObject(options) ? Math.trunc(Number(Reflect.get(options, "delay") ?? 0)) : 0;
  return delay >= 0 && delay <= Number.MAX_SAFE_INTEGER;
}

function rankOf(options: object): number {
  const signal: unknown = Reflect.get(options, "signal");
  const own: unknown = Reflect.get(options, "priority") ?? (isObject(signal) ? Reflect.get(signal, "priority") : null);
  const rank = priorities.findIndex((known) => known === own);
  return rank < 0 ? plainRank : rank;
}
