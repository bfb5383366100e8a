import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { isObject, nativeGetter, nativeMethod, prototypeOf } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** The properties that change with events, by the class that has them. */
const shownKeys = {
  ServiceWorker: ["state"],
  ServiceWorkerRegistration: ["installing", "waiting", "active"],
  ServiceWorkerContainer: ["controller"],
} as const;

const heardTypes: Readonly<Record<keyof typeof shownKeys, readonly string[]>> = {
  ServiceWorker: ["statechange"],
  ServiceWorkerRegistration: ["updatefound"],
  ServiceWorkerContainer: ["controllerchange", "message", "messageerror"],
};

/** Values of properties at a moment, by their objects. */
interface Shown {
  readonly number: number;
  readonly values: ReadonlyMap<object, ReadonlyMap<string, unknown>>;
}

/** Something that the page gets in its turn, with what it sees then. */
interface Arrival {
  readonly shown: Shown;
  readonly act: () => void | Promise<void>;
  readonly isAnswer: boolean;
}

interface Parts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

/**
 * Orders the events of service workers. Answers such as that of `register()` are held until their turn, and a worker
 * would be far beyond its first state by then. So the events come in their order after the answers that were asked for
 * before them, and a page sees the states that belong to the last event that it got. When they come is up to the
 * browser: `register()` is named. Call before the methods are ordered.
 */
export function orderServiceWorkers(realm: Realm, { real, order, events }: Parts): void {
  const container = prototypeOf(realm, "ServiceWorkerContainer");
  if (container === null) return;
  const seen = new SeenObjects(realm);
  const arrivals = new Arrivals(real, order, seen);
  const awaitStates = createStateWaits(order, seen);
  seen.onMet = (met, types) => {
    for (const type of types) {
      events.hear(met, type, (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        arrivals.add(null, () => events.letGo(met, event));
        awaitStates();
      });
    }
  };
  arrivals.onAnswer = awaitStates;
  replaceGetter(realm.Navigator.prototype, "serviceWorker", (original) => seen.meet(original()));
  const ask = nativeMethod(container, "getRegistration");
  const { navigator } = realm;
  const fence = async (): Promise<unknown> =>
    await Promise.resolve(Reflect.apply(ask, navigator.serviceWorker, [])).catch(ignore);
  for (const name of ["register", "getRegistration", "getRegistrations"]) holdAnswer(container, name, arrivals);
  const registrations = realm.ServiceWorkerRegistration.prototype;
  holdAnswer(registrations, "update", arrivals);
  // The last state of a worker comes directly after this answer, and before that to another question.
  holdAnswer(registrations, "unregister", arrivals, fence);
  orderReady(container, seen, arrivals);
}

/**
 * Everything waits for the next state of a worker that is being installed or activated: the browser ends both, even if
 * the worker does not, and a worker is activated at once where none is active. Returns a function to call after a change.
 */
function createStateWaits(order: AsyncOrder, seen: SeenObjects): () => void {
  const waits = new Map<object, { readonly state: unknown; readonly request: Registered }>();
  return () => {
    const passing = seen.passing();
    for (const [worker, { state, request }] of [...waits]) {
      if (passing.get(worker) === state) continue;
      waits.delete(worker);
      request.release();
    }
    for (const [worker, state] of passing) {
      if (waits.has(worker)) continue;
      waits.set(worker, { state, request: order.expect(`a service worker that is ${String(state)}`) });
    }
  };
}

function holdAnswer(owner: object, name: string, arrivals: Arrivals, fence?: () => Promise<unknown>): void {
  replaceMethod(owner, name, (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, parameters);
      return result instanceof Promise ? arrivals.hold(`${name}() of a service worker`, result, fence) : result;
    }
    return replacement;
  });
}

/** A registration is ready when a worker of it is active, if ever. */
function orderReady(container: object, seen: SeenObjects, arrivals: Arrivals): void {
  const known = new WeakMap<object, unknown>();
  replaceGetter(container, "ready", (original) => {
    const native = original();
    if (!(native instanceof Promise)) return native;
    const held =
      known.get(native) ??
      new Promise((resolve) => {
        void native.then((registration: unknown) => {
          arrivals.add(registration, () => {
            resolve(registration);
          });
        });
      });
    known.set(native, held);
    return held;
  });
}

/** The queue of answers and events of service workers that the page has not got yet. */
class Arrivals {
  readonly #real: RealPrimitives;
  readonly #order: AsyncOrder;
  readonly #seen: SeenObjects;
  #waiting: Arrival[] = [];
  /** Called when an answer has come. */
  onAnswer: () => void = ignore;

  constructor(real: RealPrimitives, order: AsyncOrder, seen: SeenObjects) {
    this.#real = real;
    this.#order = order;
    this.#seen = seen;
  }

  /** Adds an event, or the like. The page sees `given` for the first time then. */
  add(given: unknown, act: Arrival["act"]): void {
    const arrival = this.#push(given, act, false);
    this.#order.expect("an event of a service worker").complete(() => this.#deliver(arrival));
  }

  /** Holds an answer, and delivers what comes from then on until `fence` together with it. */
  hold(description: string, answer: Promise<unknown>, fence?: () => Promise<unknown>): Promise<unknown> {
    const request = this.#order.expect(description);
    // A promise that is rejected at once, such as that of a bad argument, need not be waited for.
    let isNew = true;
    const held = new Promise((resolve, reject) => {
      const end = async (given: unknown, act: () => void): Promise<void> => {
        if (isNew) {
          request.release();
          act();
          return;
        }
        const arrival = this.#push(given, act, true);
        this.onAnswer();
        await fence?.();
        const last = fence === undefined ? arrival : this.#waiting.at(-1);
        request.complete(() => this.#deliver(arrival, last));
      };
      answer.then(
        (value) =>
          end(value, () => {
            resolve(value);
          }),
        (reason: unknown) =>
          end(null, () => {
            // The page must see the browser's own reason, whatever it is.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
            reject(reason);
          }),
      );
    });
    void Promise.resolve().then(() => {
      isNew = false;
    });
    return held;
  }

  #push(given: unknown, act: Arrival["act"], isAnswer: boolean): Arrival {
    for (const one of Array.isArray(given) ? given : [given]) this.#seen.meet(one);
    const arrival = { shown: this.#seen.look(), act, isAnswer };
    this.#waiting.push(arrival);
    return arrival;
  }

  /** Delivers an arrival, the events before it, and those up to the next answer or to `last`. */
  async #deliver(own: Arrival, last = own): Promise<void> {
    const at = this.#waiting.indexOf(own);
    if (at < 0) return;
    const reached = this.#waiting.slice(0, Math.max(at, this.#waiting.indexOf(last)) + 1);
    const next = reached.findIndex(({ isAnswer }, index) => isAnswer && index > at);
    // Other answers have turns of their own.
    const given = reached.slice(0, next < 0 ? reached.length : next).filter((one) => one === own || !one.isAnswer);
    this.#waiting = this.#waiting.filter((one) => !given.includes(one));
    for (const [index, one] of given.entries()) {
      if (index > 0) await this.#real.turn();
      await this.#give(one);
    }
  }

  async #give({ shown, act }: Arrival): Promise<void> {
    this.#seen.show(shown);
    await act();
  }
}

/** The states of service workers and registrations that a page sees. They change with the events that it gets. */
class SeenObjects {
  onMet: (met: EventTarget, types: readonly string[]) => void = ignore;
  readonly #readers: readonly {
    readonly name: keyof typeof shownKeys;
    readonly Kind: typeof EventTarget;
    readonly read: (object: object) => ReadonlyMap<string, unknown>;
  }[];
  readonly #met = new Set<EventTarget>();
  readonly #shown = new WeakMap<object, ReadonlyMap<string, unknown>>();
  #looks = 0;
  #lastShown = 0;

  constructor(realm: Realm) {
    this.#readers = (["ServiceWorker", "ServiceWorkerRegistration", "ServiceWorkerContainer"] as const).map((name) => {
      const Kind = realm[name];
      const getters = shownKeys[name].map((key) => [key, nativeGetter(Kind.prototype, key)] as const);
      for (const key of shownKeys[name]) {
        replaceGetter(Kind.prototype, key, (original, receiver) => {
          // Checks the receiver.
          const value = original();
          const shown = isObject(receiver) ? this.#shown.get(receiver) : undefined;
          return shown === undefined ? this.meet(value) : shown.get(key);
        });
      }
      const read = (object: object): ReadonlyMap<string, unknown> =>
        new Map(getters.map(([key, get]) => [key, get?.(object)]));
      return { name, Kind, read };
    });
  }

  /** Follows an object from now on, and the workers of a registration. Other values pass. */
  readonly meet = (value: unknown): unknown => {
    const reader = this.#readers.find(({ Kind }) => value instanceof Kind);
    if (reader === undefined || !(value instanceof reader.Kind) || this.#met.has(value)) return value;
    this.#met.add(value);
    this.onMet(value, heardTypes[reader.name]);
    const values = reader.read(value);
    this.#shown.set(value, values);
    for (const one of values.values()) this.meet(one);
    return value;
  };

  /** What all of them are now. */
  look(): Shown {
    this.#looks += 1;
    const shown = new Map<object, ReadonlyMap<string, unknown>>();
    for (const met of [...this.#met]) {
      const values = this.#readers.find(({ Kind }) => met instanceof Kind)?.read(met);
      if (values === undefined) continue;
      shown.set(met, values);
      for (const one of values.values()) this.meet(one);
    }
    return { number: this.#looks, values: shown };
  }

  /** The states of workers that go on to another one by themselves. */
  passing(): ReadonlyMap<object, unknown> {
    const { values: all } = this.look();
    const passing = new Map<object, unknown>();
    const add = (worker: unknown, states: readonly string[]): void => {
      const state = isObject(worker) ? all.get(worker)?.get("state") : undefined;
      if (isObject(worker) && states.includes(String(state))) passing.set(worker, state);
    };
    for (const [met, values] of all) {
      add(met, ["installing", "activating"]);
      if (values.get("active") === null) add(values.get("waiting"), ["installed"]);
    }
    return passing;
  }

  /** An answer that has waited for its turn is older than the events that did not wait for it. */
  show({ number, values: shown }: Shown): void {
    if (number < this.#lastShown) return;
    this.#lastShown = number;
    for (const [object, values] of shown) this.#shown.set(object, values);
  }
}

function ignore(): void {
  // The page hears of it.
}
