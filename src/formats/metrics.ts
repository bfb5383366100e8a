import { type CountName, countNames, countTable, definitionOf } from "./frame-counts.ts";

/** The metric of a column of counts. */
export type CountMetricId = (typeof countTable)[CountName]["metric"];

/** The name of a metric, in a budget and in a report. */
export type MetricId =
  "frameCpuMsP95" | "physicsMsP95" | "maxEntities" | CountMetricId | "workerPhysicsMsP95" | "workP95" | "workMax";

/** Metrics that can have a budget. The first five can be in a manifest's budget; `--budget` accepts all. */
export const metricIds: readonly [MetricId, ...MetricId[]] = [
  "frameCpuMsP95",
  "physicsMsP95",
  "maxEntities",
  ...countNames.map((name) => countTable[name].metric),
  "workerPhysicsMsP95",
  "workP95",
  "workMax",
];

const columnsByMetric: ReadonlyMap<MetricId, CountName> = new Map(
  countNames.map((name) => [countTable[name].metric, name]),
);

/** The column whose worst frame is the metric; null for metrics from other sources. */
export function columnOf(metric: MetricId): CountName | null {
  return columnsByMetric.get(metric) ?? null;
}

/** The properties of a metric. */
export interface MetricDefinition {
  readonly label: string;
  readonly unit: MetricUnit;
  /** `exact` metrics are the same in every run with the same seed; `timed` ones have an interval. */
  readonly kind: "exact" | "timed";
}

/** The unit of a figure. */
export type MetricUnit = "ms" | "count" | "bytes";

export const metricDefinitions: Readonly<Record<MetricId, MetricDefinition>> = {
  frameCpuMsP95: { label: "frame CPU p95", unit: "ms", kind: "timed" },
  physicsMsP95: { label: "physics p95", unit: "ms", kind: "timed" },
  maxEntities: { label: "entities at the end", unit: "count", kind: "exact" },
  ...recordByColumn((_id, name) => {
    const { label, unit } = definitionOf(name);
    return { label: `${label}, worst frame`, unit, kind: "exact" };
  }),
  workerPhysicsMsP95: { label: "physics in workers p95", unit: "ms", kind: "timed" },
  workP95: { label: "executed code p95", unit: "count", kind: "exact" },
  workMax: { label: "executed code, worst frame", unit: "count", kind: "exact" },
};

/** Creates a record with one value per metric, in the order of the catalogue. */
export function recordByMetric<T>(valueOf: (id: MetricId) => T): Readonly<Record<MetricId, T>> {
  return {
    frameCpuMsP95: valueOf("frameCpuMsP95"),
    physicsMsP95: valueOf("physicsMsP95"),
    maxEntities: valueOf("maxEntities"),
    ...recordByColumn(valueOf),
    workerPhysicsMsP95: valueOf("workerPhysicsMsP95"),
    workP95: valueOf("workP95"),
    workMax: valueOf("workMax"),
  };
}

/** Creates a record with one value for the metric of each column, in the order of the columns. */
export function recordByColumn<T>(
  valueOf: (id: CountMetricId, name: CountName) => T,
): Readonly<Record<CountMetricId, T>> {
  const entries = countNames.map((name) => {
    const { metric } = countTable[name];
    return [metric, valueOf(metric, name)] as const;
  });
  // The type of fromEntries does not know that every metric has an entry.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(entries) as Record<CountMetricId, T>;
}

/** Limits by metric. Exceeded means strictly greater. */
export type Budget = Readonly<Partial<Record<MetricId, number>>>;

/** With fewer measured frames there is no p95, because fewer than five frames would lie above it. */
export const minimumFramesForP95 = 100;
