import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { reasonOf, ScanError } from "./scan-error.ts";

/**
 * Writes a file so that whoever reads it meanwhile sees the old one or the new one, and never a part.
 *
 * @throws ScanError `write-failed` where the system refuses.
 */
export function writeWhole(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomic.sync(path, text);
  } catch (thrown) {
    throw new ScanError("write-failed", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
}
