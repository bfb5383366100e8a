import { countNames } from "../../src/formats/frame-counts.ts";
import { type MetricId, metricDefinitions, metricIds } from "../../src/formats/metrics.ts";
import { formatFigure, formatHeadroom } from "../../src/formats/format-figures.ts";
import type { MetricResult, RunReport } from "../../src/formats/report.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { ReportView, ViewMetric, ViewTrend } from "../../src/formats/report-view.ts";
import type { RunPictures, Screenshot } from "../../src/formats/run-pictures.ts";
import type { VerdictLine } from "../../src/formats/verdict.ts";
import { htmlSections } from "./html-sections.ts";
import { callSiteCells } from "./list-findings.ts";
import { describeRun, titleOf } from "./list-heading.ts";
import { describeEarlierCounts, intervalText, isIdle, statusText, whyMissing } from "./list-metrics.ts";
import { badgeText, summariseVerdict } from "./list-verdict.ts";
import { reproduceCommand } from "./reproduce-command.ts";
import { plainText } from "./text-layout.ts";

/** Contents of a report's page besides the report. */
export interface PageExtras {
  /** From a history. */
  readonly trends?: readonly ViewTrend[];
  /** True if a server renders frames for the page. */
  readonly isServed?: boolean;
}

/** Everything that the page of a report shows at once. */
export function htmlView(
  file: ReportFile,
  { screenshots, baselineScreenshots, heat }: RunPictures,
  { trends = [], isServed = false }: PageExtras = {},
): ReportView {
  const { report, verdict } = file;
  return {
    title: titleOf(report),
    badge: badgeText(verdict, report.baseline !== null),
    status: verdict.status,
    sentence: summariseVerdict(report, verdict),
    facts: describeRun(report).map(plainText),
    command: reproduceCommand(report),
    metrics: viewMetrics(file),
    metricsNote: describeEarlierCounts(report)[0] ?? null,
    frameCount: countFrames(report),
    warmup: report.frames.warmup,
    worstFrames: report.worstFrames.map(({ frame }) => frame),
    limits: Object.fromEntries(verdict.lines.map(({ metric, budget }) => [metric, budget])),
    cpuMsP95: p95Of(report.metrics.frameCpuMsP95),
    timedRuns: report.runs.filter(({ times }) => times !== null).length,
    randomDraws: report.randomCallSites.map((site) => {
      const [api = "", place = "", , through = ""] = callSiteCells(site);
      return { frame: site.frame, text: [api, place, through].filter((text) => text !== "").join(" ") };
    }),
    pictures: viewPictures(screenshots),
    baselinePictures: viewPictures(baselineScreenshots),
    baseline: nameOfBaseline(report),
    isServed,
    trends,
    sections: htmlSections(file, heat === null ? null : pictureUrl(heat.png)),
  };
}

function viewPictures(screenshots: readonly Screenshot[]): ReportView["pictures"] {
  return screenshots
    .toSorted((one, other) => one.frame - other.frame)
    .map(({ frame, png }) => ({ frame, url: pictureUrl(png) }));
}

/** A PNG as a data URL. */
export function pictureUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
}

function nameOfBaseline({ baseline }: RunReport): string | null {
  if (baseline === null) return null;
  const { name, commit } = baseline.source;
  return plainText(commit === null ? name : `${name} (${commit.slice(0, 7)})`);
}

/** Length of the longest column: a game that stops early has fewer frames than requested. */
export function countFrames({ perFrame }: RunReport): number {
  const { cpuMs, stateHash } = perFrame;
  return Math.max(cpuMs.length, stateHash.length, ...countNames.map((name) => perFrame[name]?.length ?? 0));
}

/** View of a game that could not be run. */
export function htmlFailure(failure: {
  readonly game: string;
  readonly code: string;
  readonly message: string;
}): ReportView {
  const { game, code, message } = failure;
  return {
    title: plainText(game),
    badge: "ERROR",
    status: "fail",
    sentence: plainText(message),
    facts: [code],
    command: null,
    metrics: [],
    metricsNote: null,
    frameCount: 0,
    warmup: 0,
    worstFrames: [],
    limits: {},
    cpuMsP95: null,
    timedRuns: 0,
    randomDraws: [],
    pictures: [],
    baselinePictures: [],
    baseline: null,
    isServed: false,
    trends: [],
    sections: [],
  };
}

function p95Of({ value, low, high }: MetricResult): ReportView["cpuMsP95"] {
  return value === null ? null : { value, low: low ?? value, high: high ?? value };
}

/** Metrics with a budget in its order, then all others worth showing. */
function viewMetrics(file: ReportFile): readonly ViewMetric[] {
  const { report, verdict } = file;
  const limited = verdict.lines.map((line) => viewMetric(line.metric, report, line));
  const others = metricIds.filter((id) => verdict.lines.every(({ metric }) => metric !== id) && isShown(id, file));
  return [...limited, ...others.map((id) => viewMetric(id, report, null))];
}

/** Whether a metric has a row. The terminal has no room for every count. */
function isShown(id: MetricId, file: ReportFile): boolean {
  return !isIdle(id, file) || (file.report.metrics[id].value ?? 0) > 0;
}

function viewMetric(id: MetricId, report: RunReport, line: VerdictLine | null): ViewMetric {
  const metric = report.metrics[id];
  const { label, unit } = metricDefinitions[id];
  return {
    id,
    label,
    value: metric.value === null ? "-" : formatFigure(metric.value, unit),
    interval: intervalText(id, metric),
    note: whyMissing(id, metric),
    limit: line === null ? null : viewLimit(line, metric),
  };
}

function viewLimit(line: VerdictLine, metric: MetricResult): NonNullable<ViewMetric["limit"]> {
  const { budget, value, status } = line;
  const { low, high } = metric;
  return {
    text: formatFigure(budget, metric.unit),
    headroom: value === null ? "" : formatHeadroom(value, budget),
    status,
    statusText: statusText(line, metric),
    used:
      value === null || budget === 0
        ? null
        : { value: value / budget, low: (low ?? value) / budget, high: (high ?? value) / budget },
  };
}
