import { looksLike } from "../native/native-look.ts";
import { ClonedValues, tagOf } from "./cloned-values.ts";
import { isObject, nativeGetter } from "./native-method.ts";

/** State that the realms of one origin in a page share: one can pass memory to another without any message. */
export interface MadeMemory {
  /** The constructor of the first memory; null as long as there is none. */
  constructorName: string | null;
}

type Test = (parameters: readonly unknown[]) => boolean;

/**
 * The memory that a realm can share with other threads. Writes to it cannot be observed, so each message that shares it is
 * named.
 */
export class SharedMemory {
  readonly #realm: Window & typeof globalThis;
  readonly #values: ClonedValues;
  readonly #made: MadeMemory;
  readonly #name: (api: string) => void;
  readonly #onShared: (() => void)[] = [];
  /** Buffers that this realm has constructed. */
  readonly #own = new WeakSet();
  #bufferOf: (cells: unknown) => unknown = () => null;
  #isAnyShared = false;

  /** `name` is called with the constructor, and the page's call on the stack. */
  constructor(realm: Window & typeof globalThis, made: MadeMemory, name: (api: string) => void) {
    this.#realm = realm;
    this.#values = new ClonedValues(realm);
    this.#made = made;
    this.#name = name;
  }

  /** Notices from now on when the page constructs shared memory. */
  watch(): void {
    const realm = this.#realm;
    this.#bufferOf = readBuffers(realm);
    this.#watchConstructor(realm, "SharedArrayBuffer", "SharedArrayBuffer", () => true);
    this.#watchConstructor(realm.WebAssembly, "Memory", "WebAssembly.Memory", ([descriptor]) =>
      isObject(descriptor) ? Reflect.get(descriptor, "shared") === true : false,
    );
  }

  /** Call when the realm gets shared memory in another way. */
  note(constructor: string): void {
    this.#made.constructorName ??= constructor;
  }

  /** True for a typed array over memory that no other thread can see; false if that is not known. */
  isPrivate(cells: unknown): boolean {
    const buffer = this.#isAnyShared ? null : this.#bufferOf(cells);
    return isObject(buffer) && this.#own.has(buffer);
  }

  /** `listener` is called when memory goes over a port, whose other end may be in any thread. */
  onSharedByPort(listener: () => void): void {
    this.#onShared.push(listener);
  }

  /** Call before the page posts a message to another thread. Whether the message shares memory, which is then named. */
  isShared(message: unknown): boolean {
    const made = this.#made.constructorName;
    // Naming a message too many is better than missing one.
    const found = made === null ? null : this.#values.find(message, (value) => memoryOf(value, made), made);
    if (found !== null) {
      this.#isAnyShared = true;
      this.#name(found);
    }
    return found !== null;
  }

  beforePortPost(message: unknown): void {
    if (!this.isShared(message)) return;
    for (const listener of this.#onShared) listener();
  }

  #watchConstructor(owner: object, name: string, api: string, isShared: Test): void {
    const native: unknown = Reflect.get(owner, name);
    if (typeof native !== "function") return;
    const note = (parameters: readonly unknown[]): void => {
      if (isShared(parameters)) this.note(api);
    };
    const own = this.#own;
    const replacement: object = new Proxy(native, {
      construct(target, parameters: unknown[], newTarget): object {
        note(parameters);
        // A proxy's construct trap must return the constructed object, which TypeScript only knows as "object".
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        const made = Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget) as object;
        if (isShared(parameters)) own.add(bufferOf(made));
        return made;
      },
    });
    looksLike(replacement, native);
    const prototype: unknown = Reflect.get(native, "prototype");
    const hidden = { value: replacement, writable: true, enumerable: false, configurable: true };
    if (typeof prototype === "object" && prototype !== null) Object.defineProperty(prototype, "constructor", hidden);
    Object.defineProperty(owner, name, hidden);
  }
}

/** Returns a function that reads the buffer of an array on which a thread can wait; null for other values. */
function readBuffers({ BigInt64Array, Int32Array }: Window & typeof globalThis): (cells: unknown) => unknown {
  const read = nativeGetter(Reflect.getPrototypeOf(Int32Array.prototype) ?? {}, "buffer");
  return (cells) => (cells instanceof Int32Array || cells instanceof BigInt64Array ? read?.(cells) : null);
}

/** The memory of a new object, which is a buffer or has one. A WebAssembly memory gets another one when it grows. */
function bufferOf(made: object): object {
  const buffer: unknown = Reflect.get(made, "buffer");
  return isObject(buffer) ? buffer : made;
}

/** The name of a value that is shared memory: `made` if it is a buffer. Null for other values. */
function memoryOf(value: object, made: string): string | null {
  const tag = tagOf(value);
  if (tag === "SharedArrayBuffer") return made;
  if (tag !== "WebAssembly.Memory") return null;
  const buffer: unknown = Reflect.get(value, "buffer");
  return isObject(buffer) && tagOf(buffer) === "SharedArrayBuffer" ? "WebAssembly.Memory" : null;
}
