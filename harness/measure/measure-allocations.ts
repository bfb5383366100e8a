import type { AllocationProfile } from "../../src/formats/allocations.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { allocationMetrics } from "../../src/formats/metrics.ts";
import type { MetricResult } from "../../src/formats/report.ts";

type AllocationMetricId = (typeof allocationMetrics)[number];

type Sampled = Pick<RunSamples, "allocations">;

/** The allocations of the first run that has counted them. */
export function allocationsOf(samples: readonly Sampled[]): AllocationProfile | null {
  return samples.find(({ allocations }) => allocations !== null)?.allocations ?? null;
}

/** Metrics of one allocations pass, which decides, because its repeats would be equal or nearly. */
export function measureAllocations(samples: readonly Sampled[]): Readonly<Record<AllocationMetricId, MetricResult>> {
  const allocations = allocationsOf(samples);
  if (allocations === null) {
    return { allocatedBytesMean: notCounted, allocatedBytesMax: notCounted, heapBytes: notCounted };
  }
  const { frameBytes, frames, heapAfter } = allocations;
  const mean = Math.round(frameBytes);
  const [worst] = frames.toSorted((one, other) => other.bytes - one.bytes || one.frame - other.frame);
  return {
    allocatedBytesMean: exact(mean),
    allocatedBytesMax: { ...exact(worst?.bytes ?? 0), frame: worst?.frame ?? null, mean },
    heapBytes: exact(heapAfter.usedBytes + heapAfter.bufferBytes),
  };
}

function exact(value: number): MetricResult {
  return { value, unit: "bytes", reason: null, low: value, high: value, frame: null, mean: null };
}

const notCounted: MetricResult = {
  ...{ value: null, unit: "bytes", reason: "there was no allocations pass; --allocations adds one" },
  ...{ low: null, high: null, frame: null, mean: null },
};
