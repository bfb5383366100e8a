import { type CountName, recordByCount } from "../../src/formats/frame-counts.ts";
import type { RunSamples, TimeColumns } from "../../src/formats/frame-sample.ts";
import { metricDefinitions, minimumFramesForP95, type MetricId, recordByColumn } from "../../src/formats/metrics.ts";
import { recordByPhase } from "../../src/formats/phases.ts";
import type { MetricResult, RunMetrics } from "../../src/formats/report.ts";
import { calibrationOf, convertTimes, type Reference, spreadOfGates } from "./calibration.ts";
import { findDivergence } from "./divergence.ts";
import { assumedBetweenGates, intervalMethod, p95Interval } from "./interval.ts";
import { pairFrames } from "./pair-frames.ts";
import { quantile, quantileMethod, sortSamples } from "./quantile.ts";
import { reasonOfNone, reasonOfNoPhysics, reasonOfNoWorkerPhysics, type Sought } from "./reason-of-none.ts";
import { roundFigures } from "./round-figures.ts";
import { measureWork, workByFrame } from "./work.ts";
import { findWorstFrames, type PairedColumns } from "./worst-frames.ts";

/** The part of a run that figures are computed from. */
export type MeasuredRun = Pick<
  RunSamples,
  | "counts"
  | "before"
  | "times"
  | "workloadMs"
  | "entities"
  | "finalStateHash"
  | "scene"
  | "physics"
  | "workerPhysics"
  | "notices"
  | "work"
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
      physicsMs: pairPhysics(timed, physicsOf),
      workerPhysicsMs: pairPhysics(timed, workerPhysicsOf),
      ...recordByCount((name) => firstColumn(samples, name)),
      work: workByFrame(samples),
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
  const phases = timed.flatMap((times) => times.phaseCpuMs ?? []);
  return {
    cpuMs: pairFrames(timed.map((times) => times.cpuMs)),
    phaseCpuMs:
      phases.length === 0 ? null : recordByPhase((phase) => pairFrames(phases.map((columns) => columns[phase]))),
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
    frameCpuMsP95: measureP95("frameCpuMsP95", cpuMs, betweenGates),
    physicsMsP95: measurePhysics("physicsMsP95", { samples, timed, betweenGates }),
    maxEntities: measureEntities(samples, seeksEngines),
    ...recordByColumn((id, name) => measureMaximum(id, name, { samples, seeksEngines })),
    workerPhysicsMsP95: measurePhysics("workerPhysicsMsP95", { samples, timed, betweenGates }),
    ...measureWork(samples),
  };
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
  return measureP95(id, columns, betweenGates);
}

type PhysicsColumn = (times: TimeColumns) => readonly number[] | null;

/** CPU time of the physics phase, or else of a page's physics engines. */
const physicsOf: PhysicsColumn = ({ phaseCpuMs, physicsCpuMs }) => phaseCpuMs?.physics ?? physicsCpuMs;

const workerPhysicsOf: PhysicsColumn = ({ workerPhysicsCpuMs }) => workerPhysicsCpuMs;

function pairPhysics(timed: readonly TimeColumns[], columnOf: PhysicsColumn): readonly number[] | null {
  const columns = timed.map(columnOf).filter((column) => column !== null);
  return columns.length === 0 ? null : pairFrames(columns);
}

function measureP95(id: MetricId, repeats: readonly (readonly number[])[], betweenGates: number): MetricResult {
  if (repeats.length === 0) return notMeasured(id, "no run was timed; --repeat 5 asks for times");
  const paired = pairFrames(repeats);
  if (paired.length < minimumFramesForP95) {
    const counts = `${String(minimumFramesForP95)} measured frames, there are ${String(paired.length)}`;
    return notMeasured(id, `a p95 needs at least ${counts}`);
  }
  const value = quantile(sortSamples(paired), 0.95);
  const interval = p95Interval(repeats, value, betweenGates);
  return {
    value,
    unit: metricDefinitions[id].unit,
    reason: null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    frame: null,
    mean: null,
  };
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

function exactResult(id: MetricId, value: number, frame: number | null): MetricResult {
  return { value, unit: metricDefinitions[id].unit, reason: null, low: value, high: value, frame, mean: null };
}

function notMeasured(id: MetricId, reason: string): MetricResult {
  return { value: null, unit: metricDefinitions[id].unit, reason, low: null, high: null, frame: null, mean: null };
}
