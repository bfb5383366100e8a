import type { Diagnostic } from "../../src/formats/diagnostics.ts";
import type { Budget } from "../../src/formats/metrics.ts";
import { validatePackageSettings } from "../../src/formats/package-settings.ts";

/**
 * The limits that `toBeWithinBudget` was given, under the rules for those of a package.json.
 *
 * @throws TypeError If one is no limit of a metric.
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
