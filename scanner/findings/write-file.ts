import { systemReason } from "../../disk/system-reason.ts";
import { writeWhole } from "../../disk/write-whole.ts";
import { orScanError } from "./scan-error.ts";

/** Writes a whole file. Throws ScanError `write-failed` if the system refuses. */
export function writeFile(path: string, content: string): void {
  orScanError("write-failed", path, () => writeWhole(path, content), systemReason);
}
