import { globalOwner, isFunction, replaceMethod, replaceSetter } from "../native/native-look.ts";

const legacyOf: ReadonlyMap<unknown, string> = new Map([
  ["animationstart", "webkitAnimationStart"],
  ["animationiteration", "webkitAnimationIteration"],
  ["animationend", "webkitAnimationEnd"],
  ["transitionend", "webkitTransitionEnd"],
]);
/** The events of an animation itself. */
const playbackTypes: ReadonlySet<unknown> = new Set(["cancel", "finish", "remove"]);
const standardOf: ReadonlyMap<unknown, string> = new Map([...legacyOf].map(([name, legacy]) => [legacy, String(name)]));

type Listener = (event: Event) => void;

/**
 * Passes the prelude's events to listeners of the old names too; natively, only the browser's own events reach them.
 */
export interface LegacyStyleEvents {
  /** Call before an event of a CSS animation or transition is dispatched. */
  sending(event: Event): void;
  /** True if the page has a listener for this event of the animation. Chromium queues no event that has none. */
  hears(animation: Animation, type: string): boolean;
}

/**
 * Calls listeners of the old names, such as `webkitAnimationEnd`, for the events that the prelude sends. As in browsers,
 * only where nothing listens by the standard name: many pages listen by both.
 *
 * The listeners for the events of an animation itself are followed here, too, with the same replaced methods.
 */
export function installLegacyStyleEvents(realm: Window & typeof globalThis): LegacyStyleEvents {
  const { AbortSignal, Animation, EventTarget } = realm;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const sent = new WeakSet<Event>();
  const standard = new StandardListeners();
  const wrapped = new WeakMap<object, Map<string, Listener>>();

  /** The listener of an old name in the form in which it is added by the standard name. */
  function wrap(listener: object, legacy: string, isCapture: boolean): Listener {
    const key = `${legacy} ${String(isCapture)}`;
    const ofListener = wrapped.get(listener) ?? new Map<string, Listener>();
    wrapped.set(listener, ofListener);
    const before = ofListener.get(key);
    if (before !== undefined) return before;
    const made: Listener = (event) => {
      const { currentTarget } = event;
      if (!sent.has(event) || currentTarget === null || standard.has(currentTarget, event.type, isCapture)) return;
      callAs(listener, legacy, event);
    };
    ofListener.set(key, made);
    return made;
  }

  function noteStandard(target: EventTarget, type: string, listener: object, options: unknown): void {
    const isCapture = captureOf(options);
    standard.add(target, type, listener, isCapture);
    const forget = (): void => {
      standard.remove(target, type, listener, isCapture);
    };
    // The browser removes the page's listener and this one together.
    if (optionOf(options, "once") === true) Reflect.apply(addEventListener, target, [type, forget, options]);
    const signal = optionOf(options, "signal");
    if (signal instanceof AbortSignal) Reflect.apply(addEventListener, signal, ["abort", forget, { once: true }]);
  }

  const isNoted = (target: unknown, type: unknown): boolean =>
    legacyOf.has(type) || (playbackTypes.has(type) && target instanceof Animation);
  replaceMethod(EventTarget.prototype, "addEventListener", (original) => {
    function replacement(this: EventTarget | undefined, ...parameters: unknown[]): unknown {
      const [type, listener, options] = parameters;
      if (isListener(listener)) {
        if (isNoted(this, type)) noteStandard(this ?? realm, String(type), listener, options);
        const name = standardOf.get(type);
        const added = name === undefined ? null : [name, wrap(listener, String(type), captureOf(options)), options];
        if (added !== null) Reflect.apply(addEventListener, this ?? realm, added);
      }
      return Reflect.apply(original, this, parameters);
    }
    return replacement;
  });
  replaceMethod(EventTarget.prototype, "removeEventListener", (original) => {
    function replacement(this: EventTarget | undefined, ...parameters: unknown[]): unknown {
      const [type, listener, options] = parameters;
      if (isListener(listener)) {
        if (isNoted(this, type)) standard.remove(this ?? realm, String(type), listener, captureOf(options));
        const name = standardOf.get(type);
        const removed = name === undefined ? null : [name, wrap(listener, String(type), captureOf(options)), options];
        if (removed !== null) Reflect.apply(removeEventListener, this ?? realm, removed);
      }
      return Reflect.apply(original, this, parameters);
    }
    return replacement;
  });

  replaceHandlers(realm, (target, key, name, legacy) => {
    const handler: Listener = (event) => {
      const listener: unknown = Reflect.get(target, key);
      if (sent.has(event) && isFunction(listener) && !standard.has(target, name, false))
        callAs(listener, legacy, event);
    };
    Reflect.apply(addEventListener, target, [name, handler]);
  });
  return {
    sending(event) {
      sent.add(event);
    },
    hears: (animation, type) => standard.has(animation, type, true) || standard.has(animation, type, false),
  };
}

/** Calls `onHandler` when an old name's property, such as `onwebkitanimationend`, is first set on a target. */
function replaceHandlers(
  realm: Window & typeof globalThis,
  onHandler: (target: EventTarget, key: string, name: string, legacy: string) => void,
): void {
  const { Document, EventTarget, HTMLElement, MathMLElement, SVGElement } = realm;
  const prototypes = [Document, HTMLElement, MathMLElement, SVGElement].map(({ prototype }) => prototype);
  for (const [name, legacy] of legacyOf) {
    const key = `on${legacy.toLowerCase()}`;
    const heard = new WeakSet<object>();
    for (const owner of [...prototypes, globalOwner(realm, key)]) {
      replaceSetter(owner, key, (receiver, value, original) => {
        original(value);
        const target: object = receiver ?? realm;
        if (!isFunction(value) || heard.has(target) || !(target instanceof EventTarget)) return;
        heard.add(target);
        onHandler(target, key, String(name), legacy);
      });
    }
  }
}

/** The listeners that a page has added by the standard names and not removed. */
class StandardListeners {
  readonly #byTarget = new WeakMap<EventTarget, Map<string, Set<object>>>();

  add(target: EventTarget, type: string, listener: object, isCapture: boolean): void {
    const byType = this.#byTarget.get(target) ?? new Map<string, Set<object>>();
    this.#byTarget.set(target, byType);
    const key = `${type} ${String(isCapture)}`;
    byType.set(key, (byType.get(key) ?? new Set<object>()).add(listener));
  }

  remove(target: EventTarget, type: string, listener: object, isCapture: boolean): void {
    this.#byTarget
      .get(target)
      ?.get(`${type} ${String(isCapture)}`)
      ?.delete(listener);
  }

  /** Whether `target` has any listener for the event. Handlers in properties are looked up on demand. */
  has(target: EventTarget, type: string, isCapture: boolean): boolean {
    const listeners = this.#byTarget.get(target)?.get(`${type} ${String(isCapture)}`);
    if (listeners !== undefined && listeners.size > 0) return true;
    return !isCapture && isFunction(Reflect.get(target, `on${type}`));
  }
}

/** Calls a listener with the event under another name. */
function callAs(listener: object, type: string, event: Event): void {
  Object.defineProperty(event, "type", { value: type, configurable: true });
  try {
    const { currentTarget } = event;
    const method: unknown = isFunction(listener) ? listener : Reflect.get(listener, "handleEvent");
    const receiver = isFunction(listener) ? currentTarget : listener;
    if (isFunction(method)) Reflect.apply(method, receiver, [event]);
  } finally {
    Reflect.deleteProperty(event, "type");
  }
}

function isListener(value: unknown): value is object {
  return isFunction(value) || (typeof value === "object" && value !== null);
}

function captureOf(options: unknown): boolean {
  return typeof options === "boolean" ? options : optionOf(options, "capture") === true;
}

function optionOf(options: unknown, name: string): unknown {
  return typeof options === "object" && options !== null ? Reflect.get(options, name) : undefined;
}
