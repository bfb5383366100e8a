import { readMessage } from "../native/own-messages.ts";
import { replaceGetter } from "../native/native-look.ts";
import { ClonedValues, tagOf } from "./cloned-values.ts";
import { isObject, nativeGetter, prototypeOf } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** The classes of streams that can move, each with a property that only its own objects have. */
const properties = { ReadableStream: "locked", TransformStream: "readable", WritableStream: "locked" } as const;

/** Makes a function that tells which stream of any realm a value is; null for others. Call before anything is replaced. */
export function createStreamReader(realm: Realm): (value: unknown) => string | null {
  const brands = Object.entries(properties).map(([name, key]) => {
    const prototype = prototypeOf(realm, name);
    return { name, read: prototype === null ? null : nativeGetter(prototype, key) };
  });
  return (value) => {
    if (!isObject(value)) return null;
    for (const { name, read } of brands) {
      try {
        if (read === null) continue;
        read(value);
        return name;
      } catch {
        // It is of another class.
      }
    }
    return null;
  };
}

/**
 * Names the streams that come to a window with a message. Nobody sees the call that posts it, so they are named where
 * the page reads the message: without that it has no stream.
 */
export function nameStreamsOfWindow(realm: Realm, onUnordered: (api: string) => void): void {
  const values = new ClonedValues(realm);
  const seen = new WeakSet();
  // A stream that has just moved has the browser's own prototype.
  const streamName = (value: object): string | null => {
    const tag = tagOf(value);
    return typeof tag === "string" && tag in properties ? tag : null;
  };
  replaceGetter(realm.MessageEvent.prototype, "data", (original, receiver) => {
    const data = original();
    if (!isObject(data) || !(receiver instanceof realm.MessageEvent) || seen.has(receiver)) return data;
    seen.add(receiver);
    // Messages of workers and ports, which are seen where they are posted, have no source.
    if (!receiver.isTrusted || readMessage.source(receiver) === null) return data;
    const name = values.find(data, streamName, null);
    if (name !== null) onUnordered(name);
    return data;
  });
}
