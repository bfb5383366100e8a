import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { replaceClass, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { isObject } from "./native-method.ts";

type Realm = Window & typeof globalThis;

const readerEvents = ["loadstart", "progress", "load", "error", "loadend"] as const;
const readMethods = ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"];

/** A file that is being read. */
interface Reading {
  registered: Registered;
  readonly held: Map<string, Event>;
  /** Set while the page ends it: the browser's own events are dropped. */
  isAborting: boolean;
}

/** Orders file readers: their events are held back until the file is read, and sent at the delivery. */
export function orderFileReaders(realm: Realm, order: AsyncOrder, events: HeldEvents): void {
  // Captured now: pages overwrite globals.
  const { DOMException, FileReader, ProgressEvent } = realm;
  const { prototype } = FileReader;
  const readings = new WeakMap<object, Reading>();
  /** Those that the page has ended: the browser may have read the file by then. */
  const aborted = new WeakSet<object>();

  function listen(event: Event): void {
    const reader = event.target;
    const reading = reader === null ? undefined : readings.get(reader);
    if (reader === null || reading === undefined || !event.isTrusted) return;
    event.stopImmediatePropagation();
    if (reading.isAborting) return;
    reading.held.set(event.type, event);
    if (event.type === "loadend")
      deliver(
        reader,
        reading,
        readerEvents.filter((type) => reading.held.has(type)),
      );
  }

  /** Each event has a delivery of its own, so that the microtasks it starts run before the next one. */
  function deliver(reader: EventTarget, reading: Reading, [type, ...others]: readonly string[]): void {
    const event = type === undefined ? undefined : reading.held.get(type);
    reading.registered.complete(() => {
      if (event === undefined) return undefined;
      const isRead = type === "load" || type === "error" || type === "loadend";
      // From then on a file can be read again, also by a handler of this event.
      if (isRead && readings.get(reader) === reading) readings.delete(reader);
      const goOn = (): void => {
        // A handler has ended this reading. One that begins another does not keep the end of this one away.
        const isAborted = !isRead && readings.get(reader) !== reading;
        if (others.length === 0 || isAborted) return;
        reading.registered = order.expect("a file reader", { after: reading.registered });
        deliver(reader, reading, others);
      };
      const late = events.letGo(reader, event);
      if (late === undefined) goOn();
      return late?.then(goOn);
    });
  }

  replaceClass(realm, "FileReader", (reader) => {
    for (const type of [...readerEvents, "abort"]) events.hear(reader, type, listen);
  });
  for (const name of readMethods) {
    replaceMethod(prototype, name, (read) => {
      function replacement(this: object, ...parameters: unknown[]): void {
        if (readings.has(this))
          throw new DOMException("The object is already busy reading Blobs.", "InvalidStateError");
        Reflect.apply(read, this, parameters);
        aborted.delete(this);
        readings.set(this, { registered: order.expect(`FileReader.${name}`), held: new Map(), isAborting: false });
      }
      return replacement;
    });
  }
  replaceMethod(prototype, "abort", (abort) => {
    function replacement(this: EventTarget): void {
      const reading = readings.get(this);
      if (reading === undefined) {
        Reflect.apply(abort, this, []);
        return;
      }
      reading.registered.release();
      reading.isAborting = true;
      Reflect.apply(abort, this, []);
      readings.delete(this);
      aborted.add(this);
      for (const type of ["abort", "loadend"]) if (!readings.has(this)) events.send(this, new ProgressEvent(type));
    }
    return replacement;
  });
  const isReading = (reader: unknown): boolean => isObject(reader) && readings.has(reader);
  replaceGetter(prototype, "readyState", (original, reader) => (isReading(reader) ? FileReader.LOADING : original()));
  replaceGetter(prototype, "result", (original, reader) =>
    isReading(reader) || (isObject(reader) && aborted.has(reader)) ? null : original(),
  );
}
