import { isFunction, type Method, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { type RunningListener, showCurrentEvent } from "./current-event.ts";
import { LateListeners } from "./late-listeners.ts";
import { ownDocument } from "../native/own-documents.ts";
import { listenAlways, stopListening } from "../native/own-listeners.ts";
import { prototypeOf, isObject, nativeGetter, nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;
type RunSteps = RealPrimitives["runInOneTask"];

/** The events of loads, of messages, of renderings and of media, which are held back until they are delivered. */
const heldTypes: ReadonlySet<string> = new Set([
  ...["DOMContentLoaded", "load", "pageshow", "error", "abort", "timeout"],
  ...["loadend", "loadstart", "progress", "readystatechange"],
  ...["message", "messageerror", "storage", "unhandledrejection", "rejectionhandled"],
  ...["statechange", "updatefound", "controllerchange", "resourcetimingbufferfull"],
  ...["resize", "change", "scroll", "scrollend", "select", "selectionchange", "slotchange", "toggle", "close"],
  ...["emptied", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough"],
  ...["suspend", "stalled", "waiting", "ratechange", "volumechange"],
  ...["play", "playing", "timeupdate", "pause", "ended", "seeking", "seeked"],
  ...["loadingdone", "loadingerror", "complete", "success", "hashchange"],
  ...["devicemotion", "deviceorientation", "deviceorientationabsolute"],
]);

/** The handlers of a window, which its body and its frame set have, too. */
const windowHandlers = [
  ...["onload", "onpageshow", "onmessage", "onresize", "onscroll", "onscrollend", "onstorage"],
  "onhashchange",
  ...["onunhandledrejection", "onrejectionhandled"],
];

const rejectionTypes: ReadonlySet<string> = new Set(["unhandledrejection", "rejectionhandled"]);

/** The handlers of those events in properties, by the class that has them. */
const handlers: Readonly<Record<string, readonly string[]>> = {
  HTMLElement: [
    ...["onload", "onerror", "onscroll", "onscrollend", "onselect", "onslotchange", "ontoggle", "onclose", "onresize"],
    ...["onabort", "onemptied", "onloadstart", "onprogress", "ondurationchange", "onloadedmetadata", "onloadeddata"],
    ...["oncanplay", "oncanplaythrough", "onsuspend", "onstalled", "onwaiting", "onratechange"],
    "onvolumechange",
    ...["onplay", "onplaying", "ontimeupdate", "onpause", "onended", "onseeking", "onseeked"],
  ],
  HTMLBodyElement: windowHandlers,
  HTMLFrameSetElement: windowHandlers,
  Document: ["onreadystatechange", "onscroll", "onscrollend", "onselectionchange"],
  ShadowRoot: ["onslotchange"],
  MediaQueryList: ["onchange"],
  VisualViewport: ["onresize", "onscroll", "onscrollend"],
  CookieStore: ["onchange"],
  SVGElement: ["onload", "onerror"],
  XMLHttpRequestEventTarget: ["onloadstart", "onprogress", "onload", "onerror", "onabort", "ontimeout", "onloadend"],
  XMLHttpRequest: ["onreadystatechange"],
  Worker: ["onmessage", "onmessageerror", "onerror"],
  BroadcastChannel: ["onmessage", "onmessageerror"],
  MessagePort: ["onmessage", "onmessageerror"],
  ServiceWorker: ["onstatechange"],
  ServiceWorkerContainer: ["oncontrollerchange", "onmessage", "onmessageerror"],
  ServiceWorkerRegistration: ["onupdatefound"],
  Performance: ["onresourcetimingbufferfull"],
  OfflineAudioContext: ["oncomplete"],
  IDBRequest: ["onsuccess", "onerror"],
  FileReader: ["onloadstart", "onprogress", "onload", "onerror", "onabort", "onloadend"],
};

/** Values of events that a handler in markup reads: it gets the event that is dispatched in place of the held one. */
const copiedValues: Readonly<Record<string, readonly string[]>> = {
  MessageEvent: [],
  HashChangeEvent: ["oldURL", "newURL"],
  PageTransitionEvent: ["persisted"],
  PromiseRejectionEvent: ["promise", "reason"],
  ProgressEvent: ["lengthComputable", "loaded", "total"],
  StorageEvent: ["key", "oldValue", "newValue", "url", "storageArea"],
  ToggleEvent: ["oldState", "newState"],
};

/** A listener that the browser removes when it has been called. */
interface Once {
  readonly type: string;
  readonly options: object;
}

/** Makes the event that is dispatched in place of a held one; null if the held one is of another class. */
type Copier = (event: Event, init: EventInit) => Event | null;

/** Keeps the browser's own events at some targets from the page for good, unless they are released. */
export interface EventKeeper {
  isKept(event: Event): boolean;
  /** Called with the target of each listener for events that may be held. */
  onListener(target: unknown): void;
}

/**
 * Releases events of the browser that were held back. A trusted event can be dispatched only once. So another one is
 * dispatched, and the page's listeners get the held one in its place, which is trusted and has the browser's values.
 */
export class HeldEvents {
  readonly #classes: Pick<Realm, "Event">;
  /** True for a target that outlives what a script makes of the document. */
  readonly #isLasting: (target: EventTarget) => boolean;
  readonly #hasAttribute: ((element: object, name: string) => boolean) | null;
  /** The browser's accessors of each handler, by its name. */
  readonly #accessors = new Map<string, HandlerAccessors[]>();
  readonly #copiers: readonly Copier[];
  readonly #add: Method;
  readonly #remove: Method;
  readonly #send: Method;
  readonly #prevent: Method;
  readonly #wrappers = new WeakMap<object, Method>();
  readonly #listeners = new WeakMap<object, object>();
  /** By the function that is added, and by the target. */
  readonly #onces = new WeakMap<object, WeakMap<object, readonly Once[]>>();
  readonly #holding = new WeakSet<EventTarget>();
  #keeper: EventKeeper | null = null;
  /** By the event that is dispatched for it. */
  readonly #held = new WeakMap<object, Event>();
  /** The other way round, during the dispatch. */
  readonly #carriers = new Map<object, Event>();
  readonly #late: LateListeners;
  readonly #running: RunningListener = { event: undefined };
  readonly #heard = new Map<string, () => void>();
  #hearsRejections = false;

  /** Whether a listener may hear of rejections, which the browser reports in a task after the one that caused them. */
  get hearsRejections(): boolean {
    return this.#hearsRejections;
  }

  constructor(realm: Realm, runSteps: RunSteps) {
    const { Event, EventTarget } = realm;
    this.#classes = { Event };
    this.#isLasting = (target) => target === realm || target === ownDocument();
    this.#hasAttribute = attributeTest(realm);
    this.#copiers = Object.entries(copiedValues).flatMap(([name, keys]) => copierOf(realm, name, keys) ?? []);
    this.#add = nativeMethod(EventTarget.prototype, "addEventListener");
    this.#remove = nativeMethod(EventTarget.prototype, "removeEventListener");
    this.#send = nativeMethod(EventTarget.prototype, "dispatchEvent");
    this.#prevent = nativeMethod(Event.prototype, "preventDefault");
    this.#late = new LateListeners(Event.prototype, runSteps);
    this.#replaceListening(EventTarget.prototype);
    this.#replaceMediaListening(prototypeOf(realm, "MediaQueryList"));
    for (const [name, keys] of Object.entries(handlers)) {
      const owner = prototypeOf(realm, name);
      if (owner !== null) this.replaceHandlers(owner, keys);
    }
    this.replaceHandlers(realm, windowHandlers);
    for (const type of rejectionTypes) {
      replaceSetter(realm, `on${type}`, (_receiver, value, original) => {
        this.#hearsRejections = true;
        original(value);
      });
    }
    this.#replaceMembers(Event.prototype);
    showCurrentEvent(realm, this.#running, (carrier) => this.#held.get(carrier));
  }

  /** Keeps the browser's events of loads at `target` from the page's listeners, those of its ancestors among them. */
  hold(target: EventTarget): void {
    this.#holding.add(target);
  }

  keepBack(keeper: EventKeeper): void {
    this.#keeper = keeper;
  }

  unhold(target: EventTarget): void {
    this.#holding.delete(target);
  }

  /** Calls `tell` when the page adds a listener for a held type. Its handlers are properties of their classes. */
  whenHeard(type: string, tell: () => void): void {
    this.#heard.set(type, tell);
  }

  /** Listens for an event before the page's own listeners. */
  hear(target: EventTarget, type: string, listener: (event: Event) => void): void {
    if (this.#isLasting(target)) listenAlways(target, type, listener);
    else Reflect.apply(this.#add, target, [type, listener, true]);
  }

  unhear(target: EventTarget, type: string, listener: (event: Event) => void): void {
    if (this.#isLasting(target)) stopListening(target, type, listener);
    else Reflect.apply(this.#remove, target, [type, listener, true]);
  }

  /**
   * Dispatches an event of the browser that was stopped before. The browser runs the microtasks after each listener, so
   * the second one and those that follow run later, and the promise tells when they have. Undefined if there are none.
   */
  letGo(target: EventTarget, event: Event): Promise<void> | undefined {
    const { carrier, onEnd } = this.#carry(target, event);
    return this.#dispatch(target, carrier, onEnd);
  }

  /** The same within a microtask: none run between the listeners, so all are called at once. */
  letGoInMicrotask(target: EventTarget, event: Event): void {
    const { carrier, onEnd } = this.#carry(target, event);
    try {
      this.send(target, carrier);
    } finally {
      onEnd();
    }
  }

  /** The event that is dispatched for a held one, and what to do after that. */
  #carry(target: EventTarget, event: Event): { readonly carrier: Event; readonly onEnd: () => void } {
    const { type, bubbles, cancelable, composed } = event;
    const init = { bubbles, cancelable, composed };
    this.#wrapMarkup(target, `on${type}`);
    let made: Event | null = null;
    for (const copy of this.#copiers) made ??= copy(event, init);
    const carrier = made ?? new this.#classes.Event(type, init);
    this.#held.set(carrier, event);
    this.#carriers.set(event, carrier);
    const onEnd = (): void => {
      this.#carriers.delete(event);
      if (carrier.defaultPrevented) Reflect.apply(this.#prevent, event, []);
    };
    return { carrier, onEnd };
  }

  /** The same for an event that the browser would have sent in a task of its own. */
  sendInTask(target: EventTarget, event: Event): Promise<void> | undefined {
    return this.#dispatch(target, event, () => undefined);
  }

  #dispatch(target: EventTarget, carrier: Event, onEnd: () => void): Promise<void> | undefined {
    const finish = this.#late.begin(carrier, this.#held.get(carrier) ?? carrier);
    let running: Promise<void> | undefined;
    try {
      this.send(target, carrier);
    } finally {
      running = finish();
      if (running === undefined) onEnd();
    }
    return running?.then(onEnd);
  }

  /** Dispatches an event that the browser would have sent. */
  send(target: EventTarget, event: Event): void {
    Reflect.apply(this.#send, target, [event]);
  }

  /** A handler in the markup of the target has its turn among the other listeners, and gets the same event. */
  #wrapMarkup(target: EventTarget, key: string): void {
    if (this.#hasAttribute?.(target, key) !== true) return;
    for (const { get, set } of this.#accessors.get(key) ?? []) {
      const handler = get(target);
      if (typeof handler === "function" && !this.#listeners.has(handler)) set(target, this.#wrap(handler));
    }
  }

  /** The function that is added instead of a listener of the page. The same listener always gets the same function. */
  #wrap(listener: object): Method {
    const known = this.#wrappers.get(listener);
    if (known !== undefined) return known;
    const held = this.#held;
    const isHeld = (event: Event): boolean =>
      event.isTrusted &&
      event.target !== null &&
      (this.#holding.has(event.target) || this.#keeper?.isKept(event) === true);
    const NativeEvent = this.#classes.Event;
    const late = this.#late;
    const running = this.#running;
    function call(receiver: object, given: unknown, rest: readonly unknown[]): unknown {
      const before = running.event;
      running.event = given;
      try {
        if (typeof listener === "function") return Reflect.apply(listener, receiver, [given, ...rest]);
        const handle: unknown = Reflect.get(listener, "handleEvent");
        return typeof handle === "function" ? Reflect.apply(handle, listener, [given]) : undefined;
      } finally {
        running.event = before;
      }
    }
    const takeOnces = (target: object, event: Event): readonly Once[] => this.#takeOnces(wrapper, target, event.type);
    const noteOnces = (target: object, onces: readonly Once[]): void => {
      this.#noteOnces(wrapper, target, onces);
    };
    const add = this.#add;
    function wrapper(this: object, event: unknown, ...rest: unknown[]): unknown {
      if (event instanceof NativeEvent) {
        const onces = takeOnces(this, event);
        if (isHeld(event)) {
          // The browser has removed it, and the event is still to come.
          for (const { type, options } of onces) Reflect.apply(add, this, [type, wrapper, options]);
          noteOnces(this, onces);
          return undefined;
        }
      }
      const given = (isObject(event) ? held.get(event) : undefined) ?? event;
      const isLate = late.take(event, this, wrapper, () => {
        call(this, given, rest);
      });
      return isLate ? undefined : call(this, given, rest);
    }
    this.#wrappers.set(listener, wrapper);
    this.#listeners.set(wrapper, listener);
    return wrapper;
  }

  #noteOnces(wrapper: object, target: object, added: readonly Once[]): void {
    if (added.length === 0) return;
    const byTarget = this.#onces.get(wrapper) ?? new WeakMap<object, readonly Once[]>();
    this.#onces.set(wrapper, byTarget.set(target, [...(byTarget.get(target) ?? []), ...added]));
  }

  #takeOnces(wrapper: object, target: object, type: string): readonly Once[] {
    const byTarget = this.#onces.get(wrapper);
    const all = byTarget?.get(target);
    if (byTarget === undefined || all === undefined) return noOnces;
    const left = all.filter((once) => once.type !== type);
    if (left.length > 0) byTarget.set(target, left);
    else byTarget.delete(target);
    return all.filter((once) => once.type === type);
  }

  #replaceListening(prototype: EventTarget): void {
    const wrap = (target: object, [type, listener, ...rest]: readonly unknown[]): readonly unknown[] => {
      this.#hearsRejections ||= rejectionTypes.has(String(type));
      if (!isListener(listener) || !heldTypes.has(String(type))) return [type, listener, ...rest];
      this.#keeper?.onListener(target);
      this.#heard.get(String(type))?.();
      return [type, this.#wrap(listener), ...rest];
    };
    const begin = (target: object, [type, wrapper, options]: readonly unknown[]): void => {
      if (!isObject(options) || !isListener(wrapper) || !this.#listeners.has(wrapper)) return;
      if (Reflect.get(options, "once") !== true) return;
      this.#noteOnces(wrapper, target, [{ type: String(type), options }]);
    };
    const end = (target: object, [type, wrapper]: readonly unknown[]): void => {
      this.#late.remove(target, wrapper);
      if (isListener(wrapper)) this.#takeOnces(wrapper, target, String(type));
    };
    for (const name of ["addEventListener", "removeEventListener"]) {
      replaceMethod(prototype, name, (original) => {
        function replacement(this: object, ...parameters: unknown[]): unknown {
          const passed = parameters.length < 2 ? parameters : wrap(this, parameters);
          if (name === "removeEventListener") end(this, passed);
          else begin(this, passed);
          return Reflect.apply(original, this, passed);
        }
        return replacement;
      });
    }
  }

  /** The older names of `addEventListener("change")` and its opposite. */
  #replaceMediaListening(prototype: object | null): void {
    if (prototype === null) return;
    const late = this.#late;
    const wrap = (listener: object): Method => this.#wrap(listener);
    for (const name of ["addListener", "removeListener"]) {
      replaceMethod(prototype, name, (original) => {
        function replacement(this: object, ...parameters: unknown[]): unknown {
          const [listener] = parameters;
          if (!isListener(listener)) return Reflect.apply(original, this, parameters);
          const wrapper = wrap(listener);
          if (name === "removeListener") late.remove(this, wrapper);
          return Reflect.apply(original, this, [wrapper]);
        }
        return replacement;
      });
    }
  }

  /** Call with a class that no property of the global object has. */
  replaceHandlers(owner: object, keys: readonly string[]): void {
    for (const key of keys) this.#replaceHandler(owner, key);
  }

  #replaceHandler(owner: object, key: string): void {
    const accessors = accessorsOf(owner, key);
    if (accessors !== null) this.#accessors.set(key, [...(this.#accessors.get(key) ?? []), accessors]);
    replaceGetter(owner, key, (original) => {
      const handler = original();
      return (isListener(handler) ? this.#listeners.get(handler) : undefined) ?? handler;
    });
    replaceSetter(owner, key, (receiver, value, original) => {
      this.#keeper?.onListener(receiver);
      original(typeof value === "function" ? this.#wrap(value) : value);
    });
  }

  /** Properties of an event about its dispatch are read from the event that is dispatched for it. */
  #replaceMembers(prototype: Event): void {
    const carriers = this.#carriers;
    const lateOnes = this.#late;
    const dispatched = (event: object): object => (carriers.size === 0 ? event : (carriers.get(event) ?? event));
    for (const name of ["stopPropagation", "stopImmediatePropagation", "preventDefault", "composedPath"]) {
      replaceMethod(prototype, name, (original) => {
        function replacement(this: object): unknown {
          lateOnes.note(this, name);
          const path = name === "composedPath" ? lateOnes.read(this, name) : undefined;
          return path ?? Reflect.apply(original, dispatched(this), []);
        }
        return replacement;
      });
    }
    for (const name of ["target", "srcElement"]) {
      const read = nativeGetter(prototype, name);
      // The browser forgets the target of an event that was stopped on its way.
      replaceGetter(prototype, name, (original, receiver): unknown => {
        const late = isObject(receiver) ? lateOnes.read(receiver, "target") : undefined;
        const target = late ?? original();
        const carrier = target === null && isObject(receiver) ? carriers.get(receiver) : undefined;
        return carrier === undefined || read === null ? target : read(carrier);
      });
    }
    for (const name of ["currentTarget", "eventPhase", "defaultPrevented"]) {
      const read = nativeGetter(prototype, name);
      replaceGetter(prototype, name, (original, receiver): unknown => {
        const late = isObject(receiver) ? lateOnes.read(receiver, name) : undefined;
        if (late !== undefined) return late;
        const event = isObject(receiver) ? dispatched(receiver) : receiver;
        return event === receiver || read === null || !isObject(event) ? original() : read(event);
      });
    }
  }
}

interface HandlerAccessors {
  /** Null for an object that does not have the handler. */
  get(target: object): unknown;
  set(target: object, handler: unknown): void;
}

function accessorsOf(owner: object, key: string): HandlerAccessors | null {
  const { get, set } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
  if (get === undefined || set === undefined) return null;
  return {
    get(target): unknown {
      try {
        return Reflect.apply(get, target, []);
      } catch {
        return null;
      }
    },
    set(target, handler) {
      Reflect.apply(set, target, [handler]);
    },
  };
}

/** Null in a worker. */
function attributeTest(realm: Realm): ((element: object, name: string) => boolean) | null {
  if (!("document" in realm)) return null;
  const { Element } = realm;
  const { hasAttribute } = Element.prototype;
  return (element, name) => element instanceof Element && Reflect.apply(hasAttribute, element, [name]);
}

const noOnces: readonly Once[] = [];

/** Null if the realm does not have the class. */
function copierOf(realm: Realm, name: string, keys: readonly string[]): Copier | null {
  const Kind: unknown = Reflect.get(realm, name);
  const { Event } = realm;
  if (!isFunction(Kind)) return null;
  return (event, init) => {
    if (!(event instanceof Kind)) return null;
    const values = Object.fromEntries(keys.map((key) => [key, Reflect.get(event, key)]));
    const copy: unknown = Reflect.construct(Kind, [event.type, { ...init, ...values }]);
    return copy instanceof Event ? copy : null;
  };
}

function isListener(value: unknown): value is object {
  return typeof value === "function" || isObject(value);
}
