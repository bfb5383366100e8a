import { formatFigure } from "../formats/format-figures.ts";
import { metricDefinitions } from "../formats/metrics.ts";
import type { ReportView, ViewTrend } from "../formats/report-view.ts";
import { type Chart, type ChartContent, createChart } from "./chart.ts";
import { chosenChart } from "./chosen-chart.ts";
import { element } from "./element.ts";
import { createFrameSelection } from "./frame-selection.ts";

/** A metric over the runs of a history, with a choice of the metric, and its changes in words. */
export function trendViewer(view: ReportView): { readonly element: HTMLElement; readonly draw: () => void } {
  const { trends } = view;
  const metrics = trends.map(({ metric }) => metric);
  return chosenChart("trend-metric", metrics, (metric) => {
    const trend = trends.find((each) => each.metric === metric);
    if (trend === undefined) return null;
    const chart = chartOf(trend, view);
    return { chart, count: trend.points.length, elements: [chart.element, changesOf(trend)] };
  });
}

function chartOf(trend: ViewTrend, view: ReportView): Chart {
  const selection = createFrameSelection(trend.points.length, trend.points.length - 1);
  return createChart(contentOf(trend, view), selection, {
    onRange: () => undefined,
    onPick: (run) => {
      selection.select(run);
    },
  });
}

function contentOf({ metric, points }: ViewTrend, { limits }: ReportView): ChartContent {
  const { label, unit, kind } = metricDefinitions[metric];
  const format = (value: number): string => formatFigure(value, unit);
  const line = { label, values: points.map(({ value }) => value), colour: "--accent", kind: "line" } as const;
  const edge = { label: "interval", colour: "--band", kind: "edge" } as const;
  const edges = [points.map(({ low }) => low), points.map(({ high }) => high)].map((values) => ({ ...edge, values }));
  return {
    title: `${label.charAt(0).toUpperCase()}${label.slice(1)} over ${String(points.length)} runs`,
    axis: {
      key: "runs",
      nameOf: (run) => points[run]?.name ?? "",
      formatTick: (run) => points[run]?.day ?? "",
      space: 100,
    },
    height: 200,
    series: kind === "timed" ? [...edges, line] : [line],
    band: kind === "timed" ? [0, 1] : null,
    limit: limits[metric] ?? null,
    marked: points.flatMap(({ change }, run) => (change === null ? [] : [run])),
    format,
    formatTick: format,
  };
}

function changesOf({ metric, points }: ViewTrend): HTMLElement {
  const changes = points.flatMap(({ change }) => change ?? []).toReversed();
  const { kind } = metricDefinitions[metric];
  const steady = kind === "timed" ? "No change is larger than the noise." : "It did not change.";
  if (changes.length === 0) return element("p", { class: "muted" }, steady);
  return element("ul", { "aria-label": "Changes" }, ...changes.map((change) => element("li", {}, change)));
}
