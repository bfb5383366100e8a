import { countNames, countTable, definitionOf } from "../../src/formats/frame-counts.ts";
import {
  allocationMetrics,
  columnOf,
  loadMetricIds,
  metricDefinitions,
  metricIds,
  type MetricId,
} from "../../src/formats/metrics.ts";
import type { MetricResult, RunReport } from "../../src/formats/report.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { VerdictLine } from "../../src/formats/verdict.ts";
import { formatFigure, formatHeadroom, formatInterval, formatMean } from "../../src/formats/format-figures.ts";
import { margin, paintOfStatus, type ListStyle } from "./list-style.ts";
import { layOutTable, plainText, wrapBehind, type Cell, type TableColumn, left, right } from "./text-layout.ts";

const columns: readonly TableColumn[] = [left(0), left(0), right(0), right(3), right(0), right(2), left(1)];

/** One line per metric: value, interval, budget, headroom, verdict. Below it the reason if it was not measured. */
export function renderMetrics(file: ReportFile, style: ListStyle): readonly string[] {
  const { report, verdict } = file;
  const { paint } = style;
  const header = ["", "metric", "value", "95 % interval", "budget", "headroom", ""];
  const shown = metricIds.filter((id) => !isIdle(id, file));
  const rows = shown.map((id) => {
    const line = verdict.lines.find(({ metric }) => metric === id) ?? null;
    return { id, metric: report.metrics[id], cells: metricCells(id, report.metrics[id], line, style) };
  });
  const headings = verdict.lines.length > 0 ? header : ["", "metric", "value", "95 % interval", "", "", ""];
  const table = layOutTable(
    columns,
    [headings.map((text) => ({ text, paint: paint.dim })), ...rows.map((row) => row.cells)],
    style.columns - margin.length,
  );
  return table.flatMap((text, index) => {
    const row = rows[index - 1];
    // If two metrics share a cause, it is explained once, below the second.
    const isExplainedBelow = row !== undefined && row.metric.reason === rows[index]?.metric.reason;
    return [`${margin}${text}`, ...(row === undefined || isExplainedBelow ? [] : explainMissing(row, style))];
  });
}

/** Shown even without a value, so that a game without GL learns why. */
const alwaysShown: ReadonlySet<MetricId> = new Set(["maxDrawCalls", "maxTriangles"]);

/**
 * Shown if they have a value: the reason for none is that of the p95 of the frames. Only a run that reads its work after
 * every frame has `workP95` and `workMax`, few games have physics in workers, and allocations have a pass of their own.
 */
const shownIfMeasured: ReadonlySet<MetricId> = new Set([
  ...(["frameCpuMsP50", "frameCpuMsP99", "frameCpuMsMax", "bootMs"] as const),
  ...(["workP95", "workMax", "workerPhysicsMsP95"] as const),
  ...allocationMetrics,
]);

/** They share a block with the counts that have no line. */
const withoutLine: ReadonlySet<MetricId> = new Set(loadMetricIds);

/** Most games have none. */
const shownIfAny: ReadonlySet<MetricId> = new Set(["framesOver16Ms", "hitches", "gcMsMean", "gcMsMax"]);

/** Whether a row would say nothing: most games have no 2D canvas, or leave their DOM alone. */
export function isIdle(id: MetricId, { report, verdict }: ReportFile): boolean {
  if (verdict.lines.some(({ metric }) => metric === id)) return false;
  const { value } = report.metrics[id];
  if (withoutLine.has(id)) return true;
  if (shownIfMeasured.has(id)) return value === null;
  if (shownIfAny.has(id)) return (value ?? 0) === 0;
  const column = columnOf(id);
  if (column === null || alwaysShown.has(id)) return false;
  return !definitionOf(column).hasLine || (value ?? 0) === 0;
}

/** Work that belongs before the first frame, because it causes a hitch in any other. */
const hitchCounts = ["shaderCompiles", "bufferUploadBytes", "textureUploadBytes"] as const;

/** Columns without a row, with their worst frames, in a few lines for all. Empty if there are none. */
export function renderOtherCounts(
  { report, verdict }: ReportFile,
  { paint, columns: width }: ListStyle,
): readonly string[] {
  const shown = countNames.flatMap((name) => {
    const { metric, hasLine, label, unit } = countTable[name];
    const { value, frame, mean } = report.metrics[metric];
    if (hasLine || value === null || value === 0 || verdict.lines.some((line) => line.metric === metric)) return [];
    // If the game does the same in every frame, the frame number says nothing.
    const place = frame === null || mean === value ? "" : ` in frame ${String(frame)}`;
    return [`${label} ${formatFigure(value, unit)}${place}`];
  });
  const worst = shown.length === 0 ? [] : [`Also counted, worst frame of each: ${shown.join(", ")}.`];
  const sentences = [...worst, ...describeEarlierCounts(report), ...describeLoads({ report, verdict })];
  if (sentences.length === 0) return [];
  const text = sentences.join(" ");
  return wrapBehind(margin, text, width).map((line) => paint.dim(line));
}

/** Work done before the first measured frame, in at most one sentence. */
export function describeEarlierCounts({ beforeFrames }: RunReport): readonly string[] {
  const before = hitchCounts.flatMap((name) => {
    const { label, unit } = countTable[name];
    const value = beforeFrames[name] ?? 0;
    return value === 0 ? [] : [`${label} ${formatFigure(value, unit)}`];
  });
  return before.length === 0 ? [] : [`Before these frames: ${before.join(", ")}.`];
}

/** Requests and transferred bytes, in at most one sentence. */
function describeLoads({ report, verdict }: Pick<ReportFile, "report" | "verdict">): readonly string[] {
  const shown = loadMetricIds.flatMap((id) => {
    const { value } = report.metrics[id];
    if (value === null || value === 0 || verdict.lines.some(({ metric }) => metric === id)) return [];
    // Few games have files that are encoded.
    if (id === "bootDecodedBytes" && value === report.metrics.bootBytes.value) return [];
    const { label, unit } = metricDefinitions[id];
    return [`${label} ${formatFigure(value, unit)}`];
  });
  return shown.length === 0 ? [] : [`Loads: ${shown.join(", ")}.`];
}

function metricCells(id: MetricId, metric: MetricResult, line: VerdictLine | null, style: ListStyle): readonly Cell[] {
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const dim = (text: string): Cell => ({ text, paint: style.paint.dim });
  const { unit } = metricDefinitions[id];
  const value = metric.value === null ? "-" : formatFigure(metric.value, unit);
  const label = metricDefinitions[id].label;
  if (line === null)
    return [dim("·"), dim(label), dim(value), dim(intervalText(id, metric)), plain(""), plain(""), plain("")];
  const paint = paintOfStatus(line.status, style.paint);
  return [
    { text: markOf(line), paint },
    plain(label),
    { text: value, paint: (text) => style.paint.bold(paint(text)) },
    dim(intervalText(id, metric)),
    plain(formatFigure(line.budget, unit)),
    { text: metric.value === null ? "" : formatHeadroom(metric.value, line.budget), paint },
    { text: statusText(line, metric), paint },
  ];
}

/** Interval of a timed metric, or mean of an exact one. */
export function intervalText(id: MetricId, metric: MetricResult): string {
  if (metric.value === null) return "";
  if (metricDefinitions[id].kind === "timed") return formatInterval(metric);
  return metric.mean === null ? "exact" : `exact, mean ${formatMean(metric.mean)}`;
}

function markOf({ status }: VerdictLine): string {
  switch (status) {
    case "pass":
      return "✓";
    case "fail":
      return "✗";
    case "inconclusive":
      return "?";
  }
}

/** Reason for a budget line's status, in a few words. */
export function statusText({ reason }: VerdictLine, { frame }: MetricResult): string {
  switch (reason) {
    case null:
      return "pass";
    case "exceeded":
      return frame === null ? "over" : `over in frame ${String(frame)}`;
    case "not-measured":
      return "not measured";
    case "limit-within-noise":
      return "within the noise";
    case "too-few-repeats":
      return "one run only";
    case "other-machine":
      return "another machine";
  }
}

interface ExplainedRow {
  readonly id: MetricId;
  readonly metric: MetricResult;
}

function explainMissing({ id, metric }: ExplainedRow, { paint, columns: width }: ListStyle): readonly string[] {
  const reason = whyMissing(id, metric);
  return reason === null ? [] : wrapBehind(`${margin}     `, reason, width).map((line) => paint.dim(line));
}

/** Reason why a metric has no value; null if it has one. */
export function whyMissing(id: MetricId, { reason }: MetricResult): string | null {
  if (reason === null) return null;
  return `${alwaysShown.has(id) ? "not applicable" : "not measured"}: ${plainText(reason)}`;
}
