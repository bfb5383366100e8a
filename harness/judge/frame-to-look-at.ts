import type { MetricId } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { Verdict } from "../../src/formats/verdict.ts";

// Metrics that a draw or an upload can exceed.
const ofDraws: readonly MetricId[] = ["maxDrawCalls", "maxTriangles", "maxTextureUploadBytes", "maxBufferUploadBytes"];

/**
 * The frame whose draws are broken down: the one that exceeds a limit of draws or uploads; if `always`, otherwise the
 * one with the most draws. Null if there is none.
 */
export function frameToLookAt(
  { metrics }: Pick<RunReport, "metrics">,
  { lines }: Pick<Verdict, "lines">,
  always: boolean,
): number | null {
  const exceeded = ofDraws.find((id) => lines.some(({ metric, reason }) => metric === id && reason === "exceeded"));
  const metric = exceeded ?? (always ? "maxDrawCalls" : null);
  return metric === null ? null : metrics[metric].frame;
}
