import { formatFigure } from "../formats/format-figures.ts";
import { metricDefinitions, type MetricId } from "../formats/metrics.ts";
import { commandOfSeed } from "../formats/sweep.ts";
import type { SweepView, ViewSeeds, ViewSweepMetric } from "../formats/sweep-view.ts";
import { type ChartContent, createChart } from "./chart.ts";
import { chosenChart, type MetricChart } from "./chosen-chart.ts";
import { element } from "./element.ts";
import { createFrameSelection } from "./frame-selection.ts";
import { drawHistogram } from "./histogram.ts";
import { commandLine } from "./page-header.ts";

/** More bars than this are narrower than their gaps on a phone. */
const barsMax = 60;

/** A seed with its figure. */
interface SeedFigure {
  readonly seed: number;
  readonly value: number;
}

/** The distribution of a metric over the seeds: a histogram, the seeds in order, and the command of a selected seed. */
export function sweepViewer(
  view: SweepView,
  seeds: ViewSeeds,
): { readonly element: HTMLElement; readonly draw: () => void } {
  const metrics = view.metrics.map(({ metric }) => metric);
  return chosenChart("sweep-metric", metrics, (metric) => {
    const shown = view.metrics.find((each) => each.metric === metric);
    const figures = sortedFigures(seeds, metric);
    if (shown === undefined || figures.length === 0) return null;
    const { chart, elements } = sortedCurve(shown, figures, view.commandOfSeeds);
    return { chart, count: figures.length, elements: [drawHistogram(histogramOf(shown, figures)), ...elements] };
  });
}

/** Lowest first, so that the last one is the worst of the table above. */
function sortedFigures({ seeds, values }: ViewSeeds, metric: MetricId): readonly SeedFigure[] {
  const column = values[metric] ?? [];
  const figures = seeds.flatMap((seed, index) => {
    const value = column[index] ?? null;
    return value === null ? [] : [{ seed, value }];
  });
  return figures.toSorted((one, other) => one.value - other.value || other.seed - one.seed);
}

function histogramOf({ metric, limit, p95, text }: ViewSweepMetric, figures: readonly SeedFigure[]): Histogram {
  const { unit } = metricDefinitions[metric];
  const format = (value: number): string => formatFigure(value, unit);
  const values = figures.map(({ value }) => value);
  const [lowest = 0] = values;
  const isWhole = unit !== "ms";
  // A bar of a whole number begins at it, and ends before the next one.
  const last = values.at(-1) ?? lowest;
  const highest = isWhole ? last + 1 : Math.max(last, lowest + Number.EPSILON * 1e6);
  // As many whole numbers in each bar, so that none has more only because it is wider.
  const width = isWhole ? Math.ceil((highest - lowest) / barsMax) : (highest - lowest) / barsMax;
  const binCount = Math.max(1, Math.ceil((highest - lowest) / width));
  return {
    values,
    range: [lowest, isWhole ? lowest + binCount * width : highest],
    binCount,
    limit,
    p95: { value: p95, low: p95, high: p95 },
    text,
    noun: "seed",
    unit: "",
    leastStep: isWhole ? 1 : 0,
    formatTick: format,
    formatBin: (from, to) =>
      isWhole && to - from === 1 ? format(from) : `${format(from)} to ${format(isWhole ? to - 1 : to)}`,
  };
}

type Histogram = Parameters<typeof drawHistogram>[0];

/** The seeds in the order of their figures. A click or the slider selects one, and shows its command. */
function sortedCurve(
  shown: ViewSweepMetric,
  figures: readonly SeedFigure[],
  command: string,
): Omit<MetricChart, "count"> {
  const selection = createFrameSelection(figures.length, figures.length - 1);
  const chart = createChart(contentOf(shown, figures), selection, {
    onRange: () => undefined,
    onPick: (place) => {
      selection.select(place);
    },
  });
  const slider = element("input", {
    ...{ type: "range", id: "seed-slider", class: "control", min: "0", max: String(figures.length - 1) },
    "aria-label": "Seed",
  });
  slider.addEventListener("input", () => {
    selection.select(Number(slider.value));
  });
  const chosen = element("div");
  const { unit } = metricDefinitions[shown.metric];
  selection.follow((place) => {
    const { seed, value } = figures[place] ?? { seed: 0, value: 0 };
    const text = `seed ${String(seed)}: ${formatFigure(value, unit)}`;
    slider.value = String(place);
    slider.setAttribute("aria-valuetext", text);
    chosen.replaceChildren(element("p", { id: "chosen-seed" }, text), commandLine(commandOfSeed(command, seed)));
  });
  return { chart, elements: [chart.element, slider, chosen] };
}

function contentOf({ metric, limit }: ViewSweepMetric, figures: readonly SeedFigure[]): ChartContent {
  const { label, unit } = metricDefinitions[metric];
  const format = (value: number): string => formatFigure(value, unit);
  return {
    title: `${label.charAt(0).toUpperCase()}${label.slice(1)} of each seed, in order`,
    axis: {
      key: "seeds",
      nameOf: (place) => `seed ${String(figures[place]?.seed ?? "")}`,
      formatTick: (place) => String(place + 1),
      space: 60,
    },
    height: 200,
    series: [{ label, values: figures.map(({ value }) => value), colour: "--accent", kind: "line" }],
    band: null,
    limit,
    marked: [],
    format,
    formatTick: format,
  };
}
