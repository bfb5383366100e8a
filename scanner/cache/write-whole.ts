import { rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type * as atomic from "write-file-atomic";
import { makeFolder } from "./make-folder.ts";
import { reasonOf, ScanError } from "../findings/scan-error.ts";

/**
 * Writes a file so that whoever reads it meanwhile sees the old one or the new one, and never a part.
 *
 * @throws ScanError `write-failed` where the system refuses.
 */
export function writeWhole(path: string, content: string | Buffer): void {
  try {
    // It loads much of Node, and most scans write nothing. Loaded like this, it can be waited for in place.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
    const { sync: writeAtomically }: typeof atomic = createRequire(import.meta.url)("write-file-atomic");
    makeFolder(dirname(path));
    // A file that is put in the place of another would replace a device or a pipe, such as /dev/stdout.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(path, content);
    else {
      writeAtomically(path, content);
      expectWhole(path, Buffer.byteLength(content));
    }
  } catch (thrown) {
    throw new ScanError("write-failed", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** On a disk that runs full a single write stores what fits and reports no error, so what arrived is measured. */
function expectWhole(path: string, length: number): void {
  const { size } = statSync(path);
  if (size === length) return;
  rmSync(path, { force: true });
  throw new Error(`only ${String(size)} of ${String(length)} bytes could be stored; the disk may be full`);
}
