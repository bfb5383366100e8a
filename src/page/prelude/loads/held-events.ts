import { type Method, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { prototypeOf, isObject, nativeGetter, nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** The events of loads, of messages, of renderings and of media, which are held back until they are delivered. */
const heldTypes: ReadonlySet<string> = new Set([
  ...["load", "pageshow", "error", "abort", "timeout", "loadend", "loadstart", "progress", "readystatechange"],
  ...["message", "messageerror", "storage"],
  ...["resize", "change", "scroll", "scrollend", "select", "selectionchange", "toggle", "close"],
  ...["emptied", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough"],
  ...["suspend", "stalled", "waiting"],
  ...["play", "playing", "timeupdate", "pause", "ended", "seeking", "seeked"],
]);

/** The handlers of a window, which its body and its frame set have, too. */
const windowHandlers = ["onload", "onpageshow", "onmessage", "onresize", "onscroll", "onscrollend", "onstorage"];

/** The handlers of those events in properties, by the class that has them. */
const handlers: Readonly<Record<string, readonly string[]>> = {
  HTMLElement: [
    ...["onload", "onerror", "onscroll", "onscrollend", "onselect", "ontoggle", "onclose", "onresize"],
    ...["onabort", "onemptied", "onloadstart", "onprogress", "ondurationchange", "onloadedmetadata", "onloadeddata"],
    ...["oncanplay", "oncanplaythrough", "onsuspend", "onstalled", "onwaiting"],
    ...["onplay", "onplaying", "ontimeupdate", "onpause", "onended", "onseeking", "onseeked"],
  ],
  HTMLBodyElement: windowHandlers,
  HTMLFrameSetElement: windowHandlers,
  Document: ["onscroll", "onscrollend", "onselectionchange"],
  MediaQueryList: ["onchange"],
  SVGElement: ["onload", "onerror"],
  XMLHttpRequestEventTarget: ["onloadstart", "onprogress", "onload", "onerror", "onabort", "ontimeout", "onloadend"],
  XMLHttpRequest: ["onreadystatechange"],
  Worker: ["onmessage", "onmessageerror", "onerror"],
  BroadcastChannel: ["onmessage", "onmessageerror"],
  MessagePort: ["onmessage", "onmessageerror"],
  FileReader: ["onloadstart", "onprogress", "onload", "onerror", "onabort", "onloadend"],
};

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
  readonly #classes: Pick<Realm, "Event" | "MessageEvent">;
  readonly #add: Method;
  readonly #remove: Method;
  readonly #send: Method;
  readonly #wrappers = new WeakMap<object, Method>();
  readonly #listeners = new WeakMap<object, object>();
  readonly #holding = new WeakSet<EventTarget>();
  #keeper: EventKeeper | null = null;
  /** By the event that is dispatched for it. */
  readonly #held = new WeakMap<object, Event>();
  /** The other way round, during the dispatch. */
  readonly #carriers = new Map<object, Event>();

  constructor(realm: Realm) {
    const { Event, EventTarget, MessageEvent } = realm;
    this.#classes = { Event, MessageEvent };
    this.#add = nativeMethod(EventTarget.prototype, "addEventListener");
    this.#remove = nativeMethod(EventTarget.prototype, "removeEventListener");
    this.#send = nativeMethod(EventTarget.prototype, "dispatchEvent");
    this.#replaceListening(EventTarget.prototype);
    for (const [name, keys] of Object.entries(handlers)) {
      const owner = prototypeOf(realm, name);
      if (owner !== null) for (const key of keys) this.#replaceHandler(owner, key);
    }
    for (const key of windowHandlers) this.#replaceHandler(realm, key);
    this.#replaceMembers(Event.prototype);
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

  /** Listens for an event before the page's own listeners. */
  hear(target: EventTarget, type: string, listener: (event: Event) => void): void {
    Reflect.apply(this.#add, target, [type, listener, true]);
  }

  unhear(target: EventTarget, type: string, listener: (event: Event) => void): void {
    Reflect.apply(this.#remove, target, [type, listener, true]);
  }

  /** Dispatches an event of the browser that was stopped before. */
  letGo(target: EventTarget, event: Event): void {
    const { type, bubbles, cancelable, composed } = event;
    const Kind = event instanceof this.#classes.MessageEvent ? this.#classes.MessageEvent : this.#classes.Event;
    const carrier = new Kind(type, { bubbles, cancelable, composed });
    this.#held.set(carrier, event);
    this.#carriers.set(event, carrier);
    try {
      this.send(target, carrier);
    } finally {
      this.#carriers.delete(event);
    }
  }

  /** Dispatches an event that the browser would have sent. */
  send(target: EventTarget, event: Event): void {
    Reflect.apply(this.#send, target, [event]);
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
    function wrapper(this: object, event: unknown, ...rest: unknown[]): unknown {
      if (event instanceof NativeEvent && isHeld(event)) return undefined;
      const given = (isObject(event) ? held.get(event) : undefined) ?? event;
      if (typeof listener === "function") return Reflect.apply(listener, this, [given, ...rest]);
      const handle: unknown = Reflect.get(listener, "handleEvent");
      return typeof handle === "function" ? Reflect.apply(handle, listener, [given]) : undefined;
    }
    this.#wrappers.set(listener, wrapper);
    this.#listeners.set(wrapper, listener);
    return wrapper;
  }

  #replaceListening(prototype: EventTarget): void {
    const wrap = (target: object, [type, listener, ...rest]: readonly unknown[]): readonly unknown[] => {
      if (!isListener(listener) || !heldTypes.has(String(type))) return [type, listener, ...rest];
      this.#keeper?.onListener(target);
      return [type, this.#wrap(listener), ...rest];
    };
    for (const name of ["addEventListener", "removeEventListener"]) {
      replaceMethod(prototype, name, (original) => {
        function replacement(this: object, ...parameters: unknown[]): unknown {
          return Reflect.apply(original, this, parameters.length < 2 ? parameters : wrap(this, parameters));
        }
        return replacement;
      });
    }
  }

  #replaceHandler(owner: object, key: string): void {
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
    const dispatched = (event: object): object => (carriers.size === 0 ? event : (carriers.get(event) ?? event));
    for (const name of ["stopPropagation", "stopImmediatePropagation", "preventDefault", "composedPath"]) {
      replaceMethod(prototype, name, (original) => {
        function replacement(this: object): unknown {
          return Reflect.apply(original, dispatched(this), []);
        }
        return replacement;
      });
    }
    for (const name of ["target", "srcElement"]) {
      const read = nativeGetter(prototype, name);
      // The browser forgets the target of an event that was stopped on its way.
      replaceGetter(prototype, name, (original, receiver): unknown => {
        const target = original();
        const carrier = target === null && isObject(receiver) ? carriers.get(receiver) : undefined;
        return carrier === undefined || read === null ? target : read(carrier);
      });
    }
    for (const name of ["currentTarget", "eventPhase", "defaultPrevented"]) {
      const read = nativeGetter(prototype, name);
      replaceGetter(prototype, name, (original, receiver): unknown => {
        const event = isObject(receiver) ? dispatched(receiver) : receiver;
        return event === receiver || read === null || !isObject(event) ? original() : read(event);
      });
    }
  }
}

function isListener(value: unknown): value is object {
  return typeof value === "function" || isObject(value);
}
