import { replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { nativeGetter } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";
import type { MarkUse } from "./relaxed-wasm.ts";
import { followStorageChanges, lastChangeKey, type StorageArea, type StorageChange } from "./storage-changes.ts";
import { ownDocument } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

/** A document of an origin, as the others see it. */
export interface StorageReader {
  isGone(): boolean;
  /** Call before a change that another document makes. */
  expectChange(): void;
  /** Call with a change that another document has made. */
  tell(change: StorageChange): void;
}

interface Parts {
  readonly tasks: PageTasks;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly markUse: MarkUse;
  /** The documents of one origin in a page. Each adds itself. */
  readonly storageReaders: StorageReader[];
}

/** A change whose event is under way. */
interface Told {
  readonly change: StorageChange;
  /** Null for a change of a session's storage. */
  readonly registered: Registered | null;
  readonly place: number;
  /** The events of changes before it that nobody has told. */
  readonly before: Event[];
}

/**
 * Orders the events by which a document hears of changes that another one makes in a storage. The document is told of
 * the change, and waits for the event. Those of an origin's storage come by way of another process, those of a session's
 * are tasks of the page.
 *
 * No call tells of an item that a task sets as a property of a storage which an earlier task has asked for. Its event is
 * delivered with the next one that was told; without one it is delivered as it comes, and named where the page listens.
 */
export function orderStorageEvents(realm: Realm, parts: Parts): void {
  const { StorageEvent } = realm;
  const { order, events, storageReaders, tasks } = parts;
  const sessionOf = nativeGetter(realm, "sessionStorage");
  const registerOnce = createRegistration(realm);
  const told: Told[] = [];
  const name = markListeners(realm, parts.markUse);
  const others = (): readonly StorageReader[] => storageReaders.filter((one) => one !== own && !one.isGone());
  followStorageChanges(realm, {
    tasks,
    areHeard() {
      const all = others();
      for (const reader of all) reader.expectChange();
      return all.length > 0;
    },
    tell(change) {
      for (const reader of others()) reader.tell(change);
    },
  });
  const own: StorageReader = {
    isGone: () => ownDocument().defaultView === null,
    expectChange: registerOnce,
    tell(change) {
      const isLocal = change.area === "localStorage";
      if (!isLocal) tasks.onSent();
      const registered = isLocal ? order.expect("a change of a storage") : null;
      told.push({ change, registered, place: tasks.takeOrder(), before: [] });
    },
  };
  storageReaders.push(own);

  /** Takes what was told of an event. The browser sends the events of a storage in the order of its changes. */
  function take(area: StorageArea, { key, oldValue, newValue }: StorageEvent): Told | null {
    const index = told.findIndex(
      ({ change }) =>
        change.area === area && change.key === key && change.oldValue === oldValue && change.newValue === newValue,
    );
    return index < 0 ? null : (told.splice(index, 1)[0] ?? null);
  }

  async function letGoAll(all: readonly Event[]): Promise<void> {
    for (const [index, event] of all.entries()) {
      if (index > 0) await tasks.turn();
      await events.letGo(realm, event);
    }
  }

  function onLocal(event: StorageEvent): void {
    event.stopImmediatePropagation();
    const isLastChange = event.key === lastChangeKey;
    // Only the removal of that item is told.
    if (isLastChange && event.newValue !== null) return;
    const known = take("localStorage", event);
    const next = told.find(({ change }) => change.area === "localStorage");
    if (known !== null) {
      known.registered?.complete(() => letGoAll(isLastChange ? known.before : [...known.before, event]));
    } else if (next !== undefined) next.before.push(event);
    else {
      name("StorageEvent");
      order.expect("a change of a storage").complete(() => events.letGo(realm, event));
    }
  }

  function onSession(event: StorageEvent): void {
    const known = take("sessionStorage", event);
    if (known !== null) tasks.onLost();
    const place = known?.place ?? tasks.takeOrder();
    const run = (): void => {
      void events.letGo(realm, event);
    };
    if (!tasks.admit(run, () => place)) event.stopImmediatePropagation();
  }

  events.hear(realm, "storage", (event) => {
    if (!event.isTrusted || !(event instanceof StorageEvent)) return;
    if (event.storageArea === sessionOf?.(realm)) onSession(event);
    else onLocal(event);
  });
}

/** Asks for the storages. The browser sends no event to an empty frame that has not done so. */
function createRegistration(realm: Realm): () => void {
  const getters = ["localStorage", "sessionStorage"].map((area) => nativeGetter(realm, area));
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    for (const read of getters) {
      try {
        read?.(realm);
      } catch {
        // A sandboxed frame has none.
      }
    }
  };
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
