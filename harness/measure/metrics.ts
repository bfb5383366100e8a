import { mean } from "simple-statistics";
import { type CountName, recordByCount } from "../../src/formats/frame-counts.ts";
import type { RunSamples, TimeColumns } from "../../src/formats/frame-sample.ts";
import {
  frameTimeMs,
  type LoadMetricId,
  metricDefinitions,
  type MetricId,
  recordByColumn,
  recordByLoadMetric,
} from "../../src/formats/metrics.ts";
import type { MetricResult, RunMetrics } from "../../src/formats/report.ts";
import { calibrationOf, convertTimes, type Reference, spreadOfGates } from "./calibration.ts";
import { findDivergence } from "./divergence.ts";
import { countFramesOver, type FramesOver, sharesOfHitch } from "./frames-over.ts";
import {
  assumedBetweenGates,
  bootInterval,
  collectorInterval,
  type Interval,
  intervalMethod,
  quantileIntervals,
} from "./interval.ts";
import { allocationsOf, measureAllocations } from "./measure-allocations.ts";
import { pairFrames, pairPhases } from "./pair-frames.ts";
import { median, quantile, quantileMethod, sortSamples } from "./quantile.ts";
import { reasonOfNone, reasonOfNoPhysics, reasonOfNoWorkerPhysics, type Sought } from "./reason-of-none.ts";
import { roundFigures } from "./round-figures.ts";
import { tooFewFrames } from "./too-few-frames.ts";
import { measureWork, workByFrame } from "./work.ts";
import { findWorstFrames, type PairedColumns } from "./worst-frames.ts";

/** The part of a run that figures are computed from. */
export type MeasuredRun = Pick<
  RunSamples,
  | "counts"
  | "before"
  | "bootMs"
  | "times"
  | "workloadMs"
  | "entities"
  | "loads"
  | "finalStateHash"
  | "scene"
  | "physics"
  | "workerPhysics"
  | "notices"
  | "work"
  | "allocations"
>;

interface MeasureOptions {
  /** Standard deviation of a time between two gates on this machine, as a share of it. */
  readonly betweenGates?: number;
  /** Gives CPU times as of this machine. Null: as measured. */
  readonly reference?: Reference | null;
  /** Whether the page was searched for engines. A manifest's game is not. */
  readonly seeksEngines?: boolean;
}

/**
 * Turns the samples of all runs of one plan into figures. Times are in milliseconds, and the columns line up by
 * measured frame. A figure that was not measured is null with a reason, never zero. Times are rounded as in a report.
 */
export function measureRuns(
  samples: readonly MeasuredRun[],
  { reference = null, seeksEngines = true, ...given }: MeasureOptions = {},
): RunMetrics {
  const assumed = reference === null ? assumedBetweenGates : spreadOfGates(reference, assumedBetweenGates);
  const { betweenGates = assumed } = given;
  const timed = samples.flatMap(
    (sample) => (reference === null ? sample.times : convertTimes(sample, reference)) ?? [],
  );
  const paired = pairColumns(samples, timed);
  return roundFigures({
    metrics: measureMetrics(samples, timed, { betweenGates, seeksEngines }),
    perFrame: {
      cpuMs: paired.cpuMs,
      wallMs: pairFrames(timed.map((times) => times.wallMs)),
      gcMs: paired.gcCpuMs,
      physicsMs: pairPhysics(timed, physicsOf),
      workerPhysicsMs: pairPhysics(timed, workerPhysicsOf),
      ...recordByCount((name) => firstColumn(samples, name)),
      work: workByFrame(samples),
      allocatedBytes: allocationsOf(samples)?.frames.map(({ bytes }) => bytes) ?? null,
      stateHash: firstColumn(samples, "stateHash") ?? [],
    },
    beforeFrames: recordByCount((name) => samples.find(({ before }) => before[name] !== null)?.before[name] ?? null),
    worstFrames: findWorstFrames(paired),
    divergence: findDivergence(samples),
    calibration: reference === null ? null : calibrationOf(reference, samples),
    quantileMethod,
    intervalMethod,
  });
}

function pairColumns(samples: readonly MeasuredRun[], timed: readonly TimeColumns[]): PairedColumns {
  return {
    cpuMs: pairFrames(timed.map((times) => times.cpuMs)),
    gcCpuMs: pairFrames(timed.map((times) => times.gcCpuMs)),
    phaseCpuMs: pairPhases(timed),
    drawCalls: firstColumn(samples, "drawCalls"),
    triangles: firstColumn(samples, "triangles"),
  };
}

/** Counts are equal in all runs, or the report has a divergence. So the first run that has them stands for all. */
function firstColumn<Name extends keyof MeasuredRun["counts"]>(
  samples: readonly MeasuredRun[],
  name: Name,
): MeasuredRun["counts"][Name] {
  return samples.find((sample) => sample.counts[name] !== null)?.counts[name] ?? null;
}

function measureMetrics(
  samples: readonly MeasuredRun[],
  timed: readonly TimeColumns[],
  { betweenGates, seeksEngines }: Required<Omit<MeasureOptions, "reference">>,
): Readonly<Record<MetricId, MetricResult>> {
  const cpuMs = timed.map((times) => times.cpuMs);
  return {
    ...measureFrames(cpuMs, betweenGates),
    gcMsMean: measureCollector("gcMsMean", timed, betweenGates),
    gcMsMax: measureCollector("gcMsMax", timed, betweenGates),
    physicsMsP95: measurePhysics("physicsMsP95", { samples, timed, betweenGates }),
    maxEntities: measureEntities(samples, seeksEngines),
    ...recordByColumn((id, name) => measureMaximum(id, name, { samples, seeksEngines })),
    workerPhysicsMsP95: measurePhysics("workerPhysicsMsP95", { samples, timed, betweenGates }),
    ...recordByLoadMetric((id) => measureLoads(id, samples)),
    ...measureWork(samples),
    ...measureAllocations(samples),
    bootMs: measureBoot(samples, betweenGates),
  };
}

/** Only of timed runs: the others boot with more hooks. */
function measureBoot(samples: readonly MeasuredRun[], betweenGates: number): MetricResult {
  const repeats = samples.flatMap(({ times, bootMs }) => (times === null ? [] : [bootMs]));
  if (repeats.length === 0) return notMeasured("bootMs", notTimed);
  const value = median(repeats);
  return timedResult("bootMs", value, bootInterval(repeats, value, betweenGates));
}

/**
 * Figures of each repeat, because a collection comes in another frame of each: when the heap is full depends on what
 * the browser and its compilers have allocated too. The median of a frame over the repeats would hide it.
 */
function measureCollector(
  id: "gcMsMean" | "gcMsMax",
  timed: readonly TimeColumns[],
  betweenGates: number,
): MetricResult {
  if (timed.length === 0) return notMeasured(id, notTimed);
  const columns = timed.map(({ gcCpuMs }) => gcCpuMs).filter(({ length }) => length > 0);
  if (columns.length === 0) return notMeasured(id, "no frame was measured");
  const repeats = columns.map((column) =>
    id === "gcMsMax" ? column.reduce((most, each) => Math.max(most, each), 0) : mean(column),
  );
  const value = median(repeats);
  return timedResult(id, value, collectorInterval(repeats, value, betweenGates));
}

interface Timed {
  readonly samples: readonly MeasuredRun[];
  readonly timed: readonly TimeColumns[];
  readonly betweenGates: number;
}

type PhysicsId = "physicsMsP95" | "workerPhysicsMsP95";

function measurePhysics(id: PhysicsId, { samples, timed, betweenGates }: Timed): MetricResult {
  const columns = timed.map(id === "physicsMsP95" ? physicsOf : workerPhysicsOf).filter((column) => column !== null);
  if (timed.length > 0 && columns.every((column) => column.length === 0)) {
    return notMeasured(id, id === "physicsMsP95" ? reasonOfNoPhysics(samples) : reasonOfNoWorkerPhysics(samples));
  }
  return quantilesOf(columns, betweenGates)(id);
}

type PhysicsColumn = (times: TimeColumns) => readonly number[] | null;

/** CPU time of the physics phase, or else of a page's physics engines. */
const physicsOf: PhysicsColumn = ({ phaseCpuMs, physicsCpuMs }) => phaseCpuMs?.physics ?? physicsCpuMs;

const workerPhysicsOf: PhysicsColumn = ({ workerPhysicsCpuMs }) => workerPhysicsCpuMs;

function pairPhysics(timed: readonly TimeColumns[], columnOf: PhysicsColumn): readonly number[] | null {
  const columns = timed.map(columnOf).filter((column) => column !== null);
  return columns.length === 0 ? null : pairFrames(columns);
}

const notTimed = "no run was timed; --repeat 5 asks for times";

type FrameMetricId =
  "frameCpuMsP50" | "frameCpuMsP95" | "frameCpuMsP99" | "frameCpuMsMax" | "framesOver16Ms" | "hitches";

/** Metrics of the main thread's CPU time in each frame. */
function measureFrames(
  repeats: readonly (readonly number[])[],
  betweenGates: number,
): Readonly<Record<FrameMetricId, MetricResult>> {
  const of = quantilesOf(repeats, betweenGates);
  return {
    frameCpuMsP50: of("frameCpuMsP50"),
    frameCpuMsP95: of("frameCpuMsP95"),
    frameCpuMsP99: of("frameCpuMsP99"),
    frameCpuMsMax: of("frameCpuMsMax"),
    framesOver16Ms: measureOver("framesOver16Ms", repeats, (columns) =>
      countFramesOver(columns, frameTimeMs, betweenGates),
    ),
    hitches: measureOver("hitches", repeats, (columns) => countFramesOver(columns.map(sharesOfHitch), 1, betweenGates)),
  };
}

function measureOver(
  id: MetricId,
  repeats: readonly (readonly number[])[],
  count: (repeats: readonly (readonly number[])[]) => FramesOver,
): MetricResult {
  if (repeats.length === 0) return notMeasured(id, notTimed);
  const { value, interval } = count(repeats);
  return timedResult(id, value, interval);
}

/** Measures quantiles of a column, and its maximum: a metric that is no quantile. */
function quantilesOf(repeats: readonly (readonly number[])[], betweenGates: number): (id: MetricId) => MetricResult {
  const paired = pairFrames(repeats);
  const sorted = paired.length === 0 ? null : sortSamples(paired);
  const intervalOf = quantileIntervals(repeats, betweenGates);
  return (id) => {
    if (repeats.length === 0) return notMeasured(id, notTimed);
    const reason = tooFewFrames(id, paired.length);
    if (sorted === null || reason !== null) return notMeasured(id, reason ?? "no frame was measured");
    const { quantile: fraction = 1 } = metricDefinitions[id];
    const value = quantile(sorted, fraction);
    const result = timedResult(id, value, intervalOf?.({ value, fraction }) ?? null);
    return fraction === 1 ? { ...result, frame: paired.indexOf(value) } : result;
  };
}

function timedResult(id: MetricId, value: number, interval: Interval | null): MetricResult {
  const { unit } = metricDefinitions[id];
  const { low = null, high = null } = interval ?? {};
  return { value, unit, reason: null, low, high, frame: null, mean: null };
}

function measureMaximum(id: MetricId, name: CountName, sought: Sought): MetricResult {
  const { samples } = sought;
  const columns = samples.flatMap((sample) => {
    const column = sample.counts[name];
    return column === null ? [] : [column];
  });
  if (columns.length === 0) return notMeasured(id, reasonOfNone(name, sought));
  const maxima = columns.filter((column) => column.length > 0).map(maximumOf);
  const [highest] = maxima.sort((left, right) => right.value - left.value || left.frame - right.frame);
  if (highest === undefined) return notMeasured(id, "no frame was measured");
  return { ...exactResult(id, highest.value, highest.frame), mean: highest.mean };
}

function maximumOf(column: readonly number[]): Readonly<Record<"value" | "frame" | "mean", number>> {
  const value = column.reduce((highest, each) => Math.max(highest, each), 0);
  const mean = column.reduce((total, each) => total + each, 0) / column.length;
  return { value, frame: column.indexOf(value), mean: Math.round(mean * 1000) / 1000 };
}

function measureEntities(samples: readonly MeasuredRun[], seeksEngines: boolean): MetricResult {
  const counts = samples.flatMap((sample) => sample.entities ?? []);
  if (counts.length === 0) return notMeasured("maxEntities", reasonOfNone("sceneEntities", { samples, seeksEngines }));
  return exactResult("maxEntities", Math.max(...counts), null);
}

function measureLoads(id: LoadMetricId, samples: readonly MeasuredRun[]): MetricResult {
  const values = new Set(samples.flatMap(({ loads }) => (loads === null ? [] : [loads[id]])));
  const [value] = values;
  if (value === undefined) return notMeasured(id, "loads are counted in a count pass, and there was none");
  if (value === null) return notMeasured(id, "a response has an encoding that Framegate cannot decode, or is damaged");
  if (values.size === 1) return exactResult(id, value, null);
  return notMeasured(id, `it was not the same in every run: ${[...values].map(String).join(", ")}`);
}

function exactResult(id: MetricId, value: number, frame: number | null): MetricResult {
  return { value, unit: metricDefinitions[id].unit, reason: null, low: value, high: value, frame, mean: null };
}

function notMeasured(id: MetricId, reason: string): MetricResult {
  return { value: null, unit: metricDefinitions[id].unit, reason, low: null, high: null, frame: null, mean: null };
}
