import { metricDefinitions } from "../../src/formats/metrics.ts";
import type { Verdict } from "../../src/formats/verdict.ts";

/**
 * Whether a verdict leaves the question which function took the time: a time lies above its limit, if only
 * within the noise. Where the game executes more code than its baseline, the counts name the function. Workers are not
 * profiled.
 */
export function needsProfile({ lines }: Pick<Verdict, "lines">): boolean {
  return lines.some(
    ({ metric, status, value, budget }) =>
      status !== "pass" &&
      value !== null &&
      value > budget &&
      metricDefinitions[metric].kind === "timed" &&
      metric !== "workerPhysicsMsP95",
  );
}
