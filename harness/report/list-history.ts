import { metricDefinitions, type MetricUnit } from "../../src/formats/metrics.ts";
import { formatFigure } from "../../src/formats/format-figures.ts";
import type { ViewTrend } from "../../src/formats/report-view.ts";
import type { ListOptions } from "./list.ts";
import { margin } from "./list-style.ts";
import { createPaint, type Paint } from "./terminal-text.ts";
import { type Cell, layOutTable, left, plainText, right } from "./text-layout.ts";

/** A metric over runs, oldest first. */
export interface ListedMetric {
  readonly metric: keyof typeof metricDefinitions;
  readonly points: readonly ListedPoint[];
}

interface ListedPoint {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly startedAt: string;
  readonly commit: string | null;
  readonly machine: string;
  readonly changedFrom: number | null;
}

/** Runs of one game with the same input. */
export interface ListedSeries {
  readonly game: string;
  /** Null for a game with a manifest. */
  readonly page: string | null;
  readonly seed: number;
  readonly frames: number;
  readonly runs: readonly { readonly startedAt: string; readonly machine: string }[];
  readonly metrics: readonly ListedMetric[];
}

/** More runs would not fit on a line; `--json` has all. */
const shownRuns = 40;

const shownChanges = 3;

/** A chart of more runs has less than a pixel for each on a phone. */
const shownPoints = 300;

/** Table of a history: for each series its metrics, their sparklines, and where they changed. */
export function renderHistory(series: readonly ListedSeries[], { colour, columns }: ListOptions): string {
  const paint = createPaint(colour);
  return series.map((one) => `\n${renderSeries(one, paint, columns).join("\n")}\n`).join("");
}

function renderSeries(series: ListedSeries, paint: Paint, columns: number): readonly string[] {
  const { game, page, seed, frames, runs, metrics } = series;
  const [first, last] = [runs[0], runs.at(-1)];
  const count = runs.length === 1 ? "1 run" : `${String(runs.length)} runs`;
  const dates = [...new Set([first, last].map((run) => dateOf(run?.startedAt ?? "")))].join(" to ");
  const ofPage = page === null ? "" : ` (${plainText(page)})`;
  const heads = ["", "first", "last", `up to ${String(shownRuns)} runs`, "changed"];
  const head = heads.map((text) => ({ text, paint: paint.dim }));
  const rows = metrics.flatMap((metric) => rowsOf(metric, last?.machine ?? "", paint));
  const table = layOutTable(
    [left(0), right(2), right(0), left(0), left(1)],
    [head, ...rows],
    columns - margin.length * 2,
  );
  return [
    `${margin}${paint.bold(plainText(game))}${ofPage}, seed ${String(seed)}, ${String(frames)} frames: ${count}, ${dates}`,
    ...table.map((line) => `${margin}${margin}${line}`),
  ];
}

/** The trend of a metric for the page of a report; null for fewer than two runs. Times are those of a machine class. */
export function trendOf(listed: ListedMetric, machine: string): ViewTrend | null {
  const { metric } = listed;
  const points = comparable(listed, machine).slice(-shownPoints);
  if (points.length < 2) return null;
  return {
    metric,
    points: points.map((point) => {
      const { value, low, high, commit, startedAt } = point;
      const day = dateOf(startedAt);
      return {
        ...{ value, low: low ?? value, high: high ?? value, day },
        name: commit === null ? day : `${shortCommit(commit)}, ${day}`,
        change: point.changedFrom === null ? null : describeChange(point, metricDefinitions[metric].unit),
      };
    }),
  };
}

/** Counts of all runs, or times of a machine class. */
function comparable({ metric, points }: ListedMetric, machine: string): readonly ListedPoint[] {
  return metricDefinitions[metric].kind === "exact" ? points : points.filter((point) => point.machine === machine);
}

/** Times are shown for the last run's machine class. */
function rowsOf(listed: ListedMetric, machine: string, paint: Paint): readonly (readonly Cell[])[] {
  const { label, unit } = metricDefinitions[listed.metric];
  const shown = comparable(listed, machine);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return [];
  const recent = shown.slice(-shownRuns);
  const changes = shown.filter(({ changedFrom }) => changedFrom !== null).toReversed();
  const texts = changes.slice(0, shownChanges).map((point) => describeChange(point, unit));
  const more = changes.length - texts.length;
  if (more > 0) texts.push(`and ${String(more)} more`);
  const plain = (text: string): Cell => ({ text, paint: String });
  const row = [
    ...[plain(label), plain(formatFigure(first.value, unit)), plain(formatFigure(last.value, unit))],
    { text: sparkline(recent.map(({ value }) => value)), paint: paint.cyan },
    { text: texts[0] ?? "", paint: paint.yellow },
  ];
  if (changes.length === 0) return [row];
  const marks = recent.map(({ changedFrom }) => (changedFrom === null ? " " : "^")).join("");
  const below = [...texts.slice(1), ...(texts.length === 1 ? [""] : [])].map((text, index) => [
    ...[plain(""), plain(""), plain("")],
    { text: index === 0 ? marks : "", paint: paint.yellow },
    { text, paint: paint.yellow },
  ]);
  return [row, ...below];
}

/** `120 -> 166 at 3f2a1b9, 2026-01-31`. */
function describeChange({ value, changedFrom, commit, startedAt }: ListedPoint, unit: MetricUnit): string {
  const at = commit === null ? "" : ` at ${shortCommit(commit)}`;
  return `${formatFigure(changedFrom ?? value, unit)} -> ${formatFigure(value, unit)}${at}, ${dateOf(startedAt)}`;
}

function shortCommit(commit: string): string {
  return plainText(commit).slice(0, 7);
}

function dateOf(startedAt: string): string {
  return startedAt.slice(0, 10);
}

const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** A bar per value, from the lowest to the highest. Equal values are all low. */
export function sparkline(values: readonly number[]): string {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  return values
    .map((value) => bars[range === 0 ? 0 : Math.round(((value - lowest) / range) * (bars.length - 1))] ?? "")
    .join("");
}
