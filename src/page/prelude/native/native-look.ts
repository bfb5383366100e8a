/** A native method. Its parameters are passed through as they are. */
export type Method = (this: object, ...parameters: unknown[]) => unknown;

/**
 * Replaces a method of a prototype or namespace. The descriptor, name and length stay the same, so that feature
 * detection still works. Does nothing if the browser does not have the method.
 */
export function replaceMethod(owner: object, key: string, wrap: (original: Method) => CallableFunction): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || !isFunction(original)) return;
  const replacement = wrap(original);
  looksLike(replacement, original);
  Object.defineProperty(owner, key, { ...descriptor, value: replacement });
}

/** Calls `onCalled` with the receiver after each call of these methods that did not throw. */
export function watchCalls(
  owner: object,
  keys: readonly string[],
  onCalled: (receiver: unknown, parameters: readonly unknown[]) => void,
): void {
  for (const key of keys) {
    replaceMethod(owner, key, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        onCalled(this, parameters);
        return result;
      }
      return replacement;
    });
  }
}

/** The object in `realm`'s prototype chain that owns `key`: a window owns its functions, a worker inherits some. */
export function globalOwner(realm: object, key: string): object {
  for (let owner: object | null = realm; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, key)) return owner;
  }
  return realm;
}

/** Null if the browser does not have the class, or not in this kind of realm. */
export function prototypeOf(realm: object, name: string): object | null {
  const owner: unknown = Reflect.get(realm, name);
  const prototype: unknown = typeof owner === "function" ? Reflect.get(owner, "prototype") : null;
  return typeof prototype === "object" ? prototype : null;
}

// Captured now: pages overwrite globals.
const { EventTarget } = globalThis;

/** Replaces a class of `realm` by one that passes each new object to `onMade` before the page gets it. */
export function replaceClass(realm: object, name: string, onMade: (made: EventTarget) => void): void {
  replaceConstructor(realm, name, (parameters, build) => {
    const made = build(parameters);
    if (!(made instanceof EventTarget)) throw new TypeError(`${name} makes no event targets.`);
    onMade(made);
    return made;
  });
}

/** Old names under which the browser shows a class as well. */
const oldNames: Readonly<Record<string, string>> = { RTCPeerConnection: "webkitRTCPeerConnection" };

/** Replaces the constructor of a class of `realm`, under all its names. Does nothing if the browser does not have the class. */
export function replaceConstructor(
  realm: object,
  name: string,
  construct: (parameters: readonly unknown[], build: (parameters: readonly unknown[]) => object) => object,
): void {
  const original: unknown = Reflect.get(realm, name);
  if (typeof original !== "function") return;
  const replacement: object = new Proxy(original, {
    construct: (target, parameters: unknown[], newTarget): object =>
      construct(parameters, (passed) => {
        const made: unknown = Reflect.construct(target, passed, newTarget === replacement ? target : newTarget);
        // A constructor returns an object or a function.
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        return made as object;
      }),
  });
  looksLike(replacement, original);
  const prototype: unknown = Reflect.get(original, "prototype");
  if (typeof prototype === "object" && prototype !== null) {
    Object.defineProperty(prototype, "constructor", { value: replacement, writable: true, configurable: true });
  }
  for (const shown of [name, oldNames[name]]) {
    if (shown === undefined || Reflect.get(realm, shown) !== original) continue;
    Object.defineProperty(realm, shown, { value: replacement, writable: true, enumerable: false, configurable: true });
  }
}

/** Replaces the getter of an accessor property. Does nothing if the browser does not have it. */
export function replaceGetter(
  owner: object,
  key: string,
  read: (original: () => unknown, receiver: unknown) => unknown,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  const original = descriptor?.get;
  if (descriptor === undefined || original === undefined) return;
  function get(this: unknown): unknown {
    return read((): unknown => Reflect.apply(original ?? get, this, []), this);
  }
  looksLike(get, original);
  Object.defineProperty(owner, key, { ...descriptor, get });
}

/** Replaces the setter of an accessor property. Does nothing if the browser does not have it. */
export function replaceSetter<Receiver extends object>(
  owner: Receiver,
  key: string,
  write: (receiver: Receiver, value: unknown, original: (value: unknown) => void) => void,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  const original = descriptor?.set;
  if (descriptor === undefined || original === undefined) return;
  function set(this: Receiver, value: unknown): void {
    write(this, value, (next) => {
      Reflect.apply(original ?? set, this, [next]);
    });
  }
  looksLike(set, original);
  Object.defineProperty(owner, key, { ...descriptor, set });
}

/** Makes the `toJSON` of a class call its getters, which the browser's own does not. */
export function replaceToJson(prototype: object | null): void {
  if (prototype === null) return;
  replaceMethod(prototype, "toJSON", (toJson) => {
    function replacement(this: object): unknown {
      const json: unknown = Reflect.apply(toJson, this, []);
      if (typeof json !== "object" || json === null) return json;
      for (const key of Object.keys(json)) {
        const value: unknown = Reflect.get(this, key);
        // An object has a `toJSON` of its own, which JSON.stringify calls.
        Reflect.set(json, key, value);
      }
      return json;
    }
    return replacement;
  });
}

/** Whether a value is a function, to be called with any parameters. */
export function isFunction(value: unknown): value is Method {
  return typeof value === "function";
}

/** Gives `replacement` the name, length and source text of `original`. */
export function looksLike(replacement: object, original: object): void {
  for (const key of ["name", "length"] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(original, key);
    if (descriptor !== undefined) Object.defineProperty(replacement, key, descriptor);
  }
  // A method that is replaced twice still shows the native source text.
  originals.set(replacement, originals.get(original) ?? original);
}

/** By replacement. The realms of one origin share it, because a page may ask one realm about another. */
let originals = new WeakMap<object, object>();

export const sharedOriginals = {
  take: (): WeakMap<object, object> => originals,
  use(others: WeakMap<object, object>): void {
    originals = others;
  },
};

/** Makes `Function.prototype.toString` print the native function instead of its replacement. */
export function hideReplacements(realm: typeof globalThis): void {
  const toString = realm.Function.prototype.toString;
  replaceMethod(realm.Function.prototype, "toString", () => {
    function replacement(this: object): string {
      return Reflect.apply(toString, originals.get(this) ?? this, []);
    }
    return replacement;
  });
}
