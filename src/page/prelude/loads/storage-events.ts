import { replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { isObject, nativeGetter, nativeMethod } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";
import type { MarkUse } from "./relaxed-wasm.ts";
import { ownDocument } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

// Captured now: pages overwrite methods, and the messages of their own channels are ordered.
const { MessageChannel } = globalThis;
const { close, postMessage, start } = globalThis.MessagePort.prototype;

const areas = ["localStorage", "sessionStorage"] as const;

/** A change of a storage, as an event describes it. */
interface Change {
  readonly area: (typeof areas)[number];
  /** Null if everything was removed. */
  readonly key: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly url: string;
}

/** A document of an origin, as the others see it. */
export interface StorageReader {
  isGone(): boolean;
  tell(change: Change): void;
}

interface Parts {
  readonly tasks: PageTasks;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly markUse: MarkUse;
  /** The documents of one origin in a page. Each adds itself. */
  readonly storageReaders: StorageReader[];
}

/**
 * Orders the events by which a document hears of changes that another one makes in a storage. The browser's own come by
 * way of another process. So a call that changes a storage tells the other documents, and the browser's event is left
 * out. Nobody sees an item that is set as a property: then the browser's event is delivered, and named where the page
 * listens.
 */
export function orderStorageEvents(realm: Realm, parts: Parts): void {
  const { StorageEvent } = realm;
  const { order, events, storageReaders } = parts;
  const told: Change[] = [];
  const name = markListeners(realm, parts.markUse);
  const own: StorageReader = {
    isGone: () => ownDocument().defaultView === null,
    tell(change) {
      told.push(change);
      const { area, ...details } = change;
      const event = (): Event => new StorageEvent("storage", { ...details, storageArea: realm[area] });
      if (area === "localStorage") {
        order.expect("a change of a storage").complete(() => events.sendInTask(realm, event()));
        return;
      }
      // The browser keeps it in the page's own process, so its events are tasks like messages.
      runAsTask(parts, () => {
        events.send(realm, event());
      });
    },
  };
  storageReaders.push(own);
  tellChanges(realm, (change) => {
    for (const reader of storageReaders) if (reader !== own && !reader.isGone()) reader.tell(change);
  });
  events.hear(realm, "storage", (event) => {
    if (!event.isTrusted || !(event instanceof StorageEvent)) return;
    event.stopImmediatePropagation();
    const { key, newValue } = event;
    const index = told.findIndex((change) => change.key === key && change.newValue === newValue);
    if (index >= 0) {
      told.splice(index, 1);
      return;
    }
    name("StorageEvent");
    order.expect("a change of a storage").complete(() => events.letGo(realm, event));
  });
}

/** Each gets a channel of its own, because a port that is being read hands over its next message after other ports. */
function runAsTask({ events, tasks }: Pick<Parts, "events" | "tasks">, run: () => void): void {
  const place = tasks.takeOrder();
  const { port1, port2 } = new MessageChannel();
  tasks.onSent();
  events.hear(port1, "message", () => {
    Reflect.apply(close, port1, []);
    tasks.onLost();
    if (tasks.admit(run, () => place)) run();
  });
  Reflect.apply(start, port1, []);
  Reflect.apply(postMessage, port2, [0]);
}

/** Returns a function that names the first place where the page listens for the events. */
function markListeners(realm: Realm, markUse: MarkUse): (api: string) => void {
  let mark: ReturnType<MarkUse> | null = null;
  replaceMethod(realm.EventTarget.prototype, "addEventListener", (add) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      if (parameters[0] === "storage") mark ??= markUse();
      return Reflect.apply(add, this, parameters);
    }
    return replacement;
  });
  replaceSetter<object>(realm, "onstorage", (_realm, value, set) => {
    mark ??= markUse();
    set(value);
  });
  return (api) => mark?.(api);
}

/** Calls `tell` with each change that a method makes in a storage of the realm. */
function tellChanges(realm: Realm, tell: (change: Change) => void): void {
  const { prototype } = realm.Storage;
  const getItem = nativeMethod(prototype, "getItem");
  const length = nativeGetter(prototype, "length");
  const urlOf = nativeGetter(realm.Document.prototype, "URL");
  const areaOf = (storage: object): Change["area"] => areas.find((area) => realm[area] === storage) ?? "localStorage";
  const read = (storage: object, key: unknown): string | null => {
    const value = Reflect.apply(getItem, storage, [key]);
    return typeof value === "string" ? value : null;
  };
  for (const method of ["setItem", "removeItem"]) {
    replaceMethod(prototype, method, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        // The browser throws its own errors.
        if (parameters.length === 0 || !isObject(this)) return Reflect.apply(original, this, parameters);
        const key = String(parameters[0]);
        const rest = parameters.slice(1);
        const oldValue = read(this, key);
        const result: unknown = Reflect.apply(original, this, [key, ...rest]);
        const newValue = read(this, key);
        if (newValue !== oldValue)
          tell({ area: areaOf(this), key, oldValue, newValue, url: String(urlOf?.(ownDocument())) });
        return result;
      }
      return replacement;
    });
  }
  replaceMethod(prototype, "clear", (clear) => {
    function replacement(this: object): unknown {
      const count = length?.(this);
      const result: unknown = Reflect.apply(clear, this, []);
      const change = { key: null, oldValue: null, newValue: null, url: String(urlOf?.(ownDocument())) };
      if (count !== 0) tell({ area: areaOf(this), ...change });
      return result;
    }
    return replacement;
  });
}
