import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { type Method, replaceClass, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { isObject, nativeGetter, nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

const requestEvents = ["progress", "readystatechange", "load", "error", "abort", "timeout", "loadend"] as const;
const uploadEvents = ["progress", "load", "error", "abort", "timeout", "loadend"] as const;
const endEvents = ["error", "abort", "timeout", "load"] as const;

const responseTypes = ["", "arraybuffer", "blob", "json", "text"];

const opened = 1;
const headersReceived = 2;
const loading = 3;
const done = 4;

/** A request that was sent and has not been delivered, with the progress that the page sees. */
interface Held {
  readonly events: Map<string, Event>;
  /** The events of the two states in between. */
  readonly onTheWay: Event[];
  /** Those of the upload, in their order; of the progress the last one. */
  readonly uploaded: Map<string, Event>;
  readonly hasBody: boolean;
  registered: Registered;
  state: number;
}

/** An event that is delivered, with the state that the page sees then. */
interface Step {
  readonly target: EventTarget;
  readonly state: number;
  readonly event: Event;
}

/** A response type that the page sets late, when the browser may have the whole response already. */
interface LateType {
  readonly type: string;
  /** The response as that type; undefined until it is read. */
  value: unknown;
}

/**
 * Orders XMLHttpRequests. Their events are held back until the request has ended, and sent at the delivery. Until then
 * the page sees the state that matches the events it has received.
 */
export function installRequestLoads(realm: Realm, order: AsyncOrder, events: HeldEvents): void {
  const requests = new HeldRequests(realm, order, events);
  const { prototype } = realm.XMLHttpRequest;
  // Outside of the document tree, listeners run in the order in which they were added, capturing or not, so ours must
  // be the first.
  replaceClass(realm, "XMLHttpRequest", (request) => {
    for (const type of requestEvents) events.hear(request, type, requests.listen);
  });
  wrapMethod(prototype, "open", (request, parameters, open) => {
    requests.open(request, parameters, open);
  });
  wrapMethod(prototype, "send", (request, parameters, send) => {
    requests.send(request, parameters, send);
  });
  wrapMethod(prototype, "abort", (request) => {
    requests.abort(request);
  });
  wrapMethod(prototype, "overrideMimeType", (request, parameters, override) => {
    if (!requests.isOnItsWay(request)) Reflect.apply(override, request, parameters);
  });
  replaceGetter(prototype, "upload", (original, request) => {
    const upload = original();
    if (isObject(request) && upload instanceof realm.XMLHttpRequestUpload) requests.hearUpload(request, upload);
    return upload;
  });
  replaceGetter(prototype, "readyState", (original, request) => requests.stateOf(request) ?? original());
  for (const [name, before] of [
    ["status", 0],
    ["statusText", ""],
    ["responseURL", ""],
  ] as const) {
    replaceGetter(prototype, name, (original, request) => (requests.hasHeaders(request) ? original() : before));
  }
  for (const [name, before] of [
    ["getResponseHeader", null],
    ["getAllResponseHeaders", ""],
  ] as const) {
    wrapMethod(prototype, name, (request, parameters, get) =>
      requests.hasHeaders(request) ? Reflect.apply(get, request, parameters) : before,
    );
  }
  for (const name of ["response", "responseText", "responseXML"] as const) {
    replaceGetter(prototype, name, (original, request) => requests.read(request, name, original));
  }
  replaceGetter(prototype, "responseType", (original, request) => requests.lateType(request) ?? original());
  replaceSetter<object>(prototype, "responseType", (request, value, original) => {
    if (!requests.setLateType(request, String(value))) original(value);
  });
  keepTimeouts(prototype);
}

/** To a page the network is infinitely fast, so none of its requests times out. */
function keepTimeouts(prototype: XMLHttpRequest): void {
  const timeouts = new WeakMap<object, number>();
  replaceGetter(prototype, "timeout", (original, request) =>
    isObject(request) ? (timeouts.get(request) ?? original()) : original(),
  );
  replaceSetter<object>(prototype, "timeout", (request, value, original) => {
    // Throws if the request may not have a timeout.
    original(value);
    original(0);
    timeouts.set(request, Math.trunc(Number(value)) || 0);
  });
}

class HeldRequests {
  readonly #realm: Pick<Realm, "Blob" | "Event" | "JSON" | "ProgressEvent" | "TextEncoder" | "XMLHttpRequest">;
  readonly #order: AsyncOrder;
  readonly #events: HeldEvents;
  readonly #readState: (request: object) => unknown;
  readonly #readText: (request: object) => unknown;
  readonly #abort: Method;
  readonly #urls = new WeakMap<object, string>();
  readonly #asynchronous = new WeakSet<object>();
  /** The requests of the uploads that the page has asked for. */
  readonly #uploads = new WeakMap<object, object>();
  readonly #held = new WeakMap<object, Held>();
  /** Those for which the page's call of `abort` goes on. */
  readonly #aborted = new WeakMap<object, Held>();
  readonly #lateTypes = new WeakMap<object, LateType>();
  readonly #types: ReadonlySet<string>;

  constructor(realm: Realm, order: AsyncOrder, events: HeldEvents) {
    const { Blob, Event, JSON, ProgressEvent, TextEncoder, XMLHttpRequest } = realm;
    this.#realm = { Blob, Event, JSON, ProgressEvent, TextEncoder, XMLHttpRequest };
    this.#order = order;
    this.#events = events;
    this.#types = new Set("document" in realm ? [...responseTypes, "document"] : responseTypes);
    this.#readState = nativeGetter(XMLHttpRequest.prototype, "readyState") ?? (() => 0);
    this.#readText = nativeGetter(XMLHttpRequest.prototype, "responseText") ?? (() => "");
    this.#abort = nativeMethod(XMLHttpRequest.prototype, "abort");
  }

  readonly listen = (event: Event): void => {
    const request = event.target;
    const held = request === null ? undefined : this.#held.get(request);
    const aborted = request === null ? undefined : this.#aborted.get(request);
    // The events of an abort go to the page.
    if (aborted !== undefined) aborted.state = done;
    if (request === null || held === undefined || aborted !== undefined || !event.isTrusted) return;
    event.stopImmediatePropagation();
    const isLater = event.type === "readystatechange" && this.#readState(request) !== done;
    if (isLater) held.onTheWay[Number(this.#readState(request)) - headersReceived] ??= event;
    else held.events.set(event.type, event);
    if (event.type === "loadend") this.#deliver(request, held);
  };

  /** Listeners there change how the browser sends a request to another origin, so those that nobody reads have none. */
  hearUpload(request: object, upload: EventTarget): void {
    if (this.#uploads.has(upload)) return;
    this.#uploads.set(upload, request);
    for (const type of uploadEvents) this.#events.hear(upload, type, this.#listenUpload);
  }

  readonly #listenUpload = (event: Event): void => {
    const request = event.target === null ? undefined : this.#uploads.get(event.target);
    const held = request === undefined ? undefined : this.#held.get(request);
    if (request === undefined || held === undefined || this.#aborted.has(request) || !event.isTrusted) return;
    event.stopImmediatePropagation();
    held.uploaded.set(event.type, event);
  };

  open(request: object, parameters: readonly unknown[], open: Method): void {
    // Opening again ends a request without an event.
    this.#held.get(request)?.registered.release();
    this.#held.delete(request);
    this.#lateTypes.delete(request);
    const [, url, isAsynchronous] = parameters;
    if (parameters.length > 2 && isAsynchronous !== undefined && !isAsynchronous) this.#asynchronous.delete(request);
    else this.#asynchronous.add(request);
    this.#urls.set(request, String(url));
    Reflect.apply(open, request, parameters);
  }

  send(request: object, parameters: readonly unknown[], send: Method): void {
    // Called first, because it may throw. In an asynchronous request, the only event before it returns is loadstart.
    const before = this.#held.get(request);
    Reflect.apply(send, request, parameters);
    // A listener of the first event has sent the request again.
    if (this.#held.get(request) !== before) return;
    const url = this.#urls.get(request) ?? "";
    if (!this.#asynchronous.has(request) || this.#readState(request) !== opened) {
      this.#order.countRequest(url);
      return;
    }
    this.#held.set(request, {
      ...{
        events: new Map(),
        onTheWay: [],
        uploaded: new Map(),
        registered: this.#order.expectFrom("request of", url),
      },
      hasBody: parameters[0] !== undefined && parameters[0] !== null,
      state: opened,
    });
  }

  abort(request: object): void {
    const held = this.#held.get(request);
    held?.registered.release();
    // There are no events if the page has seen the end.
    if (held === undefined || held.state === done) {
      this.#held.delete(request);
      Reflect.apply(this.#abort, request, []);
      return;
    }
    this.#aborted.set(request, held);
    Reflect.apply(this.#abort, request, []);
    this.#aborted.delete(request);
    if (held.state !== done) this.#sendAbort(request, held);
    if (this.#held.get(request) === held) this.#held.delete(request);
  }

  /** The browser sends no events if it has the whole response, of which the page does not know yet. */
  #sendAbort(request: object, held: Held): void {
    held.state = done;
    const { Event, ProgressEvent, XMLHttpRequest } = this.#realm;
    if (!(request instanceof XMLHttpRequest)) return;
    this.#events.send(request, new Event("readystatechange"));
    // The browser tells of an upload that has ended, unless there was something to send.
    const targets = held.hasBody ? [request] : [request.upload, request];
    for (const target of targets) {
      for (const type of ["abort", "loadend"]) this.#events.send(target, new ProgressEvent(type));
    }
  }

  stateOf(request: unknown): number | null {
    return this.#of(request)?.state ?? null;
  }

  isOnItsWay(request: unknown): boolean {
    const state = this.stateOf(request);
    return state === opened || state === headersReceived;
  }

  hasHeaders(request: unknown): boolean {
    return this.stateOf(request) !== opened;
  }

  lateType(request: unknown): string | null {
    return (isObject(request) ? this.#lateTypes.get(request)?.type : null) ?? null;
  }

  setLateType(request: object, type: string): boolean {
    if (!this.isOnItsWay(request)) return false;
    // The browser ignores the others.
    if (this.#types.has(type)) this.#lateTypes.set(request, { type, value: undefined });
    return true;
  }

  /** Reads a property of the response for the page. */
  read(request: unknown, name: "response" | "responseText" | "responseXML", original: () => unknown): unknown {
    const held = this.#of(request);
    if (held === undefined || held.state === done) return this.#readWhole(request, name, original);
    const whole = original();
    const isText = typeof whole === "string";
    if (held.state === loading && isText) return whole;
    return isText ? "" : null;
  }

  #readWhole(request: unknown, name: string, original: () => unknown): unknown {
    const late = isObject(request) ? this.#lateTypes.get(request) : undefined;
    if (!isObject(request) || late === undefined || name !== "response") return original();
    if (late.value === undefined) late.value = this.#convert(String(this.#readText(request)), late.type);
    return late.value;
  }

  #convert(text: string, type: string): unknown {
    const { Blob, JSON, TextEncoder } = this.#realm;
    if (type === "arraybuffer") return new TextEncoder().encode(text).buffer;
    if (type === "blob") return new Blob([text]);
    if (type !== "json") return text;
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  #of(request: unknown): Held | undefined {
    return isObject(request) ? this.#held.get(request) : undefined;
  }

  #deliver(request: EventTarget, held: Held): void {
    const { events, onTheWay, uploaded } = held;
    const [headers, body] = onTheWay;
    const end = endEvents.find((type) => events.has(type));
    const steps: (readonly [number, Event | undefined])[] = [
      [headersReceived, end === "load" ? headers : undefined],
      [loading, end === "load" ? body : undefined],
      [loading, end === "load" ? events.get("progress") : undefined],
      ...["readystatechange", end ?? "load", "loadend"].map((type) => [done, events.get(type)] as const),
    ];
    this.#deliverNext(request, held, [
      ...[...uploaded.values()].flatMap((event) =>
        event.target === null ? [] : { target: event.target, state: opened, event },
      ),
      ...steps.flatMap(([state, event]) => (event === undefined ? [] : { target: request, state, event })),
    ]);
  }

  /** Each event has a delivery of its own, so that the microtasks it starts run before the next one. */
  #deliverNext(request: EventTarget, held: Held, steps: readonly Step[]): void {
    const [step, ...others] = steps;
    held.registered.complete(() => {
      if (step === undefined) return undefined;
      const { target, state, event } = step;
      const isCurrent = (): boolean => this.#held.get(request) === held;
      if (isCurrent()) {
        held.state = state;
        if (others.length === 0) this.#held.delete(request);
      }
      const goOn = (): void => {
        // A listener of the end may have opened the request again. The last event comes all the same.
        if (others.length === 0 || (!isCurrent() && !isEnd(event))) return;
        held.registered = this.#order.expect("a request", { after: held.registered });
        this.#deliverNext(request, held, others);
      };
      const late = this.#events.letGo(target, event);
      if (late === undefined) goOn();
      return late?.then(goOn);
    });
  }
}

function isEnd({ type }: Event): boolean {
  return endEvents.some((end) => end === type);
}

type Wrapped = (request: object, parameters: readonly unknown[], original: Method) => unknown;

function wrapMethod(prototype: object, name: string, call: Wrapped): void {
  replaceMethod(prototype, name, (original) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      return call(this, parameters, original);
    }
    return replacement;
  });
}
