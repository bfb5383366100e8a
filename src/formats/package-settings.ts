import * as z from "zod/mini";
import type { Validation } from "./diagnostics.ts";
import { closedObject, integerAboveZero, integerBetween, numberAboveZero, optional } from "./field-kinds.ts";
import { memberOf } from "./json-document.ts";
import { readJson } from "./json-text.ts";
import { type Budget, metricDefinitions, recordByMetric } from "./metrics.ts";
import { validateDocument } from "./validate-document.ts";

/** The `framegate` key of a package.json. */
export interface PackageSettings {
  /** Limits of any metric, including those that a manifest's budget cannot hold. */
  readonly budget: Budget;
}

const milliseconds = optional(numberAboveZero());
const countAboveZero = optional(integerAboveZero());
const countFromZero = optional(integerBetween(0, Number.MAX_SAFE_INTEGER));

/** Limits for every metric, as in `--budget`; a test compares the two. */
const budget = closedObject({
  ...recordByMetric((id) => (metricDefinitions[id].unit === "ms" ? milliseconds : countFromZero)),
  maxDrawCalls: countAboveZero,
  maxTriangles: countAboveZero,
  workP95: countAboveZero,
  workMax: countAboveZero,
});

/** Framegate does not check the rest of a package.json. */
const packageSchema = z.looseObject(
  { framegate: optional(closedObject({ budget: optional(budget) })) },
  { error: "an object" },
);

/**
 * Checks the `framegate` key of a package.json's text; null if there is no such key. Mistakes elsewhere in the file are
 * ignored, as long as it is JSON. Never throws.
 */
export function validatePackageSettings(text: string): Validation<PackageSettings> | null {
  // In most files the name occurs, if at all, as that of a dependency.
  if (!text.includes('"framegate"')) return null;
  const reading = readJson(text);
  if (reading.ok && memberOf(reading.root, "framegate") === undefined) return null;
  const validation = validateDocument(text, packageSchema, { overrides: () => [], checks: () => [] });
  if (!validation.ok) return validation;
  return { ...validation, value: { budget: validation.value.written.framegate?.budget ?? {} } };
}
