import { metricDefinitions } from "../../src/formats/metrics.ts";
import type { Verdict } from "../../src/formats/verdict.ts";

/**
 * Whether a verdict leaves the question which function took the time: a limit of milliseconds was exceeded. Where the game
 * executes more code than its baseline, the counts name the function.
 */
export function needsProfile({ lines }: Pick<Verdict, "lines">): boolean {
  return lines.some(
    ({ metric, status, reason }) =>
      status === "fail" && reason === "exceeded" && metricDefinitions[metric].kind === "timed",
  );
}
