import type { Validation } from "./diagnostics.ts";
import type { MachineRecord } from "./machine.ts";
import { machineSchema } from "./machine-schema.ts";
import { validateDocument } from "./validate-document.ts";

/** Validates the file of `framegate calibrate`. Never throws. */
export function validateMachine(text: string): Validation<MachineRecord> {
  const validation = validateDocument(text, machineSchema, { overrides: () => [], checks: () => [] });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}
