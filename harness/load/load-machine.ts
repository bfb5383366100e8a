import { type MachineRecord, workloadVersion } from "../../src/formats/machine.ts";
import { validateMachine } from "../../src/formats/validate-machine.ts";
import { FramegateError } from "../errors.ts";
import { acceptFile } from "./accept-file.ts";
import { readText } from "./read-text.ts";

/**
 * Reads the file of `framegate calibrate`.
 *
 * @param path Absolute.
 * @throws FramegateError `file-unreadable`, `file-invalid`, `workload-differs`.
 */
export function loadMachine(path: string): MachineRecord {
  const text = readText(path);
  const { value } = acceptFile(path, text, validateMachine(text));
  if (value.workload !== workloadVersion) {
    throw new FramegateError("workload-differs", { path, recorded: value.workload, current: workloadVersion });
  }
  return value;
}
