import type { Verdict } from "../../src/formats/verdict.ts";

/**
 * Whether another timed repeat could change the verdict. A verdict that already fails stays failed, whatever its
 * inconclusive lines would become, and no repeat makes another machine more similar.
 */
export function needsMoreRepeats({ status, lines }: Verdict): boolean {
  const open = lines.filter((line) => line.status === "inconclusive");
  return status === "inconclusive" && !open.some(({ reason }) => reason === "other-machine");
}
