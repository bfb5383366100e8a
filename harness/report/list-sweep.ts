import { formatCount, formatFigure } from "../../src/formats/format-figures.ts";
import { metricDefinitions, type MetricId } from "../../src/formats/metrics.ts";
import { commandOfSeed, type ExaminedSweep, type SeedVerdict } from "../../src/formats/sweep.ts";
import { type ListOptions, styleOf } from "./list.ts";
import { titleOf } from "./list-heading.ts";
import { type ListStyle, margin, paintOfStatus } from "./list-style.ts";
import { renderConclusion } from "./list-verdict.ts";
import {
  concludeSweep,
  countOver,
  describeMissing,
  describeSeed,
  describeSweep,
  formatQuantile,
  limitsOf,
  shownMetrics,
} from "./sweep-text.ts";
import { type Cell, layOutTable, left, right, wrapBehind } from "./text-layout.ts";

/** The others are in `sweep.json` and on its page. */
const shownSeeds = 10;

/** A sweep for a terminal: the worst seeds, the distributions, the command for the worst seed, and the verdict last. */
export function renderSweep(examined: ExaminedSweep, options: ListOptions): string {
  const style = styleOf(options);
  const sections = [
    [`${margin}${style.paint.bold(titleOf(examined.file.sweep))}`, ...renderFacts(examined, style)],
    renderWorst(examined, style),
    renderDistributions(examined, style),
    renderAgain(examined, style),
    renderSentence(examined, style),
  ].filter((lines) => lines.length > 0);
  return `\n${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The verdict of a sweep, and the command for its worst seed if that failed. */
export function renderShortSweep(examined: ExaminedSweep, options: ListOptions): string {
  const style = styleOf(options);
  const again = examined.file.verdict.status === "pass" ? [] : renderAgain(examined, style);
  return `${[...again, ...renderSentence(examined, style)].join("\n")}\n`;
}

function renderFacts({ file }: ExaminedSweep, { paint, columns }: ListStyle): readonly string[] {
  return describeSweep(file)
    .flatMap((fact) => wrapBehind(margin, fact, columns))
    .map((line) => paint.dim(line));
}

function renderWorst(examined: ExaminedSweep, { paint, columns }: ListStyle): readonly string[] {
  const { file, seeds } = examined;
  const { metric, worst } = file.verdict;
  const { label, unit } = metricDefinitions[metric];
  const known = new Map(seeds.map((seed) => [seed.seed, seed]));
  const values = new Map(file.sweep.seeds.map((seed, index) => [seed, file.sweep.metrics[metric]?.values[index]]));
  const rows = worst.slice(0, shownSeeds).flatMap((seed) => {
    const verdict = known.get(seed);
    if (verdict === undefined) return [];
    const value = values.get(seed) ?? null;
    const colour = paintOfStatus(verdict.status, paint);
    return [
      [
        { text: markOf(verdict), paint: colour },
        { text: String(seed), paint: String },
        { text: value === null ? "-" : formatFigure(value, unit), paint: verdict.cause === "budget" ? colour : String },
        { text: shorten(describeSeed(examined, verdict, metric), columns - reasonIndent), paint: colour },
      ],
    ];
  });
  const heads = ["", "seed", label, ""].map((text): Cell => ({ text, paint: paint.dim }));
  const table = layOutTable([left(0), right(0), right(0), left(1)], [heads, ...rows], Number.POSITIVE_INFINITY);
  const more = worst.length - rows.length;
  return [
    `${margin}${paint.bold("Worst seeds")}`,
    ...table.map((line) => `${margin}${line}`),
    ...(more > 0 ? [paint.dim(`${margin}and ${formatCount(more)} more`)] : []),
  ];
}

/** Room that the other columns need, with a label of usual length. */
const reasonIndent = 46;

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function markOf({ cause, status }: SeedVerdict): string {
  switch (cause) {
    case "environment":
    case "game":
      return "FAILED";
    case "nondeterminism":
      return "DIFFERS";
    case "budget":
      return status === "fail" ? "✗" : "?";
    case null:
      return "✓";
  }
}

const distributionColumns = [left(0), right(2), right(0), right(0), right(0), right(0), right(1)];

function renderDistributions(examined: ExaminedSweep, { paint, columns }: ListStyle): readonly string[] {
  const limits = limitsOf(examined);
  const heads = ["", "min", "median", "p95", "max", ...(limits.size === 0 ? [] : ["budget", "seeds over"])];
  const rows = shownMetrics(examined).map((id) => distributionCells(id, examined, limits.get(id) ?? null));
  if (rows.length === 0) return [];
  const colour = (text: string): Cell => ({ text, paint: String });
  const table = layOutTable(
    distributionColumns,
    [heads.map((text) => ({ text, paint: paint.dim })), ...rows.map((cells) => cells.map(colour))],
    columns - margin.length,
  );
  return [`${margin}${paint.bold("Over all seeds")}`, ...table.map((line) => `${margin}${line}`)];
}

function distributionCells(id: MetricId, examined: ExaminedSweep, limit: number | null): readonly string[] {
  const { label, unit } = metricDefinitions[id];
  const { min, median, p95, max } = examined.distributions[id] ?? { min: 0, median: 0, p95: 0, max: 0 };
  return [
    ...[label, ...[min, median, p95, max].map((value) => formatQuantile(value, id))],
    ...(limit === null ? [] : [formatFigure(limit, unit), formatCount(countOver(examined, id))]),
  ];
}

/** On one line, so that it can be copied. */
function renderAgain({ file: { sweep, verdict } }: ExaminedSweep, { paint }: ListStyle): readonly string[] {
  const [worst] = verdict.worst;
  if (worst === undefined) return [];
  return [`${margin}${paint.dim(`Seed ${String(worst)} again:`)} ${commandOfSeed(sweep.command, worst)}`];
}

function renderSentence(examined: ExaminedSweep, style: ListStyle): readonly string[] {
  const missing = describeMissing(examined.file.sweep);
  return [
    ...(missing === null ? [] : wrapBehind(margin, missing, style.columns).map((line) => style.paint.yellow(line))),
    ...renderConclusion(concludeSweep(examined), style),
  ];
}
