/**
 * Replaces a method of a prototype or namespace, keeping descriptor, name and length, so that feature detection and
 * descriptor reads see what they would have seen. Does nothing where the browser has no such method.
 */
export function replaceMethod<Receiver extends object, Key extends keyof Receiver & string>(
  owner: Receiver,
  key: Key,
  wrap: (original: Receiver[Key]) => Receiver[Key],
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined || typeof descriptor.value !== "function") return;
  const replacement = wrap(owner[key]);
  if (typeof replacement === "function") looksLike(replacement, descriptor.value as object);
  Object.defineProperty(owner, key, { ...descriptor, value: replacement });
}

/** Replaces the getter of an accessor property. Does nothing where the browser has no such accessor. */
export function replaceGetter<Receiver extends object, Key extends keyof Receiver & string>(
  owner: Receiver,
  key: Key,
  read: (receiver: Receiver, original: () => Receiver[Key]) => Receiver[Key],
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  const original = descriptor?.get;
  if (descriptor === undefined || original === undefined) return;
  function get(this: Receiver): Receiver[Key] {
    return read(this, () => original?.call(this) as Receiver[Key]);
  }
  looksLike(get, original);
  Object.defineProperty(owner, key, { ...descriptor, get });
}

/** Gives `replacement` the name, length and text of `original`. */
export function looksLike(replacement: object, original: object): void {
  for (const key of ["name", "length"] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(original, key);
    if (descriptor !== undefined) Object.defineProperty(replacement, key, descriptor);
  }
  originals.set(replacement, original);
}

const originals = new WeakMap<object, object>();

/** Makes `Function.prototype.toString` print a replaced function as the one it stands for. */
export function hideReplacements(realm: typeof globalThis): void {
  const toString = realm.Function.prototype.toString;
  replaceMethod(realm.Function.prototype, "toString", () => {
    function replacement(this: object): string {
      return toString.call(originals.get(this) ?? this);
    }
    return replacement;
  });
}
