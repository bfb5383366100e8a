import { formatFigure } from "../formats/format-figures.ts";
import { metricDefinitions } from "../formats/metrics.ts";
import type { ReportView, ViewTrend } from "../formats/report-view.ts";
import { type Chart, type ChartContent, createChart } from "./chart.ts";
import { element } from "./element.ts";
import { createFrameSelection } from "./frame-selection.ts";

/** A metric over the runs of a history, with a choice of the metric, and its changes in words. */
export function trendViewer(view: ReportView): { readonly element: HTMLElement; readonly draw: () => void } {
  const { trends } = view;
  const select = element(
    "select",
    { id: "trend-metric" },
    ...trends.map(({ metric }) => element("option", { value: metric }, metricDefinitions[metric].label)),
  );
  const place = element("div");
  let chart: Chart | null = null;
  const show = (): void => {
    const trend = trends.find(({ metric }) => metric === select.value);
    if (trend === undefined) return;
    chart?.remove();
    chart = chartOf(trend, view);
    place.replaceChildren(chart.element, changesOf(trend));
    chart.showRange({ first: 0, last: trend.points.length - 1 });
    chart.draw();
  };
  select.addEventListener("change", show);
  return {
    element: element(
      "div",
      {},
      element("p", { class: "control" }, element("label", { for: "trend-metric" }, "Metric"), " ", select),
      place,
    ),
    draw: () => (chart === null ? show() : chart.draw()),
  };
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
