import type { Verdict } from "../../src/formats/verdict.ts";

/**
 * Whether another timed repeat could change the verdict. A verdict that already fails stays failed, whatever its
 * inconclusive lines would become.
 */
export function needsMoreRepeats(verdict: Verdict): boolean {
  return verdict.status === "inconclusive";
}
