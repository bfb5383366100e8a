import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import { isObject, nativeGetter, nativeMethod } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";

type Realm = Window & typeof globalThis;
export type StorageArea = "localStorage" | "sessionStorage";

/** A change of a storage, as an event describes it. */
export interface StorageChange {
  readonly area: StorageArea;
  /** Null if everything was removed. */
  readonly key: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** The key of an item that is written and removed at once, so that its events come after those of all changes before. */
export const lastChangeKey = "framegate.last-change";

interface Parts {
  readonly tasks: PageTasks;
  /** False if no other document would hear of a change. */
  readonly areHeard: () => boolean;
  readonly tell: (change: StorageChange) => void;
}

interface StorageAccess {
  /** The value of an item; null if there is none. */
  item(storage: object, key: string): string | null;
  /** All items, as one text. */
  read(storage: object): string;
  set(storage: object, key: string, value: string): void;
  remove(storage: object, key: string): void;
}

/**
 * Calls `tell` with each change that a realm makes in its storages. Items of an origin's storage that are set as
 * properties call no method, and only the end of a task that has asked for the storage shows that there are new ones.
 * Then `tell` gets the removal of the last change's key, whose event comes after theirs.
 */
export function followStorageChanges(realm: Realm, { tasks, areHeard, tell }: Parts): void {
  const access = accessOf(realm);
  const local = nativeGetter(realm, "localStorage");
  /** The origin's storage if the task has asked for it, with its items except for changes that were not told. */
  let asked: { readonly storage: object; known: string } | null = null;

  const look = (): void => {
    if (asked === null || access.read(asked.storage) === asked.known) return;
    asked.known = access.read(asked.storage);
    try {
      access.set(asked.storage, lastChangeKey, "");
    } catch {
      // It is full.
      return;
    }
    access.remove(asked.storage, lastChangeKey);
    tell({ area: "localStorage", key: lastChangeKey, oldValue: "", newValue: null });
  };
  replaceGetter(realm, "localStorage", (original) => {
    const storage = original();
    if (asked === null && isObject(storage) && areHeard()) {
      asked = { storage, known: access.read(storage) };
      tasks.atEnd(() => {
        look();
        asked = null;
      });
    }
    return storage;
  });

  const change = (storage: object, call: () => unknown, key: string | null): unknown => {
    const isLocal = local?.(realm) === storage;
    if (isLocal) look();
    const before = key === null ? access.read(storage) : access.item(storage, key);
    const result = call();
    const after = key === null ? access.read(storage) : access.item(storage, key);
    if (after === before) return result;
    const [oldValue, newValue] = key === null ? [null, null] : [before, after];
    tell({ area: isLocal ? "localStorage" : "sessionStorage", key, oldValue, newValue });
    if (isLocal && asked !== null) asked.known = access.read(storage);
    return result;
  };
  for (const method of ["setItem", "removeItem", "clear"]) {
    replaceMethod(realm.Storage.prototype, method, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const isKeyed = method !== "clear";
        // The browser throws its own errors.
        if ((isKeyed && parameters.length === 0) || !isObject(this) || !areHeard())
          return Reflect.apply(original, this, parameters);
        const key = isKeyed ? String(parameters[0]) : null;
        const passed = key === null ? parameters : [key, ...parameters.slice(1)];
        return change(this, () => Reflect.apply(original, this, passed), key);
      }
      return replacement;
    });
  }
}

function accessOf(realm: Realm): StorageAccess {
  const { prototype } = realm.Storage;
  const [getItem, key, setItem, removeItem] = ["getItem", "key", "setItem", "removeItem"].map((name) =>
    nativeMethod(prototype, name),
  );
  const length = nativeGetter(prototype, "length");
  const call = (method: typeof key, storage: object, ...parameters: readonly unknown[]): unknown =>
    method === undefined ? null : Reflect.apply(method, storage, parameters);
  return {
    item(storage, name) {
      const value = call(getItem, storage, name);
      return typeof value === "string" ? value : null;
    },
    read(storage) {
      const items = Array.from({ length: Number(length?.(storage)) }, (_, index) => {
        const name = call(key, storage, index);
        return [name, call(getItem, storage, name)];
      });
      return JSON.stringify(items);
    },
    set(storage, name, value) {
      call(setItem, storage, name, value);
    },
    remove(storage, name) {
      call(removeItem, storage, name);
    },
  };
}
