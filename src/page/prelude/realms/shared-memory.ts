import { looksLike } from "../native/native-look.ts";

/** The memory that a realm can share with its workers. */
export interface SharedMemory {
  /** The constructor of the first shared memory that the page has made; null if it never made any. */
  made(): string | null;
}

type Test = (parameters: readonly unknown[]) => boolean;

/** Notices when a page makes memory that it can share with a worker. Writes to it cannot be observed. */
export function watchSharedMemory(realm: Window & typeof globalThis): SharedMemory {
  let made: string | null = null;
  function watch(owner: object, name: string, api: string, isShared: Test): void {
    const native: unknown = Reflect.get(owner, name);
    if (typeof native !== "function") return;
    const replacement: object = new Proxy(native, {
      construct(target, parameters: unknown[], newTarget): object {
        if (isShared(parameters)) made ??= api;
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
  watch(realm, "SharedArrayBuffer", "SharedArrayBuffer", () => true);
  watch(realm.WebAssembly, "Memory", "WebAssembly.Memory", ([descriptor]) =>
    typeof descriptor === "object" && descriptor !== null ? Reflect.get(descriptor, "shared") === true : false,
  );
  return { made: () => made };
}
