import type { MetricId } from "../src/formats/metrics.ts";
import type { ExaminedSweep, SweepReport } from "../src/formats/sweep.ts";
import { judgeSeeds, judgeSweep } from "./judge/judge-sweep.ts";
import { distributionsOf } from "./measure/distribution.ts";

/**
 * Judges a sweep, and computes what its reports show.
 *
 * @param metric The metric that decides which seed is worst; null for the default, see `judgeSweep`.
 */
export function examineSweep(sweep: SweepReport, metric: MetricId | null): ExaminedSweep {
  const seeds = judgeSeeds(sweep);
  const verdict = judgeSweep(sweep, seeds, metric);
  return { file: { sweep, verdict }, seeds, distributions: distributionsOf(sweep) };
}
