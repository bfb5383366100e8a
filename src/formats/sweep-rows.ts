import type { HistoryFigure } from "./history.ts";
import { metricDefinitions, metricIds, type MetricId } from "./metrics.ts";
import type { SweepColumn, SweepReport, SweepRow } from "./sweep.ts";

/** The columns of a sweep. */
export type SweepColumns = Pick<SweepReport, "seeds" | "chains" | "metrics" | "failures">;

/** Turns seeds, in any order, into columns. */
export function columnsOfRows(rows: readonly SweepRow[]): SweepColumns {
  const sorted = rows.toSorted((one, other) => one.seed - other.seed);
  return {
    seeds: sorted.map(({ seed }) => seed),
    chains: sorted.map(({ chain }) => chain),
    metrics: Object.fromEntries(metricIds.flatMap((id) => columnOf(id, sorted))),
    failures: sorted.flatMap(({ seed, failure }) => (failure === null ? [] : [{ seed, ...failure }])),
  };
}

function columnOf(id: MetricId, rows: readonly SweepRow[]): readonly (readonly [MetricId, SweepColumn])[] {
  const figures = rows.map(({ metrics }) => metrics[id]);
  if (figures.every((figure) => figure === undefined)) return [];
  const isTimed = metricDefinitions[id].kind === "timed";
  const column = (end: keyof HistoryFigure): readonly (number | null)[] =>
    figures.map((figure) => figure?.[end] ?? null);
  return [
    [id, { values: column("value"), low: isTimed ? column("low") : null, high: isTimed ? column("high") : null }],
  ];
}

/** Reverses `columnsOfRows`. */
export function rowsOfColumns({ seeds, chains, metrics, failures }: SweepColumns): readonly SweepRow[] {
  const failureOf = new Map(failures.map(({ seed, ...failure }) => [seed, failure]));
  return seeds.map((seed, index) => ({
    seed,
    chain: chains[index] ?? null,
    metrics: Object.fromEntries(metricIds.flatMap((id) => figureOf(id, metrics[id], index))),
    failure: failureOf.get(seed) ?? null,
  }));
}

function figureOf(
  id: MetricId,
  column: SweepColumn | undefined,
  index: number,
): readonly (readonly [MetricId, HistoryFigure])[] {
  const value = column?.values[index] ?? null;
  if (column === undefined || value === null) return [];
  // Both ends of an exact metric are its value.
  const end = (ends: SweepColumn["low"]): number | null => (ends === null ? value : (ends[index] ?? null));
  return [[id, { value, low: end(column.low), high: end(column.high) }]];
}
