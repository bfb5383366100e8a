import type { HashSink } from "../../../core/state-hash.ts";
import { invokeMethod, prototypeOf } from "../gl/realm-methods.ts";
import { replaceGetter } from "../native/native-look.ts";

/**
 * Absorbs the contents of the storages that a page has used, whenever they change: setting an item as a property calls
 * no method. Must run before the methods of storages are hooked.
 */
export function watchStorages(realm: typeof globalThis, sink: HashSink): { flush(): void } {
  const prototype = prototypeOf(realm, "Storage");
  const { getItem, key } = prototype ?? {};
  const length = prototype === null ? undefined : Object.getOwnPropertyDescriptor(prototype, "length")?.get;
  /** The storages that the page has used, with their last known content. */
  const used = new Map<object, string>();

  function read(storage: object): string {
    const count = length === undefined ? 0 : Number(Reflect.apply(length, storage, []));
    const items: unknown[] = [];
    for (let index = 0; index < count; index += 1) {
      const name = invokeMethod(key, storage, [index]);
      items[items.length] = [name, invokeMethod(getItem, storage, [name])];
    }
    return JSON.stringify(items);
  }

  for (const name of ["localStorage", "sessionStorage"]) {
    replaceGetter(realm, name, (original) => {
      const storage = original();
      if (typeof storage === "object" && storage !== null && !used.has(storage)) used.set(storage, read(storage));
      return storage;
    });
  }
  return {
    flush() {
      for (const [storage, before] of used) {
        const content = read(storage);
        if (content === before) continue;
        used.set(storage, content);
        sink.name?.("storage", ["items"]);
        sink.addText(content);
      }
    },
  };
}
