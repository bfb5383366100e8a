import type { Validation } from "./diagnostics.ts";
import type { SweepFile } from "./sweep.ts";
import { sweepFileSchema } from "./sweep-schema.ts";
import { validateDocument } from "./validate-document.ts";

/** Validates the text of a `sweep.json`. Never throws. */
export function validateSweepFile(text: string): Validation<SweepFile> {
  const validation = validateDocument(text, sweepFileSchema, { overrides: () => [], checks: () => [] });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}
