import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";

/**
 * Writes a file and makes the folders above it. A reader sees the old file or the new one, never a part, and if the
 * write fails the old file stays. A link is followed, and a file keeps its mode. Throws the system's error.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path));
  const old = statSync(path, { throwIfNoEntry: false });
  // A rename would replace a device or a pipe, such as /dev/stdout, with a plain file.
  if (old !== undefined && !old.isFile()) writeFileSync(path, content);
  else replaceFile(old === undefined ? path : realpathSync(path), Buffer.from(content), old);
}

function replaceFile(path: string, bytes: Buffer, old: Stats | undefined): void {
  const partial = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    const file = openSync(partial, "wx");
    try {
      if (old !== undefined) keepAccess(file, old);
      // Node writes on until all bytes are stored or the system refuses. A single write() to a disk that runs full stores
      // what fits and reports no error, and write-file-atomic 7.0.1 then renames that part over the old file.
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (thrown) {
    rmSync(partial, { force: true });
    throw thrown;
  }
}

function keepAccess(file: number, { mode, uid, gid }: Stats): void {
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Only root may change a file's owner. For others the new file belongs to whoever wrote it.
  }
  fchmodSync(file, mode);
}
