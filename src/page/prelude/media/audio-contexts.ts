import type { Delivery, Registered } from "../loads/async-order.ts";
import type { LoadParts } from "../loads/load-parts.ts";
import { nativeGetter } from "../loads/native-method.ts";
import { replaceClass, replaceGetter, replaceMethod, watchCalls } from "../native/native-look.ts";
import type { AudioClock } from "./audio-clock.ts";

type Realm = Window & typeof globalThis;

export interface ContextParts extends Pick<LoadParts, "real" | "order" | "events" | "tasks" | "onUnordered"> {
  readonly times: AudioClock;
}

/** The state of a context that its page sees. */
interface ContextState {
  state: AudioContextState;
  /** Resolves the promises of `resume()` when the context runs again. */
  waiting: (() => void)[];
  /** The timer that makes it run again; null if none is set. */
  start: number | null;
}

/**
 * Makes audio contexts change state on the virtual clock instead of when the audio device is ready. Calls `onOwnTime`
 * before the time of one differs from the clock's.
 */
export function replaceAudioContexts(realm: Realm, parts: ContextParts, onOwnTime: () => void): void {
  const { times } = parts;
  const { AudioContext, BaseAudioContext } = realm;
  const states = new VirtualStates(realm, times, onOwnTime);
  replaceGetter(BaseAudioContext.prototype, "state", (original, receiver) =>
    receiver instanceof AudioContext ? states.of(receiver).state : original(),
  );
  // It depends on the device, and on how far it has come.
  replaceGetter(AudioContext.prototype, "outputLatency", (original, receiver) =>
    receiver instanceof AudioContext ? 0 : original(),
  );
  replaceClass(realm, "AudioContext", (context) => {
    if (times.begin(context)) onOwnTime();
    // The browser reports that a new context runs, whatever it does when the report comes.
    states.announce(context);
  });
  silenceStates(realm, "AudioContext", () => true);
  const moves = {
    resume: (context: AudioContext) => states.resume(context),
    suspend: (context: AudioContext) => states.leave(context, "suspended"),
    close: (context: AudioContext) => states.leave(context, "closed"),
  };
  for (const [name, move] of Object.entries(moves)) {
    replaceMethod(AudioContext.prototype, name, (original) => {
      function replacement(this: AudioContext): unknown {
        const native: unknown = Reflect.apply(original, this, []);
        if (!(this instanceof AudioContext) || states.of(this).state === "closed") return native;
        // The real device takes its own time, so nothing waits for it.
        if (native instanceof Promise) native.catch(() => undefined);
        return move(this);
      }
      return replacement;
    });
  }
  const rendered = orderRendering(realm, parts);
  replaceTimes(realm, times, rendered);
}

/** The events of a context come in tasks of their own, after the promises of the calls. */
class VirtualStates {
  // Captured now: pages overwrite globals. The timers are the virtual ones already.
  readonly #realm: Pick<Realm, "Event" | "Promise" | "clearTimeout" | "setTimeout">;
  readonly #states = new WeakMap<object, ContextState>();
  readonly #times: AudioClock;
  readonly #onOwnTime: () => void;

  constructor({ Event, Promise, clearTimeout, setTimeout }: Realm, times: AudioClock, onOwnTime: () => void) {
    this.#realm = { Event, Promise, clearTimeout, setTimeout };
    this.#times = times;
    this.#onOwnTime = onOwnTime;
  }

  of(context: object): ContextState {
    const known = this.#states.get(context) ?? { state: "running", waiting: [], start: null };
    this.#states.set(context, known);
    return known;
  }

  announce(context: EventTarget): void {
    this.#realm.setTimeout(() => context.dispatchEvent(new this.#realm.Event("statechange")), 0);
  }

  /** Suspends or closes at once. A call to resume that has not taken effect yet waits for the next one. */
  leave(context: AudioContext, state: AudioContextState): Promise<void> {
    const known = this.of(context);
    if (known.start !== null) this.#realm.clearTimeout(known.start);
    known.start = null;
    this.#onOwnTime();
    this.#times.stop(context);
    if (known.state !== state) this.#change(context, known, state);
    return this.#realm.Promise.resolve();
  }

  /** Runs again in a later task, as after the first sound of the device. */
  resume(context: AudioContext): Promise<void> {
    const known = this.of(context);
    if (known.state === "running") return this.#realm.Promise.resolve();
    known.start ??= this.#realm.setTimeout(() => {
      known.start = null;
      this.#times.run(context);
      this.#change(context, known, "running");
      for (const resolve of known.waiting.splice(0)) resolve();
    }, 0);
    return new this.#realm.Promise((resolve) => {
      known.waiting.push(resolve);
    });
  }

  #change(context: AudioContext, known: ContextState, state: AudioContextState): void {
    known.state = state;
    this.announce(context);
  }
}

/** The time of an offline context is the browser's, at rest: its sound has no pace. */
function replaceTimes(
  { BaseAudioContext, OfflineAudioContext }: Realm,
  times: AudioClock,
  rendered: Pick<WeakSet<object>, "has">,
): void {
  const stateOf = nativeGetter(BaseAudioContext.prototype, "state");
  const atRest = new WeakMap<object, unknown>();
  replaceGetter(BaseAudioContext.prototype, "currentTime", (original, receiver) => {
    if (!(receiver instanceof BaseAudioContext)) return original();
    if (!(receiver instanceof OfflineAudioContext)) return times.read(receiver) / 1000;
    if (stateOf?.(receiver) === "suspended" || rendered.has(receiver)) atRest.set(receiver, original());
    return atRest.get(receiver) ?? 0;
  });
}

/**
 * Delivers the end of an offline context's sound in its turn. Nothing waits for the sound while the context is suspended:
 * the page has to let it go on. Returns those whose sound has come.
 */
function orderRendering(realm: Realm, parts: ContextParts): Pick<WeakSet<object>, "has"> {
  const { Event, OfflineAudioContext } = realm;
  const { prototype } = OfflineAudioContext;
  const done = new WeakSet<object>();
  const suspended = new WeakSet<object>();
  /** The contexts of suspensions that have not come. */
  const coming: object[] = [];
  const renderings = new WeakMap<object, Registered>();
  const completions = new WeakMap<object, Event>();
  replaceClass(realm, "OfflineAudioContext", (context) => {
    parts.events.hear(context, "complete", (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      completions.set(context, event);
    });
  });
  silenceStates(realm, "OfflineAudioContext", (context) => Reflect.get(context, "state") === "closed");
  replaceMethod(prototype, "startRendering", (startRendering) => {
    function replacement(this: OfflineAudioContext): unknown {
      const rendering: unknown = Reflect.apply(startRendering, this, []);
      if (!(rendering instanceof Promise)) return rendering;
      const registered = parts.order.expect("startRendering");
      const complete = (resolve: Delivery): void => {
        registered.complete(() => {
          done.add(this);
          const event = completions.get(this);
          return endRendering(parts, { context: this, event, closed: new Event("statechange"), resolve });
        });
      };
      // The browser refuses a second one.
      if (!renderings.has(this)) renderings.set(this, registered);
      return parts.order.hold({ ...registered, complete }, rendering);
    }
    return replacement;
  });
  replaceMethod(prototype, "suspend", (suspend) => {
    function replacement(this: OfflineAudioContext, ...parameters: unknown[]): unknown {
      const suspending: unknown = Reflect.apply(suspend, this, parameters);
      if (!(suspending instanceof Promise)) return suspending;
      // Each is rendered in a thread of its own.
      if (coming.some((context) => context !== this)) parts.onUnordered("OfflineAudioContext.suspend beside another");
      coming.push(this);
      const forget = (): void => void coming.splice(coming.indexOf(this), 1);
      suspending.then(() => {
        forget();
        suspended.add(this);
        renderings.get(this)?.leaveToPage(() => !suspended.has(this));
      }, forget);
      return suspending;
    }
    return replacement;
  });
  watchCalls(prototype, ["resume"], (context) => {
    if (typeof context === "object" && context !== null) suspended.delete(context);
  });
  return done;
}

interface Ending {
  readonly context: EventTarget;
  /** The event that tells of the sound. */
  readonly event: Event | undefined;
  /** The event of the new state. */
  readonly closed: Event;
  readonly resolve: Delivery;
}

/** The browser queues the event of the new state first, and runs it after the task of the other event and the promise. */
async function endRendering(
  { real, events, tasks }: ContextParts,
  { context, event, closed, resolve }: Ending,
): Promise<void> {
  const place = tasks.takeOrder();
  const announce = (): void => {
    events.send(context, closed);
  };
  const steps = [
    (): void => void resolve(),
    (): void => {
      if (tasks.admit(announce, () => place)) announce();
    },
  ];
  let late: Promise<void> | undefined;
  const complete = (): void => {
    if (event !== undefined) late = events.letGo(context, event);
  };
  const stepsAtOnce = steps.map((step) => (): void => {
    if (late === undefined) step();
  });
  await real.runInOneTask([complete, ...stepsAtOnce]);
  if (late === undefined) return;
  await late;
  await real.runInOneTask(steps);
}

/**
 * Hides the browser's own changes of state from the page, because they come when the audio device is ready, or the
 * sound. The first listener of such a target hears an event first.
 */
function silenceStates(
  realm: Realm,
  name: "AudioContext" | "OfflineAudioContext",
  isHidden: (context: EventTarget) => boolean,
): void {
  replaceClass(realm, name, (context) => {
    context.addEventListener("statechange", (event) => {
      if (event.isTrusted && isHidden(context)) event.stopImmediatePropagation();
    });
  });
  const oldName = `webkit${name}`;
  if (oldName in realm) {
    Object.defineProperty(realm, oldName, {
      ...{ writable: true, enumerable: false, configurable: true },
      value: realm[name],
    });
  }
}
