import { isObject, nativeMethod } from "./native-method.ts";

/** Returns a function that reads a stream until it has ended or failed. Only microtasks of the page lie between. */
export function createReadToEnd(realm: Window & typeof globalThis): (stream: object) => Promise<void> {
  const getReader = nativeMethod(realm.ReadableStream.prototype, "getReader");
  const read = nativeMethod(realm.ReadableStreamDefaultReader.prototype, "read");
  return async (stream) => {
    const reader = Reflect.apply(getReader, stream, []);
    if (!isObject(reader)) return;
    try {
      for (;;) {
        const result: unknown = await Reflect.apply(read, reader, []);
        if (!isObject(result) || Reflect.get(result, "done") === true) return;
      }
    } catch {
      // The page's stream has failed, which whoever else reads it is told.
    }
  };
}
