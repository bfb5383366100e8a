import { metricDefinitions, type MetricId, minimumFramesOf } from "../../src/formats/metrics.ts";

/** Why a quantile cannot be measured over so few frames: a clause. Null if there are enough. */
export function tooFewFrames(id: MetricId, frames: number): string | null {
  const minimum = minimumFramesOf(id);
  if (frames >= minimum) return null;
  const name = `p${String(Math.round((metricDefinitions[id].quantile ?? 1) * 100))}`;
  return `a ${name} needs at least ${String(minimum)} measured frames, there are ${String(frames)}`;
}
