import { metricDefinitions, type MetricId } from "../formats/metrics.ts";
import type { Chart } from "./chart.ts";
import { element } from "./element.ts";

/** A chart of a metric, and everything that is shown with it. */
export interface MetricChart {
  readonly chart: Chart;
  /** Places on the axis of the chart. */
  readonly count: number;
  /** Includes the chart's own element. */
  readonly elements: readonly HTMLElement[];
}

/** A choice of a metric with its chart below. Charts are made by `chartOf`, once each is chosen. */
export function chosenChart(
  id: string,
  metrics: readonly MetricId[],
  chartOf: (metric: MetricId) => MetricChart | null,
): { readonly element: HTMLElement; readonly draw: () => void } {
  const options = metrics.map((metric) => element("option", { value: metric }, metricDefinitions[metric].label));
  const select = element("select", { id }, ...options);
  const place = element("div");
  let chart: Chart | null = null;
  const show = (): void => {
    const metric = metrics.find((each) => each === select.value);
    const shown = metric === undefined ? null : chartOf(metric);
    if (shown === null) return;
    chart?.remove();
    ({ chart } = shown);
    place.replaceChildren(...shown.elements);
    chart.showRange({ first: 0, last: shown.count - 1 });
    chart.draw();
  };
  select.addEventListener("change", show);
  return {
    element: element(
      "div",
      {},
      element("p", { class: "control" }, element("label", { for: id }, "Metric"), " ", select),
      place,
    ),
    draw: () => (chart === null ? show() : chart.draw()),
  };
}
