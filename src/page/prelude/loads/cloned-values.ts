import type { Method } from "../native/native-look.ts";
import { isObject, nativeMethod } from "./native-method.ts";

const searchedObjects = 10_000;

/** Searches messages for objects that structured cloning would copy. */
export class ClonedValues {
  /** The page's own collections are not those of the prelude. */
  readonly #eachOf: Readonly<Record<string, Method>>;

  constructor({ Map, Set }: Window & typeof globalThis) {
    this.#eachOf = { Map: nativeMethod(Map.prototype, "forEach"), Set: nativeMethod(Set.prototype, "forEach") };
  }

  /**
   * The first answer of `look` to an object of a message, the outermost object first; null if it has none. A message with
   * more objects than are searched gives `tooMany`.
   */
  find<Found>(message: unknown, look: (value: object) => Found | null, tooMany: Found | null): Found | null {
    if (!isObject(message)) return null;
    const objects = new Set<object>([message]);
    for (const value of objects) {
      const found = look(value);
      if (found !== null) return found;
      for (const part of this.#partsOf(value)) if (isObject(part)) objects.add(part);
      if (objects.size > searchedObjects) return tooMany;
    }
    return null;
  }

  /** Accessors are left out: only cloning may run them. */
  #partsOf(value: object): readonly unknown[] {
    if (ArrayBuffer.isView(value)) return [value.buffer];
    if (Array.isArray(value)) return value.slice();
    const forEach = this.#eachOf[String(tagOf(value))];
    if (forEach === undefined) {
      return Object.values(Object.getOwnPropertyDescriptors(value)).map((property): unknown => property.value);
    }
    const parts: unknown[] = [];
    const add = (entry: unknown, key: unknown): void => {
      parts.push(entry, key);
    };
    try {
      Reflect.apply(forEach, value, [add]);
    } catch {
      // It only has the tag of a collection.
    }
    return parts;
  }
}

/** Tells classes apart in all realms. */
export function tagOf(value: object): unknown {
  try {
    return Reflect.get(value, Symbol.toStringTag);
  } catch {
    // The page's own getter, which a message never runs.
    return null;
  }
}
