import { isFrameTime } from "../../src/formats/metrics.ts";
import type { Verdict } from "../../src/formats/verdict.ts";

/**
 * Whether the verdict leaves open which function took the time: a time lies above its limit, even if only within the
 * noise. If the game executes more code than its baseline, the counts already name the function. Workers and the boot
 * are not profiled.
 */
export function needsProfile({ lines }: Pick<Verdict, "lines">): boolean {
  return lines.some(
    ({ metric, status, value, budget }) => status !== "pass" && value !== null && value > budget && isFrameTime(metric),
  );
}
