import type { HistoryEntry, HistoryFigure } from "../../src/formats/history.ts";
import { metricDefinitions, type MetricId, metricIds } from "../../src/formats/metrics.ts";

/** Comparable runs: one game with the same input, oldest first. */
export interface HistorySeries extends Pick<HistoryEntry, "game" | "seed" | "frames" | "warmup" | "tape" | "query"> {
  /** Null for a game with a manifest. */
  readonly page: string | null;
  readonly runs: readonly HistoryEntry[];
  /** Metrics that were measured at least once. */
  readonly metrics: readonly MetricHistory[];
}

/** A metric over the runs of a series. */
export interface MetricHistory {
  readonly metric: MetricId;
  readonly points: readonly HistoryPoint[];
}

/** A metric in one run. */
export interface HistoryPoint extends HistoryFigure, Pick<HistoryEntry, "startedAt" | "commit" | "machine"> {
  /** The previous value, if it changed; otherwise null. */
  readonly changedFrom: number | null;
}

/** Groups runs into series, in order of first occurrence, and finds where a metric changed. */
export function findChanges(entries: readonly HistoryEntry[]): readonly HistorySeries[] {
  const series = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const key = inputOf(entry);
    const known = series.get(key);
    if (known === undefined) series.set(key, [entry]);
    else known.push(entry);
  }
  return [...series.values()].flatMap((runs) => {
    const [first] = runs;
    if (first === undefined) return [];
    const { game, page = null, seed, frames, warmup, tape, query } = first;
    const metrics = metricIds.flatMap((metric) => historyOf(metric, runs));
    return [{ game, page, seed, frames, warmup, tape, query, runs, metrics }];
  });
}

/** The series of the runs that can be compared with a run: of the same game with the same input. */
export function seriesOf(entry: HistoryEntry, series: readonly HistorySeries[]): HistorySeries | null {
  return series.find((one) => inputOf(one) === inputOf(entry)) ?? null;
}

type ComparedInput = Omit<HistorySeries, "runs" | "metrics" | "page"> & {
  readonly page?: string | null;
};

/** Runs can be compared if this is equal. */
function inputOf({ game, page = null, seed, frames, warmup, tape, query }: ComparedInput): string {
  return JSON.stringify([game, page, seed, frames, warmup, tape, query]);
}

function historyOf(metric: MetricId, runs: readonly HistoryEntry[]): readonly MetricHistory[] {
  const isTimed = metricDefinitions[metric].kind === "timed";
  // Times from two machines say nothing about the game. Counts are the same on both.
  const before = new Map<string, HistoryFigure>();
  const points = runs.flatMap(({ metrics, startedAt, commit, machine }): readonly HistoryPoint[] => {
    const figure = metrics[metric];
    if (figure === undefined) return [];
    const comparable = isTimed ? machine : "";
    const previous = before.get(comparable);
    const changed = previous !== undefined && (isTimed ? areApart(previous, figure) : previous.value !== figure.value);
    // Compared with the last change, not with the previous run, so that a slow drift within the noise is found.
    if (previous === undefined || previous.low === null || changed || !isTimed) before.set(comparable, figure);
    return [{ ...figure, startedAt, commit, machine, changedFrom: changed ? previous.value : null }];
  });
  return points.length === 0 ? [] : [{ metric, points }];
}

/** Whether the intervals of two times do not overlap. A single run has none. */
function areApart(one: HistoryFigure, other: HistoryFigure): boolean {
  if (one.low === null || one.high === null || other.low === null || other.high === null) return false;
  return one.high < other.low || other.high < one.low;
}
