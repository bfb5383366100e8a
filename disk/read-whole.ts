import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * Reads a file of at most `bytesMax` bytes. Never waits: a device or a pipe, which may have no end, is refused. Throws the
 * system's error, or an Error whose message completes "Cannot read it: ...".
 */
export function readWhole(path: string, bytesMax: number): Buffer {
  // Opening a pipe waits for its writer unless O_NONBLOCK is set. Windows does not have the flag, and does not need it.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is not a regular file");
    if (stats.size > bytesMax) throw new Error(`it is larger than ${String(bytesMax / 1024 / 1024)} MB`);
    // For a folder this throws EISDIR.
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
