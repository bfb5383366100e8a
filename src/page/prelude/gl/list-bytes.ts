import { toInteger } from "./realm-methods.ts";

type Getter = (this: unknown) => unknown;

// Captured now, because a view of the page can have properties of these names. They work on those of other realms, too.
const { DataView } = globalThis;
const views = Reflect.getPrototypeOf(Uint8Array.prototype);
const readViewBytes = getterOf(views, "byteLength");
const readViewLength = getterOf(views, "length");
const readDataViewBytes = getterOf(DataView.prototype, "byteLength");
const readBufferBytes = getterOf(globalThis.ArrayBuffer.prototype, "byteLength");
const readSharedBytes = getterOf(prototypeOfShared(), "byteLength");

function getterOf(owner: object | null, key: string): Getter | null {
  return owner === null ? null : (Object.getOwnPropertyDescriptor(owner, key)?.get ?? null);
}

/** A page that is not cross-origin isolated has no such class. */
function prototypeOfShared(): object | null {
  const shared: unknown = Reflect.get(globalThis, "SharedArrayBuffer");
  const prototype: unknown = typeof shared === "function" ? Reflect.get(shared, "prototype") : null;
  return typeof prototype === "object" ? prototype : null;
}

/** Null if the object is of another class. */
function read(getter: Getter | null, receiver: object): number | null {
  if (getter === null) return null;
  try {
    const value: unknown = Reflect.apply(getter, receiver, []);
    return typeof value === "number" ? value : null;
  } catch {
    return null;
  }
}

/** The number of entries that a command reads from a list, from `offset` on; a `length` of 0 means all that follow. */
export function countEntries(list: unknown, offset: unknown, length: unknown): number {
  const given = toInteger(length);
  if (given > 0) return given;
  return Math.max(0, lengthOf(list) - toInteger(offset));
}

function lengthOf(list: unknown): number {
  if (Array.isArray(list)) return list.length;
  return typeof list === "object" && list !== null ? (read(readViewLength, list) ?? 0) : 0;
}

/**
 * The bytes that a command copies from a buffer or a view, from the element `offset` on; a `length` of 0 means all that
 * follow. Null for any other object.
 */
export function countBytes(data: unknown, offset: unknown, length: unknown): number | null {
  if (typeof data !== "object" || data === null) return null;
  const all = ArrayBuffer.isView(data)
    ? // A DataView of a buffer that the page has transferred tells none.
      (read(readViewBytes, data) ?? read(readDataViewBytes, data) ?? 0)
    : (read(readBufferBytes, data) ?? read(readSharedBytes, data));
  if (all === null) return null;
  const elements = ArrayBuffer.isView(data) ? (read(readViewLength, data) ?? all) : all;
  const perElement = elements === 0 ? 1 : all / elements;
  const given = toInteger(length);
  const rest = Math.max(0, all - toInteger(offset) * perElement);
  return given > 0 ? Math.min(rest, given * perElement) : rest;
}
