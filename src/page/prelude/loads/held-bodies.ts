import type { AsyncOrder, Registered } from "./async-order.ts";
import { globalOwner, looksLike, type Method, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { createFullUrl } from "./full-url.ts";
import { createLateFailures } from "./late-failures.ts";
import { isObject, nativeGetter, nativeMethod, prototypeOf } from "./native-method.ts";
import { createReadToEnd } from "./read-to-end.ts";

const readers = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"] as const;
// The size of the browser's own chunks depends on how much has arrived.
const chunkBytes = 65_536;
// The reason of a signal gets no further than to the promise of the fetch itself.
const streamAborted = ["BodyStreamBuffer was aborted", "AbortError"] as const;
const readAborted = ["The user aborted a request.", "AbortError"] as const;

type Reader = (typeof readers)[number];
type Realm = Window & typeof globalThis;

/**
 * Orders fetches and everything that reads a body: the readers of requests, responses and blobs, and their streams. A
 * stream has the same chunks in every run.
 */
export function installBodies(realm: Realm, order: AsyncOrder): void {
  const streams = new HeldStreams(realm, order);
  const bodies = new HeldBodies(realm, order, streams);
  installFetch(realm, order, bodies);
  for (const name of ["Request", "Response"] as const) bodies.install(realm, name);
  installBlobs(realm, order, streams);
  installCachePuts(realm, order, bodies);
}

/** The browser owes its answer from the end of the body on. Until then the page feeds it, and nothing waits for it. */
function installCachePuts(realm: Realm, order: AsyncOrder, bodies: HeldBodies): void {
  const caches = prototypeOf(realm, "Cache");
  if (caches === null) return;
  async function afterBody(body: Promise<void>, result: Promise<unknown>): Promise<unknown> {
    // A response that the browser refuses to store has failed already.
    const refusal = result.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([body, refusal]);
    return await order.track("Cache.put", result);
  }
  replaceMethod(caches, "put", (put) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const body = bodies.readCopy(parameters[1]);
      const result: unknown = Reflect.apply(put, this, parameters);
      if (!(result instanceof Promise)) return result;
      return body === null ? order.track("Cache.put", result) : afterBody(body, result);
    }
    return replacement;
  });
}

function installBlobs({ Blob: { prototype } }: Realm, order: AsyncOrder, streams: HeldStreams): void {
  const readAll = nativeMethod(prototype, "arrayBuffer");
  for (const name of ["arrayBuffer", "bytes", "text"]) {
    replaceMethod(prototype, name, (original) => {
      function replacement(this: unknown): unknown {
        const result: unknown = Reflect.apply(original, this, []);
        return result instanceof Promise ? order.track(`Blob.${name}`, result) : result;
      }
      return replacement;
    });
  }
  replaceMethod(prototype, "stream", (original) => {
    function replacement(this: object): unknown {
      // Checks the receiver, too.
      Reflect.apply(original, this, []);
      return streams.make("Blob.stream", () => Reflect.apply(readAll, this, []));
    }
    return replacement;
  });
}

function installFetch(realm: Realm, order: AsyncOrder, bodies: HeldBodies): void {
  // Captured now: pages overwrite globals.
  const { AbortSignal, Promise, Request: NativeRequest } = realm;
  const any = AbortSignal.any.bind(AbortSignal);
  const listen = nativeMethod(AbortSignal.prototype, "addEventListener");
  /** The browser's request has a signal that depends on the page's: it follows after the listeners of that. */
  const follow = (signal: AbortSignal): Origin["onAbort"] => {
    const own = any([signal]);
    return (end) => {
      const onAbort = (): void => {
        end(own.reason);
      };
      Reflect.apply(listen, own, ["abort", onAbort]);
    };
  };
  const fullUrl = createFullUrl(realm);
  const canParse = realm.URL.canParse.bind(realm.URL);
  const urlOf = (input: unknown): string => (input instanceof NativeRequest ? input.url : String(input));
  function signalOf(input: unknown, init: unknown): AbortSignal | null {
    const own: unknown = isObject(init) ? Reflect.get(init, "signal") : undefined;
    const signal = own ?? (input instanceof NativeRequest ? input.signal : undefined);
    return signal instanceof AbortSignal ? signal : null;
  }
  const failedFetch = `Failed to execute 'fetch' on '${"document" in realm ? "Window" : "WorkerGlobalScope"}'`;
  replaceMethod(globalOwner(realm, "fetch"), "fetch", (fetch) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [input, init] = parameters;
      const error = bodies.usedError(failedFetch, parameters);
      if (error !== null) return Promise.reject(error);
      const result: unknown = Reflect.apply(fetch, this, parameters);
      if (!(result instanceof Promise)) return result;
      const signal = signalOf(input, init);
      const url = urlOf(input);
      const full = fullUrl(url);
      // The browser has refused it already.
      if (signal?.aborted === true || !canParse(full)) return result;
      const registered = order.expectFrom("fetch of", url);
      const isAborted = (): boolean => signal?.aborted === true;
      const origin = { registered, isAborted, onAbort: signal === null ? undefined : follow(signal), url: full };
      bodies.follow(result, origin);
      return order.hold(registered, result, origin.onAbort);
    }
    return replacement;
  });
}

/** Makes streams whose bytes are read as a whole, in their turn, and handed out in chunks of one size. */
class HeldStreams {
  readonly #realm: Pick<Realm, "ArrayBuffer" | "DOMException" | "ReadableStream">;
  readonly #order: AsyncOrder;

  constructor({ ArrayBuffer, DOMException, ReadableStream }: Realm, order: AsyncOrder) {
    this.#realm = { ArrayBuffer, DOMException, ReadableStream };
    this.#order = order;
  }

  /** `readAll` is called when the stream is first read from. */
  make(description: string, readAll: () => unknown, origin?: Origin): ReadableStream<Uint8Array> {
    const order = this.#order;
    const { ArrayBuffer, DOMException, ReadableStream } = this.#realm;
    let bytes: Uint8Array | null = null;
    let offset = 0;
    async function read(): Promise<Uint8Array> {
      const all = await order.track(description, Promise.resolve(readAll()), { after: origin?.registered });
      return all instanceof ArrayBuffer ? new Uint8Array(all) : new Uint8Array(0);
    }
    return new ReadableStream(
      {
        type: "bytes",
        start(controller) {
          // The browser closes a stream with its last chunk, so an abort after that changes nothing.
          origin?.onAbort?.(() => {
            if (bytes === null || offset < bytes.length) controller.error(new DOMException(...streamAborted));
          });
        },
        async pull(controller) {
          bytes ??= await read();
          const chunk = bytes.slice(offset, offset + chunkBytes);
          offset += chunk.length;
          // The browser closes a stream when more is asked of it.
          if (chunk.length > 0) {
            controller.enqueue(chunk);
            return;
          }
          controller.close();
          // A reader that brought its own buffer waits for an answer.
          controller.byobRequest?.respond(0);
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/** A body whose stream the page has asked for. */
interface Opened {
  readonly stream: ReadableStream<Uint8Array>;
  /** A response with that stream as its body. It does the reading, and knows whether the body was read. */
  readonly copy: Response;
}

/** The state that the bodies of one fetch share. */
interface Origin {
  readonly registered: Registered;
  readonly isAborted: () => boolean;
  /** Calls its parameter with the reason when the fetch is aborted. */
  readonly onAbort: ((end: (reason: unknown) => void) => void) | undefined;
  readonly url: string;
}

/** Orders the calls that read the bodies of requests and responses. */
class HeldBodies {
  readonly #realm: Pick<
    Realm,
    "ArrayBuffer" | "Blob" | "DOMException" | "Headers" | "ReadableStream" | "Request" | "Response" | "TypeError"
  >;
  readonly #order: AsyncOrder;
  readonly #streams: HeldStreams;
  readonly #ofRequest: NativeBody;
  readonly #ofResponse: NativeBody;
  readonly #origins = new WeakMap<object, Origin>();
  /** Bodies that are streams of the page. */
  readonly #fed = new WeakSet();
  readonly #opened = new WeakMap<object, Opened>();
  readonly #cloneResponse: Method;
  readonly #readToEnd: (stream: object) => Promise<void>;
  readonly #failLate: (reading: Promise<unknown>) => Promise<unknown>;

  constructor(realm: Realm, order: AsyncOrder, streams: HeldStreams) {
    const { ArrayBuffer, Blob, DOMException, Headers, ReadableStream, Request, Response, TypeError } = realm;
    this.#realm = { ArrayBuffer, Blob, DOMException, Headers, ReadableStream, Request, Response, TypeError };
    this.#order = order;
    this.#streams = streams;
    this.#ofRequest = nativeBody(realm, Request.prototype);
    this.#ofResponse = nativeBody(realm, Response.prototype);
    this.#cloneResponse = nativeMethod(Response.prototype, "clone");
    this.#readToEnd = createReadToEnd(realm);
    this.#failLate = createLateFailures(realm);
  }

  /**
   * Reads a copy of a response whose body is a stream of the page, as fast as the page feeds it. Fulfilled at its end,
   * or when it fails. Null for other responses, and for those that cannot be read any more.
   */
  readCopy(response: unknown): Promise<void> | null {
    if (!isObject(response) || !this.#fed.has(response)) return null;
    if (this.#ofResponse.stateOf(response) !== "free") return null;
    const copy: unknown = Reflect.apply(this.#cloneResponse, response, []);
    const stream: unknown = isObject(copy) ? this.#ofResponse.streamOf(copy) : null;
    return isObject(stream) ? this.#readToEnd(stream) : null;
  }

  /** The bodies of a fetch take its place in the order, and end with its signal. */
  follow(response: Promise<unknown>, origin: Origin): void {
    response.then(
      (value) => {
        if (isObject(value)) this.#origins.set(value, origin);
      },
      () => undefined,
    );
  }

  install(realm: Realm, name: "Request" | "Response"): void {
    const { prototype } = realm[name];
    const native = name === "Request" ? this.#ofRequest : this.#ofResponse;
    const readAll = native.readers.arrayBuffer;
    const bodyOf = (receiver: unknown, body: unknown): unknown => this.#bodyOf(receiver, body, readAll);
    const isUsed = (receiver: unknown): boolean | null =>
      isObject(receiver) ? (this.#opened.get(receiver)?.copy.bodyUsed ?? null) : null;
    replaceGetter(prototype, "body", (original, receiver) => bodyOf(receiver, original()));
    replaceGetter(prototype, "bodyUsed", (original, receiver) => isUsed(receiver) ?? original());
    for (const reader of readers) this.#replaceReader(prototype, reader, native);
    this.#replaceClone(prototype);
    this.#watchConstructor(realm, name);
  }

  #watchConstructor(realm: Realm, name: "Request" | "Response"): void {
    const native = realm[name];
    const watch = (made: object, [first, init]: readonly unknown[]): void => {
      const body: unknown = name === "Response" ? first : isObject(init) ? Reflect.get(init, "body") : undefined;
      if (body instanceof this.#realm.ReadableStream) this.#fed.add(made);
    };
    const errorOf = (parameters: readonly unknown[]): Error | null =>
      name === "Request" ? this.usedError("Failed to construct 'Request'", parameters) : null;
    const replacement: object = new Proxy(native, {
      construct(target, parameters: unknown[], newTarget): object {
        const error = errorOf(parameters);
        if (error !== null) throw error;
        // A proxy's construct trap must return the constructed object, which TypeScript only knows as "object".
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        const made = Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget) as object;
        watch(made, parameters);
        return made;
      },
    });
    looksLike(replacement, native);
    const hidden = { value: replacement, writable: true, enumerable: false, configurable: true };
    Object.defineProperty(native.prototype, "constructor", hidden);
    Object.defineProperty(realm, name, hidden);
  }

  /**
   * The error of a request that is made of a used one, null if it is not. The browser does not know of all of them: the
   * page reads from a stream that is not the browser's. It fails at once.
   */
  usedError(call: string, [request, init]: readonly unknown[]): Error | null {
    if (!isObject(request) || !this.#isTaken(request)) return null;
    if (isObject(init) && (Reflect.get(init, "body") ?? null) !== null) return null;
    const { TypeError } = this.#realm;
    return new TypeError(`${call}: Cannot construct a Request with a Request object that has already been used.`);
  }

  #isTaken(request: object): boolean {
    if (this.#close(request) !== null) return true;
    return request instanceof this.#realm.Request && this.#ofRequest.stateOf(request) === "taken";
  }

  #bodyOf(receiver: unknown, body: unknown, readAll: Method): unknown {
    if (!isObject(receiver) || !(body instanceof this.#realm.ReadableStream)) return body;
    const opened = this.#opened.get(receiver);
    if (opened !== undefined) return opened.stream;
    if (this.#fed.has(receiver) || body.locked || Reflect.get(receiver, "bodyUsed") === true) return body;
    const origin = this.#origins.get(receiver);
    const read = (): unknown => this.#noteRead(origin, Reflect.apply(readAll, receiver, []));
    const stream = this.#streams.make("the stream of a body", read, origin);
    const copy = new this.#realm.Response(stream, { headers: { "Content-Type": this.#typeOf(receiver) } });
    this.#opened.set(receiver, { stream, copy });
    return stream;
  }

  #typeOf(body: object): string {
    const headers: unknown = Reflect.get(body, "headers");
    return headers instanceof this.#realm.Headers ? (headers.get("content-type") ?? "") : "";
  }

  /**
   * Returns to the native body if nothing has been read from its stream. Otherwise returns the stream's own response.
   */
  #close(body: object): Response | null {
    const opened = this.#opened.get(body);
    if (opened === undefined) return null;
    if (opened.copy.bodyUsed || opened.stream.locked) return opened.copy;
    this.#opened.delete(body);
    return null;
  }

  #replaceClone(prototype: Request | Response): void {
    const clone = (body: object, original: Method): unknown => {
      // Throws, because the body has been read from.
      this.#close(body)?.clone();
      const made: unknown = Reflect.apply(original, body, []);
      if (!isObject(made)) return made;
      if (this.#fed.has(body)) this.#fed.add(made);
      const origin = this.#origins.get(body);
      if (origin !== undefined) this.#origins.set(made, origin);
      return made;
    };
    replaceMethod(prototype, "clone", (original) => {
      function replacement(this: object): unknown {
        return clone(this, original);
      }
      return replacement;
    });
  }

  #replaceReader(prototype: object, name: Reader, native: NativeBody): void {
    const read = (body: object): unknown => this.#read(name, native, body);
    replaceMethod(prototype, name, () => {
      function replacement(this: object): unknown {
        return read(this);
      }
      return replacement;
    });
  }

  #read(name: Reader, native: NativeBody, body: object): unknown {
    const origin = this.#origins.get(body);
    const copy = this.#close(body);
    const [own, target] = copy === null ? [native, body] : [this.#ofResponse, copy];
    const state = own.stateOf(target);
    if (state === "empty" && origin !== undefined) this.#order.awaitedUrls.add(origin.url);
    // The browser answers at once, and a promise of ours would come a microtask later.
    if (state !== "free") return Reflect.apply(own.readers[name], target, []);
    if (origin?.isAborted() === true) return Reflect.apply(native.readers[name], body, []);
    const isFed = copy !== null || this.#fed.has(body);
    const result = this.#start(name, own.readers, target, isFed);
    if (!(result instanceof Promise)) return result;
    this.#noteRead(origin, result);
    const registered = this.#order.expect(`${name}() of a body`, {
      owner: isFed ? "page" : "browser",
      after: origin?.registered,
    });
    const { DOMException } = this.#realm;
    const later = origin === undefined ? result : this.#failLate(result);
    return this.#order.hold(registered, later, (end) => {
      // A stream of the page fails among the page's own microtasks, and only its bytes are read in tasks.
      if (isFed) result.then(undefined, end);
      origin?.onAbort?.(() => {
        end(new DOMException(...readAborted));
      });
    });
  }

  /** The entry of a fetch is there when its body has been read to the end. */
  #noteRead(origin: Origin | undefined, result: unknown): unknown {
    if (origin === undefined || !(result instanceof Promise)) return result;
    result.then(
      () => this.#order.awaitedUrls.add(origin.url),
      () => undefined,
    );
    return result;
  }

  #start(name: Reader, readers: NativeBody["readers"], body: object, isFed: boolean): unknown {
    const bytes = (): unknown => Reflect.apply(readers.arrayBuffer, body, []);
    // The browser writes a blob in another process, whose end has no place among the page's own tasks.
    return name === "blob" && isFed
      ? this.#makeBlob(bytes(), this.#typeOf(body))
      : Reflect.apply(readers[name], body, []);
  }

  async #makeBlob(reading: unknown, type: string): Promise<Blob> {
    const bytes: unknown = await reading;
    const { ArrayBuffer, Blob } = this.#realm;
    return new Blob(bytes instanceof ArrayBuffer ? [bytes] : [], { type });
  }
}

/** The browser's own view of a body. */
interface NativeBody {
  readonly readers: Readonly<Record<Reader, Method>>;
  /** Throws for what is no body of that class. */
  streamOf(body: object): unknown;
  /** A body that is used or locked is taken, and so is what has none by its class: the browser refuses to read it. */
  stateOf(body: object): "empty" | "taken" | "free";
}

function nativeBody(realm: Realm, prototype: object): NativeBody {
  const readStream = nativeGetter(prototype, "body");
  const readUsed = nativeGetter(prototype, "bodyUsed");
  const readLocked = nativeGetter(realm.ReadableStream.prototype, "locked");
  const streamOf = (body: object): unknown => readStream?.(body);
  return {
    readers: {
      arrayBuffer: nativeMethod(prototype, "arrayBuffer"),
      blob: nativeMethod(prototype, "blob"),
      bytes: nativeMethod(prototype, "bytes"),
      formData: nativeMethod(prototype, "formData"),
      json: nativeMethod(prototype, "json"),
      text: nativeMethod(prototype, "text"),
    },
    streamOf,
    stateOf(body) {
      let stream: unknown;
      try {
        stream = streamOf(body);
      } catch {
        return "taken";
      }
      if (!isObject(stream)) return "empty";
      return readUsed?.(body) === true || readLocked?.(stream) === true ? "taken" : "free";
    },
  };
}
