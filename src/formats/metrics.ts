/** A metric that can have a budget. The first five can be in a manifest's budget; `--budget` knows all. */
export const metricIds = [
  "frameCpuMsP95",
  "physicsMsP95",
  "maxEntities",
  "maxDrawCalls",
  "maxTriangles",
  "entitiesPeak",
  "nodesPeak",
  "maxCanvasOperations",
  "maxDomChanges",
  "workP95",
  "workMax",
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
  entitiesPeak: { label: "entities, worst frame", unit: "count", kind: "exact" },
  nodesPeak: { label: "scene nodes, worst frame", unit: "count", kind: "exact" },
  maxCanvasOperations: { label: "canvas operations, worst frame", unit: "count", kind: "exact" },
  maxDomChanges: { label: "DOM changes, worst frame", unit: "count", kind: "exact" },
  workP95: { label: "executed code p95", unit: "count", kind: "exact" },
  workMax: { label: "executed code, worst frame", unit: "count", kind: "exact" },
};

/** Creates a record with one value per metric, in the order of the catalogue. */
export function recordByMetric<T>(valueOf: (id: MetricId) => T): Readonly<Record<MetricId, T>> {
  return {
    frameCpuMsP95: valueOf("frameCpuMsP95"),
    physicsMsP95: valueOf("physicsMsP95"),
    maxEntities: valueOf("maxEntities"),
    maxDrawCalls: valueOf("maxDrawCalls"),
    maxTriangles: valueOf("maxTriangles"),
    entitiesPeak: valueOf("entitiesPeak"),
    nodesPeak: valueOf("nodesPeak"),
    maxCanvasOperations: valueOf("maxCanvasOperations"),
    maxDomChanges: valueOf("maxDomChanges"),
    workP95: valueOf("workP95"),
    workMax: valueOf("workMax"),
  };
}

/** Limits by metric. Exceeded means strictly greater. */
export type Budget = Readonly<Partial<Record<MetricId, number>>>;

/** With fewer measured frames there is no p95: fewer than five frames would lie above it. */
export const minimumFramesForP95 = 100;
