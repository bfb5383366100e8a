import type { ReportView, ViewMetric } from "../formats/report-view.ts";
import { element } from "./element.ts";
import { titledSection } from "./sections.ts";
import { scrollable } from "./tables.ts";

/** The budget, and below it all other metrics. */
export function metricTables({ metrics, metricsNote }: ReportView): HTMLElement {
  const limited = metrics.filter(({ limit }) => limit !== null);
  const others = metrics.filter(({ limit }) => limit === null);
  return titledSection(
    "metrics",
    limited.length > 0 ? "Budget" : "Metrics",
    ...(limited.length > 0 ? [budgetTable(limited)] : []),
    ...(others.length === 0 ? [] : [othersIn(others, limited.length > 0)]),
    ...(metricsNote === null ? [] : [element("p", { class: "muted" }, metricsNote)]),
  );
}

function budgetTable(metrics: readonly ViewMetric[]): HTMLElement {
  const headings = ["Metric", ">Value", ">95 % interval", ">Budget", "Used", ">Headroom", "Status"];
  return tableOfMetrics("The budget, line by line", headings, metrics.map(budgetRow));
}

function othersIn(metrics: readonly ViewMetric[], isBelowBudget: boolean): HTMLElement {
  const rows = metrics.map(({ label, value, interval, note }) =>
    element("tr", {}, nameCell(label, note), figureCell(value), figureCell(interval, "muted")),
  );
  const table = tableOfMetrics("Metrics without a budget", ["Metric", ">Value", ">95 % interval"], rows);
  table.classList.add("narrow");
  if (!isBelowBudget) return table;
  const summary = element("summary", {}, `${String(metrics.length)} other metrics`);
  return element("details", {}, summary, table);
}

function tableOfMetrics(caption: string, headings: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const cells = headings.map((label) => element("th", { scope: "col", class: classOf(label) }, label.replace(">", "")));
  const head = element("thead", {}, element("tr", {}, ...cells));
  return scrollable(
    element("table", {}, element("caption", { class: "hidden" }, caption), head, element("tbody", {}, ...rows)),
    caption,
  );
}

/** A narrow window has no room for the bars. */
function classOf(label: string): string {
  return label === "Used" ? "used" : label.startsWith(">") ? "right" : "left";
}

function budgetRow({ label, value, interval, note, limit }: ViewMetric): HTMLElement {
  if (limit === null) return element("tr");
  return element(
    "tr",
    { class: limit.status },
    nameCell(label, note),
    element("td", { class: "right value" }, value),
    figureCell(interval, "muted"),
    figureCell(limit.text),
    element("td", { class: "used" }, ...(limit.used === null ? [] : [usedBar(limit.used)])),
    figureCell(limit.headroom),
    element("td", {}, element("span", { class: "status" }, limit.statusText)),
  );
}

function nameCell(label: string, note: string | null): HTMLElement {
  return element("th", { scope: "row" }, label, ...(note === null ? [] : [element("small", {}, note)]));
}

function figureCell(text: string, kind = ""): HTMLElement {
  return element("td", { class: `right ${kind}` }, text);
}

/** The used part of a budget. The mark is the budget, the thin bar the interval. */
function usedBar({
  value,
  low,
  high,
}: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}): HTMLElement {
  // A value over the budget needs room beyond the mark.
  const whole = Math.max(1, value, high);
  const percent = (share: number): string => `${String((100 * share) / whole)}%`;
  const filled = element("span", { class: "filled" });
  filled.style.width = percent(value);
  const interval = element("span", { class: "interval" });
  interval.style.left = percent(low);
  interval.style.width = percent(high - low);
  const mark = element("span", { class: "mark" });
  mark.style.left = percent(1);
  const text = `${String(Math.round(100 * value))} % of the budget`;
  return element("span", { class: "bar", role: "img", "aria-label": text }, filled, interval, mark);
}
