import { isObject, nativeMethod } from "./native-method.ts";
import { looksLike, type Method } from "../native/native-look.ts";

// A message with more values counts as sharing memory: naming a call too many is better than missing one.
const searchedValues = 10_000;

type Test = (parameters: readonly unknown[]) => boolean;

/**
 * The memory that a realm can share with other threads. Writes to it cannot be observed, so each message that shares it is
 * named.
 */
export class SharedMemory {
  readonly #realm: Window & typeof globalThis;
  /** The page's own collections are not those of the prelude. */
  readonly #eachOf: Readonly<Record<string, Method>>;
  readonly #name: (api: string) => void;
  readonly #onShared: (() => void)[] = [];
  /** The constructor of the first memory; null as long as there is none. */
  #made: string | null = null;

  /** `name` is called with the constructor, and the page's call on the stack. */
  constructor(realm: Window & typeof globalThis, name: (api: string) => void) {
    const { Map, Set } = realm;
    this.#realm = realm;
    this.#eachOf = { Map: nativeMethod(Map.prototype, "forEach"), Set: nativeMethod(Set.prototype, "forEach") };
    this.#name = name;
  }

  /** Notices from now on when the page constructs shared memory. */
  watch(): void {
    const realm = this.#realm;
    this.#watchConstructor(realm, "SharedArrayBuffer", "SharedArrayBuffer", () => true);
    this.#watchConstructor(realm.WebAssembly, "Memory", "WebAssembly.Memory", ([descriptor]) =>
      isObject(descriptor) ? Reflect.get(descriptor, "shared") === true : false,
    );
  }

  /** Call when the realm gets shared memory in another way. */
  note(constructor: string): void {
    this.#made ??= constructor;
  }

  /** `listener` is called when memory goes over a port, whose other end may be in any thread. */
  onSharedByPort(listener: () => void): void {
    this.#onShared.push(listener);
  }

  /** Call before the page posts a message to another thread. Whether the message shares memory, which is then named. */
  isShared(message: unknown): boolean {
    const found = this.#made === null ? null : this.#findIn(message, this.#made);
    if (found !== null) this.#name(found);
    return found !== null;
  }

  beforePortPost(message: unknown): void {
    if (this.#made === null || !this.isShared(message)) return;
    for (const listener of this.#onShared) listener();
  }

  #findIn(message: unknown, made: string): string | null {
    const values = new Set<unknown>([message]);
    for (const value of values) {
      if (!isObject(value)) continue;
      const tag = tagOf(value);
      if (tag === "SharedArrayBuffer") return made;
      if (tag === "WebAssembly.Memory") {
        const buffer: unknown = Reflect.get(value, "buffer");
        if (isObject(buffer) && tagOf(buffer) === "SharedArrayBuffer") return "WebAssembly.Memory";
        continue;
      }
      for (const part of this.#partsOf(value)) values.add(part);
      if (values.size > searchedValues) return made;
    }
    return null;
  }

  /** The values that structured cloning copies with an object. Accessors are left out: only cloning may run them. */
  #partsOf(value: object): readonly unknown[] {
    if (ArrayBuffer.isView(value)) return [value.buffer];
    if (Array.isArray(value)) return value.slice(0, searchedValues + 1);
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

  #watchConstructor(owner: object, name: string, api: string, isShared: Test): void {
    const native: unknown = Reflect.get(owner, name);
    if (typeof native !== "function") return;
    const note = (parameters: readonly unknown[]): void => {
      if (isShared(parameters)) this.note(api);
    };
    const replacement: object = new Proxy(native, {
      construct(target, parameters: unknown[], newTarget): object {
        note(parameters);
        // A proxy's construct trap must return the constructed object, which TypeScript only knows as "object".
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        return Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget) as object;
      },
    });
    looksLike(replacement, native);
    const prototype: unknown = Reflect.get(native, "prototype");
    const hidden = { value: replacement, writable: true, enumerable: false, configurable: true };
    if (typeof prototype === "object" && prototype !== null) Object.defineProperty(prototype, "constructor", hidden);
    Object.defineProperty(owner, name, hidden);
  }
}

/** Tells classes apart in all realms. */
function tagOf(value: object): unknown {
  try {
    return Reflect.get(value, Symbol.toStringTag);
  } catch {
    // The page's own getter, which a message never runs.
    return null;
  }
}
