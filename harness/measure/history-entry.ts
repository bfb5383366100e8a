import { type HistoryEntry, type HistoryFigure, historyVersion } from "../../src/formats/history.ts";
import { metricIds, type MetricId } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { timesClassOf } from "./machine-class.ts";

/** Facts about a run that its report does not hold. */
export interface RunOrigin {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly commit: string | null;
}

/** A run as a line of the history. */
export function historyEntryOf({ report, verdict }: ReportFile, { startedAt, commit }: RunOrigin): HistoryEntry {
  const { game, seed, frames, tape, query, environment } = report;
  return {
    version: historyVersion,
    ...{ startedAt, commit },
    game: game.name,
    ...(game.manifestHash === null ? { page: report.target } : {}),
    ...{ seed: seed.value, frames: frames.measured, warmup: frames.warmup, tape: tape?.hash ?? null, query },
    machine: timesClassOf(report),
    browser: environment.browserVersion,
    metrics: figuresOf(report),
    verdict: verdict.status,
  };
}

/** The metrics that were measured. */
export function figuresOf({ metrics }: Pick<RunReport, "metrics">): Readonly<Partial<Record<MetricId, HistoryFigure>>> {
  const figures = metricIds.flatMap((id): readonly (readonly [MetricId, HistoryFigure])[] => {
    const { value, low, high } = metrics[id];
    return value === null ? [] : [[id, { value, low, high }]];
  });
  return Object.fromEntries(figures);
}
