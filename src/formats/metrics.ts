import { type CountName, countNames, countTable, definitionOf } from "./frame-counts.ts";
import type { LoadCounts } from "./load-counts.ts";

/** The metric of a column of counts. */
export type CountMetricId = (typeof countTable)[CountName]["metric"];

/** The metric of a figure of what a page loads. */
export type LoadMetricId = keyof LoadCounts;

/** The properties of a metric. */
export interface MetricDefinition {
  /** As tables and sentences name it. */
  readonly label: string;
  /** The exact definition, in sentences. */
  readonly about: string;
  readonly unit: MetricUnit;
  /** `exact` metrics are the same in every run with the same seed; `timed` ones have an interval. */
  readonly kind: "exact" | "timed";
  /** Of a quantile over the measured frames: 0.95 for a p95. */
  readonly quantile?: number;
}

/** The unit of a figure. */
export type MetricUnit = "ms" | "count" | "bytes";

const timed = { unit: "ms", kind: "timed" } as const;
const timedCount = { unit: "count", kind: "timed" } as const;
const exactCount = { unit: "count", kind: "exact" } as const;
const exactBytes = { unit: "bytes", kind: "exact" } as const;

const metricsOfFrames = {
  frameCpuMsP50: {
    ...{ ...timed, label: "frame CPU p50", quantile: 0.5 },
    about: "Median of the main thread's CPU time per frame.",
  },
  frameCpuMsP95: { ...timed, label: "frame CPU p95", quantile: 0.95, about: "Its p95." },
  frameCpuMsP99: { ...timed, label: "frame CPU p99", quantile: 0.99, about: "Its p99." },
  frameCpuMsMax: { ...timed, label: "frame CPU, worst frame", about: "Its maximum." },
  framesOver16Ms: {
    ...{ ...timedCount, label: "frames over 16.7 ms" },
    about: "Number of frames whose CPU time is above 1000/60 ms, the time of a frame at 60 Hz.",
  },
  hitches: {
    ...{ ...timedCount, label: "hitches" },
    about:
      "Number of frames whose CPU time is above 1000/60 ms, and above three times the median of the frames around it, 30 before and 30 after.",
  },
  gcMsMean: {
    ...{ ...timed, label: "GC CPU, mean" },
    about:
      "CPU time per frame that the garbage collector takes on the main thread: the mean of a repeat, and of these the median.",
  },
  gcMsMax: {
    ...{ ...timed, label: "GC CPU, worst frame" },
    about: "The same in the frame of a repeat that has the most of it, and of these the median.",
  },
  physicsMsP95: {
    ...{ ...timed, label: "physics p95", quantile: 0.95 },
    about: "p95 of the CPU time of the physics phase, or of the steps of a page's physics engines.",
  },
  maxEntities: { ...exactCount, label: "entities at the end", about: "Nodes that count as entities, after the run." },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

/** The loads of a page. The keys are those of `LoadCounts`. */
const loadMetrics = {
  requestsAfterBoot: {
    ...{ ...exactCount, label: "requests after boot" },
    about: "The requests of the column `requests`, in all frames together, those of the warm-up included.",
  },
  bootBytes: {
    ...{ ...exactBytes, label: "loaded at boot" },
    about: "Bytes of the bodies that the page loads before frame 0 can run, as they are sent. Each URL counts once.",
  },
  bootDecodedBytes: {
    ...{ ...exactBytes, label: "decoded at boot" },
    about:
      "The same after the content encoding (`br`, `gzip`) is undone: a picture is still as compressed as its file.",
  },
  bootFailedRequests: {
    ...{ ...exactCount, label: "failed requests at boot" },
    about:
      "Different URLs that were requested before frame 0 and gave nothing: a missing file, or a host that is not open.",
  },
  failedRequestsAfterBoot: {
    ...{ ...exactCount, label: "failed requests after boot" },
    about: "The same from frame 0 of the warm-up on.",
  },
} as const satisfies Readonly<Record<keyof LoadCounts, MetricDefinition>>;

const furtherMetrics = {
  workerPhysicsMsP95: {
    ...{ ...timed, label: "physics in workers p95", quantile: 0.95 },
    about: "The same for engines in workers, whose time is in none of the others.",
  },
  workP95: {
    ...{ ...exactCount, label: "executed code p95", quantile: 0.95 },
    about: "p95 of the code that the game executes per frame, in tokens.",
  },
  workMax: { ...exactCount, label: "executed code, worst frame", about: "Its maximum." },
  allocatedBytesMean: {
    ...{ ...exactBytes, label: "allocated, mean" },
    about:
      "Bytes per frame that the game allocates on V8's heap. They vary a little between runs where V8 compiles at another moment.",
  },
  allocatedBytesMax: { ...exactBytes, label: "allocated, worst frame", about: "Their maximum." },
  heapBytes: {
    ...{ ...exactBytes, label: "heap after the run" },
    about:
      "V8's heap and the content of array buffers after the last frame, once all garbage is collected. Framegate's own code is part of it, and code that V8 has compiled, which varies by a few kilobytes.",
  },
  bootMs: {
    ...{ ...timed, label: "boot" },
    about: "Wall time from the navigation to the page, or the import of the roots, until frame 0 can run.",
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

/** The name of a metric, in a budget and in a report. */
export type MetricId = keyof typeof metricsOfFrames | CountMetricId | LoadMetricId | keyof typeof furtherMetrics;

/** All metrics, in the order of tables. */
export const metricDefinitions: Readonly<Record<MetricId, MetricDefinition>> = {
  ...metricsOfFrames,
  ...recordByColumn((_id, name): MetricDefinition => {
    const { label, about, unit } = definitionOf(name);
    return { label: `${label}, worst frame`, about, unit, kind: "exact" };
  }),
  ...loadMetrics,
  ...furtherMetrics,
};

/** The metrics of what a page loads, in the order of the catalogue. */
// Object.keys does not know that the keys are those of the record.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
export const loadMetricIds = Object.keys(loadMetrics) as [LoadMetricId, ...LoadMetricId[]];

/** Creates a record with one value for each metric of what a page loads, in the order of the catalogue. */
export function recordByLoadMetric<T>(valueOf: (id: LoadMetricId) => T): Readonly<Record<LoadMetricId, T>> {
  return recordOf(loadMetricIds, valueOf);
}

/** Metrics that can have a budget. Five of them can be in a manifest's budget; `--budget` accepts all. */
// Object.keys does not know that the keys are those of the record.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
export const metricIds = Object.keys(metricDefinitions) as [MetricId, ...MetricId[]];

/** Metrics of what a game allocates, which take a run of their own. */
export const allocationMetrics = ["allocatedBytesMean", "allocatedBytesMax", "heapBytes"] as const;

/** Milliseconds that a frame has at 60 Hz. `framesOver16Ms` counts those that take longer. */
export const frameTimeMs = 1000 / 60;

const columnsByMetric: ReadonlyMap<MetricId, CountName> = new Map(
  countNames.map((name) => [countTable[name].metric, name]),
);

/** The column whose worst frame is the metric; null for metrics from other sources. */
export function columnOf(metric: MetricId): CountName | null {
  return columnsByMetric.get(metric) ?? null;
}

/** Creates a record with one value per metric, in the order of the catalogue. */
export function recordByMetric<T>(valueOf: (id: MetricId) => T): Readonly<Record<MetricId, T>> {
  return recordOf(metricIds, valueOf);
}

function recordOf<Id extends MetricId, T>(ids: readonly Id[], valueOf: (id: Id) => T): Readonly<Record<Id, T>> {
  // The type of fromEntries does not know that every metric has an entry.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(ids.map((id) => [id, valueOf(id)])) as Record<Id, T>;
}

/** Times whose cause a profile of the main thread's frames does not show: garbage comes from other functions. */
const unprofiled: ReadonlySet<MetricId> = new Set([
  ...(["workerPhysicsMsP95", "bootMs", "gcMsMean", "gcMsMax"] as const),
]);

/** Whether a metric is a time of the main thread's frames, so that a profile of them tells which function takes it. */
export function isFrameTime(id: MetricId): boolean {
  return metricDefinitions[id].kind === "timed" && !unprofiled.has(id);
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

/** A quantile with fewer frames above it says little. */
const framesAboveQuantile = 5;

/** The fewest measured frames over which a metric is measured. */
export function minimumFramesOf(id: MetricId): number {
  const { quantile } = metricDefinitions[id];
  return quantile === undefined ? 1 : Math.round(framesAboveQuantile / (1 - quantile));
}
