/** A metric that can have a budget. The first five can be in a manifest's budget; `--budget` knows all. */
export const metricIds = [
  "frameCpuMsP95",
  "physicsMsP95",
  "maxEntities",
  "maxDrawCalls",
  "maxTriangles",
  "maxCanvasOperations",
  "maxDomChanges",
] as const;

/** The name of a metric, in a budget and in a report. */
export type MetricId = (typeof metricIds)[number];

export interface MetricDefinition {
  readonly label: string;
  readonly unit: "ms" | "count";
  /** `exact` metrics are the same in every run with the same seed; `timed` ones have an interval. */
  readonly kind: "exact" | "timed";
}

export const metricDefinitions: Readonly<Record<MetricId, MetricDefinition>> = {
  frameCpuMsP95: { label: "frame CPU p95", unit: "ms", kind: "timed" },
  physicsMsP95: { label: "physics p95", unit: "ms", kind: "timed" },
  maxEntities: { label: "entities at the end", unit: "count", kind: "exact" },
  maxDrawCalls: { label: "draw calls, worst frame", unit: "count", kind: "exact" },
  maxTriangles: { label: "triangles, worst frame", unit: "count", kind: "exact" },
  maxCanvasOperations: { label: "canvas operations, worst frame", unit: "count", kind: "exact" },
  maxDomChanges: { label: "DOM changes, worst frame", unit: "count", kind: "exact" },
};

/** Limits by metric. Exceeded means strictly greater. */
export type Budget = Readonly<Partial<Record<MetricId, number>>>;

/** With fewer measured frames there is no p95: fewer than five frames would lie above it. */
export const minimumFramesForP95 = 100;
