import { prototypeOf, replaceConstructor, replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder, Expectation } from "./async-order.ts";
import { tagOf } from "./cloned-values.ts";
import { isObject, nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/**
 * Orders the streams that write files: when they are closed, their writers, and what is piped into them. Other writable
 * streams are the page's, and complete in its own tasks.
 */
export function orderFileStreams(realm: Realm, order: AsyncOrder): void {
  const name = "FileSystemWritableFileStream";
  if (prototypeOf(realm, name) === null) return;
  // Also one of another window.
  const isFile = (value: unknown): value is object => isObject(value) && tagOf(value) === name;
  for (const method of ["abort", "close"]) {
    trackCalls(realm.WritableStream.prototype, {
      name: method,
      isOurs: isFile,
      description: `${method}() of a file`,
      order,
    });
  }
  // Holds the methods of writers that piping uses.
  orderWriters(realm, isFile, order);
  orderPipes(realm, isFile);
}

function orderWriters(realm: Realm, isFile: (value: unknown) => boolean, order: AsyncOrder): void {
  const writers = new WeakSet();
  const isOurs = (value: unknown): boolean => isObject(value) && writers.has(value);
  replaceMethod(realm.WritableStream.prototype, "getWriter", (getWriter) => {
    function replacement(this: unknown): unknown {
      const writer: unknown = Reflect.apply(getWriter, this, []);
      if (isFile(this) && isObject(writer)) writers.add(writer);
      return writer;
    }
    return replacement;
  });
  replaceConstructor(realm, "WritableStreamDefaultWriter", (parameters, build) => {
    const writer = build(parameters);
    if (isFile(parameters[0])) writers.add(writer);
    return writer;
  });
  const { prototype } = realm.WritableStreamDefaultWriter;
  for (const name of ["abort", "close", "write"]) {
    trackCalls(prototype, { name, isOurs, description: `${name}() of a file's writer`, order });
  }
  orderState(prototype, "ready", { isOurs, order, owner: "browser" });
  // The page has to close the file.
  orderState(prototype, "closed", { isOurs, order, owner: "page" });
}

interface TrackedCalls {
  readonly name: string;
  readonly isOurs: (receiver: unknown) => boolean;
  readonly description: string;
  readonly order: AsyncOrder;
}

function trackCalls(prototype: object, { name, isOurs, description, order }: TrackedCalls): void {
  replaceMethod(prototype, name, (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, parameters);
      return isOurs(this) && result instanceof Promise ? order.track(description, result) : result;
    }
    return replacement;
  });
}

interface OrderedState {
  readonly isOurs: (receiver: unknown) => boolean;
  readonly order: AsyncOrder;
  readonly owner: Expectation["owner"];
}

/** A writer's state is a promise, and another one after each change. */
function orderState(prototype: object, name: string, { isOurs, order, owner }: OrderedState): void {
  const known = new WeakMap<object, unknown>();
  replaceGetter(prototype, name, (original, receiver) => {
    const native = original();
    if (!isOurs(receiver) || !(native instanceof Promise)) return native;
    const held = known.get(native) ?? order.track(`${name} of a file's writer`, native, { owner });
    known.set(native, held);
    return held;
  });
}

/**
 * The browser pipes without calling any method. So the page's stream is piped into a stream that passes each chunk to
 * the file's writer, whose answers are held.
 */
function orderPipes(realm: Realm, isFile: (value: unknown) => value is object): void {
  const { ReadableStream, WritableStream } = realm;
  const getWriter = nativeMethod(WritableStream.prototype, "getWriter");
  const { prototype } = realm.WritableStreamDefaultWriter;
  const write = nativeMethod(prototype, "write");
  const close = nativeMethod(prototype, "close");
  const abort = nativeMethod(prototype, "abort");
  const releaseLock = nativeMethod(prototype, "releaseLock");
  const isOpen = (value: unknown): value is object => isFile(value) && Reflect.get(value, "locked") === false;
  async function pipe(source: object, file: object, options: unknown): Promise<void> {
    const writer = Reflect.apply(getWriter, file, []);
    if (!isObject(writer)) return;
    const held = new WritableStream({
      async write(chunk) {
        await Reflect.apply(write, writer, [chunk]);
      },
      async close() {
        await Reflect.apply(close, writer, []);
      },
      async abort(reason) {
        await Reflect.apply(abort, writer, [reason]);
      },
    });
    try {
      await Reflect.apply(nativePipeTo, source, [held, options]);
    } finally {
      Reflect.apply(releaseLock, writer, []);
    }
  }
  const { prototype: readables } = ReadableStream;
  const isStream = (value: unknown): value is ReadableStream => {
    try {
      return value instanceof ReadableStream && typeof value.locked === "boolean";
    } catch {
      // An object that only has the prototype of one.
      return false;
    }
  };
  const nativePipeTo = nativeMethod(readables, "pipeTo");
  replaceMethod(readables, "pipeTo", (pipeTo) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const [destination, options] = parameters;
      return isOpen(destination) ? pipe(this, destination, options) : Reflect.apply(pipeTo, this, parameters);
    }
    return replacement;
  });
  replaceMethod(readables, "pipeThrough", (pipeThrough) => {
    // The browser throws its own errors, and does not look at the end of a pair without a beginning.
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const [pair, options] = parameters;
      if (!isStream(this) || !isObject(pair)) return Reflect.apply(pipeThrough, this, parameters);
      const readable: unknown = Reflect.get(pair, "readable");
      if (!isStream(readable)) return Reflect.apply(pipeThrough, this, parameters);
      const writable: unknown = Reflect.get(pair, "writable");
      if (!isOpen(writable) || this.locked) return Reflect.apply(pipeThrough, this, [{ readable, writable }, options]);
      pipe(this, writable, options).catch(() => undefined);
      return readable;
    }
    return replacement;
  });
}
