import type { Diagnostic } from "../../src/formats/diagnostics.ts";
import type { Budget } from "../../src/formats/metrics.ts";
import { validatePackageSettings } from "../../src/formats/package-settings.ts";

/**
 * Validates the limits passed to `toBeWithinBudget`, by the rules for those in a package.json.
 *
 * @throws TypeError If one is not a valid limit of a metric.
 */
export function acceptBudget(given: unknown): Budget {
  const validation = validatePackageSettings(JSON.stringify({ framegate: { budget: given } }));
  if (validation?.ok === true) return validation.value.budget;
  const problems = (validation?.errors ?? []).map(describe);
  throw new TypeError(`The budget of toBeWithinBudget is not one. ${problems.join(" ")}`.trimEnd());
}

function describe({ pointer, message }: Diagnostic): string {
  const name = pointer.replace("/framegate/budget", "").slice(1);
  return name === "" ? message : `${name}: ${message}`;
}
