import { readFileSync, statSync } from "node:fs";

/** Reads a file as text. Throws what the system throws, and an `Error` for a device or a pipe, which may have no end. */
export function readWhole(path: string): string {
  return readWholeBytes(path).toString();
}

/** As `readWhole`, but the bytes as they are. */
export function readWholeBytes(path: string): Buffer {
  if (!statSync(path).isFile()) throw new Error("it is no regular file");
  return readFileSync(path);
}
