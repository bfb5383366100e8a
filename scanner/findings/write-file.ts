import { systemReason } from "../../disk/system-reason.ts";
import { writeWhole } from "../../disk/write-whole.ts";
import { ScanError } from "./scan-error.ts";

/** Writes a whole file. Throws ScanError `write-failed` if the system refuses. */
export function writeFile(path: string, content: string): void {
  try {
    writeWhole(path, content);
  } catch (thrown) {
    throw new ScanError("write-failed", { path, reason: systemReason(thrown) }, { cause: thrown });
  }
}
