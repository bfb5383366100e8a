import * as z from "zod/mini";
import type { Validation } from "./diagnostics.ts";
import { closedObject, integerAboveZero, integerBetween, numberAboveZero, optional } from "./field-kinds.ts";
import { memberOf } from "./json-document.ts";
import { readJson } from "./json-text.ts";
import { type Budget, recordByColumn } from "./metrics.ts";
import { validateDocument } from "./validate-document.ts";

/** What a package.json says to Framegate, under the name `framegate`. */
export interface PackageSettings {
  /** Limits of any metric, also of those that a manifest's budget does not hold. */
  readonly budget: Budget;
}

const milliseconds = optional(numberAboveZero());
const countAboveZero = optional(integerAboveZero());
const countFromZero = optional(integerBetween(0, Number.MAX_SAFE_INTEGER));

/** Every metric. The limits are those of `--budget`; a test compares the two. */
const budget = closedObject({
  frameCpuMsP95: milliseconds,
  physicsMsP95: milliseconds,
  maxEntities: countFromZero,
  ...recordByColumn(() => countFromZero),
  maxDrawCalls: countAboveZero,
  maxTriangles: countAboveZero,
  workerPhysicsMsP95: milliseconds,
  workP95: countAboveZero,
  workMax: countAboveZero,
});

/** The rest of a package.json belongs to others. */
const packageSchema = z.looseObject(
  { framegate: optional(closedObject({ budget: optional(budget) })) },
  { error: "an object" },
);

/**
 * Checks the `framegate` key of a package.json's text; null if there is no such key. Mistakes elsewhere in the file are
 * others' business, as long as it is JSON. Never throws.
 */
export function validatePackageSettings(text: string): Validation<PackageSettings> | null {
  // It is a name in most files, but of a dependency.
  if (!text.includes('"framegate"')) return null;
  const reading = readJson(text);
  if (reading.ok && memberOf(reading.root, "framegate") === undefined) return null;
  const validation = validateDocument(text, packageSchema, { overrides: () => [], checks: () => [] });
  if (!validation.ok) return validation;
  return { ...validation, value: { budget: validation.value.written.framegate?.budget ?? {} } };
}
