import type { Validation } from "./diagnostics.ts";
import type { HistoryEntry } from "./history.ts";
import { historySchema } from "./history-schema.ts";
import { validateDocument } from "./validate-document.ts";

/** Validates one line of a history. Never throws. */
export function validateHistoryLine(text: string): Validation<HistoryEntry> {
  const validation = validateDocument(text, historySchema, { overrides: () => [], checks: () => [] });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}
