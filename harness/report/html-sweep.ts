import { formatCount, formatFigure, formatPart } from "../../src/formats/format-figures.ts";
import { metricDefinitions, metricIds, type MetricId } from "../../src/formats/metrics.ts";
import type { ViewBlock, ViewCell, ViewTable } from "../../src/formats/report-view.ts";
import {
  commandOfSeed,
  type ExaminedSweep,
  type SeedVerdict,
  type SweepColumn,
  type SweepFailureKind,
} from "../../src/formats/sweep.ts";
import type { SweepView, ViewSeeds, ViewSweepMetric } from "../../src/formats/sweep-view.ts";
import type { VerdictStatus } from "../../src/formats/verdict.ts";
import { titleOf } from "./list-heading.ts";
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

/** More would hide the charts below. Every seed is in the chart, with its command. */
const listedSeeds = 20;

/** Everything that the page of a sweep shows at once. */
export function sweepView(examined: ExaminedSweep): SweepView {
  const { sweep, verdict } = examined.file;
  const [worst] = verdict.worst;
  const missing = describeMissing(sweep);
  const notices: readonly ViewBlock[] =
    missing === null ? [] : [{ kind: "notices", notices: [{ mark: "warning", text: missing }] }];
  return {
    title: titleOf(sweep),
    ...concludeSweep(examined),
    facts: describeSweep(examined.file),
    command: worst === undefined ? null : commandOfSeed(sweep.command, worst),
    commandOfSeeds: sweep.command,
    metrics: chartedMetrics(examined).map((id) => viewMetric(id, examined)),
    worst: { id: "worst", title: "Worst seeds", blocks: [...notices, ...worstBlocks(examined)] },
    sections: [{ id: "metrics", title: "All metrics", blocks: [{ kind: "table", table: metricTable(examined) }] }],
  };
}

/** The figures behind the charts. */
export function viewSeeds({ sweep }: ExaminedSweep["file"]): ViewSeeds {
  const values = metricIds.flatMap((id): readonly (readonly [MetricId, SweepColumn["values"]])[] => {
    const column = sweep.metrics[id];
    return column === undefined ? [] : [[id, column.values]];
  });
  return { seeds: sweep.seeds, values: Object.fromEntries(values) };
}

/** Those that the terminal shows, then all others with any figure above zero. */
function chartedMetrics(examined: ExaminedSweep): readonly MetricId[] {
  const others = metricIds.filter((id) => (examined.distributions[id]?.max ?? 0) > 0);
  return [...new Set([...shownMetrics(examined), ...others])];
}

function viewMetric(id: MetricId, examined: ExaminedSweep): ViewSweepMetric {
  const { min = 0, median = 0, p95 = 0, max = 0 } = examined.distributions[id] ?? {};
  const limit = limitsOf(examined).get(id) ?? null;
  const count = examined.file.sweep.seeds.length;
  const over = countOver(examined, id);
  const texts = [
    ...[`Lowest ${formatQuantile(min, id)}`, `median ${formatQuantile(median, id)}`],
    ...[`p95 ${formatQuantile(p95, id)}`, `highest ${formatQuantile(max, id)}`],
    ...(limit === null
      ? []
      : [
          `${formatPart(over, count)} of the seeds over the budget of ${formatFigure(limit, metricDefinitions[id].unit)}`,
        ]),
  ];
  return { metric: id, limit, p95, text: texts.join(" · ") };
}

function worstBlocks(examined: ExaminedSweep): readonly ViewBlock[] {
  const { sweep, verdict } = examined.file;
  const known = new Map(examined.seeds.map((seed) => [seed.seed, seed]));
  const { label } = metricDefinitions[verdict.metric];
  const rows = verdict.worst.slice(0, listedSeeds).flatMap((seed) => {
    const one = known.get(seed);
    return one === undefined ? [] : [seedCells(one, examined)];
  });
  const columns = columnsOf([">seed", "result", `>${label}`, "reason", "command"]);
  const hasReasons = examined.seeds.some(({ cause }) => cause !== null);
  const withoutReason = <Value>(list: readonly Value[]): readonly Value[] => (hasReasons ? list : list.toSpliced(3, 1));
  const table: ViewTable = {
    caption: `Failures first, then by ${label}`,
    columns: withoutReason(columns),
    rows: rows.map(withoutReason),
    isSortable: true,
  };
  const more = sweep.seeds.length - rows.length;
  const text = `${formatCount(more)} more seeds are in the chart below, and in sweep.json.`;
  return [{ kind: "table", table }, ...(more > 0 ? [{ kind: "text", text } as const] : [])];
}

const resultTexts: Readonly<Record<VerdictStatus | SweepFailureKind, string>> = {
  environment: "no result",
  game: "failed",
  nondeterminism: "differs",
  fail: "over budget",
  inconclusive: "undecided",
  pass: "pass",
};

function seedCells(verdict: SeedVerdict, examined: ExaminedSweep): readonly ViewCell[] {
  const { sweep, verdict: whole } = examined.file;
  const { seed, cause, status } = verdict;
  const value = sweep.metrics[whole.metric]?.values[sweep.seeds.indexOf(seed)] ?? null;
  const { unit } = metricDefinitions[whole.metric];
  return [
    { text: String(seed), value: seed },
    plain(resultTexts[cause === null || cause === "budget" ? status : cause]),
    { text: value === null ? "-" : formatFigure(value, unit), value },
    plain(describeSeed(examined, verdict, whole.metric)),
    plain(commandOfSeed(sweep.command, seed)),
  ];
}

function metricTable(examined: ExaminedSweep): ViewTable {
  const limits = limitsOf(examined);
  const rows = chartedMetrics(examined).map((id): readonly ViewCell[] => {
    const { label, unit } = metricDefinitions[id];
    const { min = 0, median = 0, p95 = 0, max = 0 } = examined.distributions[id] ?? {};
    const limit = limits.get(id) ?? null;
    const over = countOver(examined, id);
    return [
      plain(label),
      ...[min, median, p95, max].map((value) => ({ text: formatQuantile(value, id), value })),
      { text: limit === null ? "" : formatFigure(limit, unit), value: limit },
      limit === null ? plain("") : { text: formatCount(over), value: over },
    ];
  });
  const columns = columnsOf(["metric", ">lowest", ">median", ">p95", ">highest", ">budget", ">seeds over"]);
  return { caption: "Over all seeds", columns, rows, isSortable: true };
}

/** A leading `>` right-aligns a column. */
function columnsOf(labels: readonly string[]): ViewTable["columns"] {
  return labels.map((label) => ({ label: label.replace(">", ""), align: label.startsWith(">") ? "right" : "left" }));
}

function plain(text: string): ViewCell {
  return { text, value: null };
}
