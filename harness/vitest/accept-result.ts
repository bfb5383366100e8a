import type { ReportFile } from "../../src/formats/report-file.ts";
import { validateReportFile } from "../../src/formats/validate-report.ts";

/**
 * Report and verdict of a matcher's argument.
 *
 * @param what The value, as the start of a sentence: `toBeWithinBudget`, or `the baseline of toRegressNothing`.
 * @throws TypeError If it is not the result of a run.
 */
export function acceptResult(value: unknown, what: string): ReportFile {
  const needed = `${what} needs the result of runGame, or a parsed report.json`;
  if (value instanceof Promise) throw new TypeError(`${needed}, and got a promise of something: await it first.`);
  const { report, verdict } = partsOf(value);
  if (report === undefined || verdict === undefined) throw new TypeError(`${needed}, and got ${describe(value)}.`);
  const validation = validateReportFile(JSON.stringify({ report, verdict }));
  if (validation.ok) return validation.value;
  const [first] = validation.errors;
  const problem = first === undefined ? "" : ` At ${first.pointer}: ${first.message}`;
  throw new TypeError(`${needed}, and got one that is not as Framegate writes it.${problem}`);
}

function partsOf(value: unknown): { readonly report?: unknown; readonly verdict?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  const names = Object.keys(value);
  return names.length === 0 ? "an empty object" : `an object of ${names.slice(0, 5).join(", ")}`;
}
