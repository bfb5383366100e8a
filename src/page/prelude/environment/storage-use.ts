import { prototypeOf, watchCalls } from "../native/native-look.ts";

/** By class, the methods that store something. */
const stores: Readonly<Record<string, readonly string[]>> = {
  IDBDatabase: ["createObjectStore"],
  IDBObjectStore: ["add", "put"],
  Cache: ["add", "put"],
  FileSystemWritableFileStream: ["write"],
  FileSystemSyncAccessHandle: ["write"],
};

/** The size on disk of a small entry. */
const entryBytes = 1024;

/**
 * Counts what a realm stores, in bytes. It is no more than an estimate, as the browser's: a large value counts by its
 * size, any other as one entry, and nothing that is deleted gives its place back, as in a database that only appends.
 */
export function countStorageUse(realm: typeof globalThis): () => number {
  const { Blob } = realm;
  let bytes = 0;
  const sizeOf = (value: unknown): number => {
    if (typeof value === "string") return value.length;
    if (typeof value !== "object" || value === null) return 0;
    return Number((value instanceof Blob ? value.size : Reflect.get(value, "byteLength")) ?? 0);
  };
  for (const [className, names] of Object.entries(stores)) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null) continue;
    watchCalls(prototype, names, (_receiver, [value]) => {
      bytes += entryBytes + sizeOf(value);
    });
  }
  return () => bytes;
}
