import { metricIds, type MetricId } from "../../src/formats/metrics.ts";
import type { Distribution, SweepReport } from "../../src/formats/sweep.ts";
import { quantile, sortSamples } from "./quantile.ts";

/** The distribution over seeds of each metric that was measured. */
export function distributionsOf({
  metrics,
}: Pick<SweepReport, "metrics">): Readonly<Partial<Record<MetricId, Distribution>>> {
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const values = metrics[id]?.values.filter((value) => value !== null) ?? [];
      return values.length === 0 ? [] : [[id, distributionOf(values)]];
    }),
  );
}

function distributionOf(values: readonly number[]): Distribution {
  const sorted = sortSamples(values);
  return {
    ...{ min: quantile(sorted, 0), median: quantile(sorted, 0.5) },
    ...{ p95: quantile(sorted, 0.95), max: quantile(sorted, 1) },
  };
}
