import type { BaselineComparison, DuetEffect, DuetResult } from "../../src/formats/baseline.ts";
import type { LoadCounts } from "../../src/formats/load-counts.ts";
import { loadMetricIds } from "../../src/formats/metrics.ts";
import type { MetricResult, RunReport } from "../../src/formats/report.ts";
import { compareStoredAllocations } from "./compare-allocations.ts";
import {
  compareColumns,
  compareFunctions,
  compareWork,
  type ExactColumns,
  type ExactWork,
  judgeWork,
} from "./compare-columns.ts";
import { minimumEffect } from "./duet.ts";
import { timesClassOf } from "./machine-class.ts";

/** Exact figures of a run: the columns of its frames, and its executed code; null without a work pass. */
export interface ExactFigures {
  readonly counts: ExactColumns;
  readonly work: ExactWork | null;
  /** Null if no run has counted them. */
  readonly loads: LoadCounts | null;
}

/** A run that is compared with a stored report. */
export interface ComparedFigures extends ExactFigures, Pick<RunReport, "metrics" | "environment" | "calibration"> {}

/** Source of a comparison, and its limits. */
export type ComparisonTerms = Pick<BaselineComparison, "source" | "maxWorkGrowth" | "failsOnTime">;

/** Compares a run with a stored report: exact figures frame by frame, then times. */
export function compareStored(
  baseline: RunReport,
  current: ComparedFigures,
  terms: ComparisonTerms,
): BaselineComparison {
  const exact = compareExactly(figuresOf(baseline), current);
  const work = judgeWork(exact.columns, terms.maxWorkGrowth);
  const allocated = compareStoredAllocations(baseline, current);
  const times = compareStoredTimes(baseline, current);
  return { ...terms, ...exact, functionTimes: [], ...allocated, draws: null, work, ...times };
}

/** The exact figures of a report. */
export function figuresOf({ perFrame, work, runs }: Pick<RunReport, "perFrame" | "work" | "runs">): ExactFigures {
  return { counts: perFrame, work, loads: runs.find(({ loads }) => loads !== null)?.loads ?? null };
}

/** Compares the exact figures of two runs. */
export function compareExactly(
  before: ExactFigures,
  now: ExactFigures,
): Pick<BaselineComparison, "columns" | "loads" | "functions"> {
  return {
    columns: [...compareColumns(before.counts, now.counts), ...compareWork(before.work, now.work)],
    loads: compareLoads(before.loads, now.loads),
    functions: compareFunctions(before.work, now.work),
  };
}

function compareLoads(before: LoadCounts | null, now: LoadCounts | null): BaselineComparison["loads"] {
  if (before === null || now === null) return [];
  return loadMetricIds
    .map((metric) => ({ metric, baseline: before[metric], current: now[metric] }))
    .filter(({ baseline, current }) => baseline !== current);
}

/** A run's times compared with those of a stored report, or why they cannot be compared. */
export interface StoredTimes {
  readonly times: DuetResult | null;
  readonly timesNote: string | null;
}

/**
 * Compares the p95 of two reports by their intervals, which include the variation between two gates on one machine.
 * Less sensitive than lockstep, because the builds did not run at the same time.
 */
export function compareStoredTimes(
  baseline: Pick<RunReport, "metrics" | "environment" | "calibration" | "runs">,
  current: Pick<RunReport, "metrics" | "environment" | "calibration">,
): StoredTimes {
  const classes = [baseline, current].map(timesClassOf);
  if (classes[0] !== classes[1]) {
    const timesNote = `the stored report is of another machine class (${classes[0] ?? ""}), so only exact columns were compared`;
    return { times: null, timesNote };
  }
  const effect = effectOf(baseline.metrics.frameCpuMsP95, current.metrics.frameCpuMsP95);
  if (effect === null) return { times: null, timesNote: "one of the two has no timed repeats" };
  const pairs = baseline.runs.filter(({ pass }) => pass === "timed").length;
  return {
    times: { pairs, minimumEffect, verdict: verdictOf(effect), p: null, body: effect, tail: effect, effect },
    timesNote: null,
  };
}

function effectOf(baseline: MetricResult, current: MetricResult): DuetEffect | null {
  if (baseline.value === null || baseline.low === null || baseline.high === null) return null;
  if (current.value === null || current.low === null || current.high === null) return null;
  return {
    ...{ scope: "p95", frames: null, ratio: current.value / baseline.value },
    ...{ low: current.low / baseline.high, high: current.high / baseline.low },
  };
}

function verdictOf({ ratio, low, high }: DuetEffect): DuetResult["verdict"] {
  if (low > 1 && ratio - 1 >= minimumEffect) return "slower";
  if (high < 1 && 1 - ratio >= minimumEffect) return "faster";
  return high - 1 < minimumEffect ? "no-difference" : "undecided";
}
